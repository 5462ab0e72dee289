import { describe, expect, it } from 'vitest';
import { otherOptions, productOptions, resolveOptions } from './product-options.ts';

const all = { colors: true, sizes: true, types: true };
const hoodie = { color: '["black","navy"]', size: 'M, L', type: 'Hoodie' };

describe('product options', () => {
  it('offers what the text fields list', () => {
    expect(productOptions(hoodie, all)).toEqual([
      { key: 'color', values: ['black', 'navy'] },
      { key: 'size', values: ['M', 'L'] },
      { key: 'type', values: ['Hoodie'] },
    ]);
  });

  it('leaves out what the product has not got, and what the store does not work with unless there is a choice', () => {
    const none = { colors: false, sizes: false, types: false };
    expect(productOptions(hoodie, none).map(({ key }) => key)).toEqual(['color', 'size']);
    expect(productOptions({ color: 'black', size: 'M', type: 'Hoodie' }, none)).toEqual([]);
    expect(productOptions({ color: '', size: ' , ', type: '[]' }, all)).toEqual([]);
  });

  it('chooses by itself only where there is one value', () => {
    expect(resolveOptions(productOptions(hoodie, all))).toEqual({ color: '', size: '', type: 'Hoodie' });
    expect(resolveOptions([])).toEqual({ color: '', size: '', type: '' });
  });

  it('holds what was chosen only as long as it is offered', () => {
    const requested = { color: 'navy', size: 'XL' };
    expect(resolveOptions(productOptions(hoodie, all), requested)).toEqual({
      color: 'navy',
      size: '',
      type: 'Hoodie',
    });
  });

  it('asks for what a store calls by a name of its own, first where staff put it first', () => {
    const device = { position: 1, kind: 'other', name: 'Device', values: ['iPhone 16', 'Pixel 9'] };
    const strap = { position: 3, kind: 'other', name: 'Strap', values: ['Cord'] };
    const sold = { ...hoodie, otherOptions: otherOptions([strap, { position: 2, kind: 'color' }, device]) };
    const options = productOptions(sold, { ...all, types: false });
    expect(options.map(({ key }) => key)).toEqual([':Device', 'color', 'size', ':Strap']);
    expect(resolveOptions(options, { ':Device': 'Pixel 9', color: 'navy' })).toEqual({
      ':Device': 'Pixel 9',
      color: 'navy',
      size: '',
      type: '',
      ':Strap': 'Cord',
    });
  });
});
