import { describe, expect, it } from 'vitest';
import { chosenOptions, productOptions } from './product-options.ts';

const all = { colors: true, sizes: true, types: true };
const hoodie = { color: '["black","navy"]', size: 'M, L', type: 'Hoodie' };

describe('product options', () => {
  it('offers what the text fields list', () => {
    expect(productOptions(hoodie, all)).toEqual([
      { kind: 'color', values: ['black', 'navy'] },
      { kind: 'size', values: ['M', 'L'] },
      { kind: 'type', values: ['Hoodie'] },
    ]);
  });

  it('leaves out what the store does not work with and what the product has not got', () => {
    expect(productOptions(hoodie, { ...all, sizes: false }).map(({ kind }) => kind)).toEqual([
      'color',
      'type',
    ]);
    expect(productOptions({ color: '', size: ' , ', type: '[]' }, all)).toEqual([]);
  });

  it('chooses by itself only where there is one value', () => {
    expect(chosenOptions(productOptions(hoodie, all))).toEqual({ color: '', size: '', type: 'Hoodie' });
    expect(chosenOptions([])).toEqual({ color: '', size: '', type: '' });
  });

  it('holds what was chosen only as long as it is offered', () => {
    const wanted = { color: 'navy', size: 'XL' };
    expect(chosenOptions(productOptions(hoodie, all), wanted)).toEqual({
      ...{ color: 'navy', size: '', type: 'Hoodie' },
    });
  });
});
