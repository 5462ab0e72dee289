import { describe, expect, it } from 'vitest';
import { otherOptions, productOptions, resolveOptions } from './product-options.ts';

const all = { colors: true, sizes: true, types: true };
const hoodie = { color: '["black","navy"]', size: 'M, L', type: 'Hoodie' };

describe('product options', () => {
  it('are those that the text fields list', () => {
    expect(productOptions(hoodie, all)).toEqual([
      { key: 'color', values: ['black', 'navy'] },
      { key: 'size', values: ['M', 'L'] },
      { key: 'type', values: ['Hoodie'] },
    ]);
  });

  it('leave out missing ones, and those the store does not use, unless there is a choice', () => {
    const none = { colors: false, sizes: false, types: false };
    expect(productOptions(hoodie, none).map(({ key }) => key)).toEqual(['color', 'size']);
    expect(productOptions({ color: 'black', size: 'M', type: 'Hoodie' }, none)).toEqual([]);
    expect(productOptions({ color: '', size: ' , ', type: '[]' }, all)).toEqual([]);
  });

  it('select a value automatically only if it is the only one', () => {
    expect(resolveOptions(productOptions(hoodie, all))).toEqual({ color: '', size: '', type: 'Hoodie' });
    expect(resolveOptions([])).toEqual({ color: '', size: '', type: '' });
  });

  it('keep a choice only while it is offered', () => {
    const requested = { color: 'navy', size: 'XL' };
    expect(resolveOptions(productOptions(hoodie, all), requested)).toEqual({
      color: 'navy',
      size: '',
      type: 'Hoodie',
    });
  });

  it('include a store’s own named options, first if staff put them first', () => {
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
