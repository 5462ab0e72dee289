import { describe, expect, it } from 'vitest';
import { bySize, facetsOf } from './facets.ts';

const row = (facet: string, value: string | null, products: number | null, label = value) => ({
  facet,
  value,
  label,
  products,
  lowest: null,
  highest: null,
});

describe('facets', () => {
  it('groups the rows by filter, with totals, price range and corrected words', () => {
    const facets = facetsOf([
      row('total', null, 7),
      row('in_stock', null, 5),
      row('on_sale', null, 2),
      row('is_new', null, 1),
      row('corrected', 'hoodie', null),
      row('category', 'b', 3, 'Tees'),
      row('category', 'a', 4, 'Hoodies'),
      row('size', 'L', 2),
      row('size', 'M', 1),
      row('color', 'navy', 1),
      row('color', 'black', 3),
      { facet: 'price', value: null, label: null, products: null, lowest: 90, highest: 450.5 },
    ]);
    expect(facets).toMatchObject({
      total: 7,
      inStock: 5,
      onSale: 2,
      isNew: 1,
      corrected: 'hoodie',
      anyWord: false,
      price: { lowest: 90, highest: 450.5 },
      material: [],
    });
    expect(facets.category.map(({ label }) => label)).toEqual(['Hoodies', 'Tees']);
    expect(facets.size.map(({ value }) => value)).toEqual(['M', 'L']);
    expect(facets.color.map(({ value, count }) => [value, count])).toEqual([
      ['black', 3],
      ['navy', 1],
    ]);
  });

  it('are empty for no rows, without a price range', () => {
    expect(facetsOf([])).toMatchObject({
      total: 0,
      inStock: 0,
      price: null,
      corrected: '',
      anyWord: false,
      size: [],
    });
    expect(facetsOf([row('any_word', null, null)])).toMatchObject({ anyWord: true });
    expect(facetsOf([row('price', null, null)]).price).toBeNull();
  });

  it('sort clothing sizes from small to large', () => {
    expect(['36', 'One size', 'XXL', '9', 'S', 'xl', 'M', '30'].sort(bySize)).toEqual([
      'S',
      'M',
      'xl',
      'XXL',
      '9',
      '30',
      '36',
      'One size',
    ]);
  });
});
