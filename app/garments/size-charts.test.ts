import { describe, expect, it } from 'vitest';
import { sizeChartOf, sizesOf } from './size-charts.ts';
import { GARMENT_TYPES } from './types.ts';

describe('size charts', () => {
  it('gives jeans in sizes 30 to 38 with waists 42 to 50 and lengths 108 to 114', () => {
    expect(sizesOf('Jeans')).toEqual(['30', '32', '34', '36', '38']);
    const rows = sizeChartOf('Jeans').rows.map(({ centimetres }) => centimetres);
    expect(rows.map(({ waist }) => waist)).toEqual([42, 44, 46, 48, 50]);
    expect(rows.map(({ length }) => length)).toEqual([108, 109.5, 111, 112.5, 114]);
  });

  it.each([
    ['Sweet Pants', ['L', 'XL', 'XXL'], ['waist', 'length']],
    ['Regular T-shirt', ['M', 'L', 'XL', 'XXL'], ['length', 'width']],
    ['Oversized T-shirt', ['M', 'L', 'XL', 'XXL'], ['length', 'width']],
    ['Boxy T-shirt', ['L', 'XXL'], ['length', 'width']],
    ['Polo Baskota', ['M', 'L', 'XL', 'XXL', 'XXXL'], ['length', 'width']],
    ['Hoodie', ['M', 'L', 'XL', 'XXL'], ['sleeve', 'length', 'width']],
    ['Sweatshirt', ['M', 'L', 'XL', 'XXL'], ['sleeve', 'length', 'width']],
    ['Other', ['XS', 'S', 'M', 'L', 'XL', 'XXL'], ['shoulder', 'length', 'sleeve_length']],
  ])('lists %s in the promised sizes and columns', (type, sizes, measures) => {
    expect(sizesOf(type)).toEqual(sizes);
    expect(sizeChartOf(type).measures).toEqual(measures);
  });

  it('gives every hoodie and sweatshirt a sleeve of 44 cm', () => {
    for (const type of ['Hoodie', 'Sweatshirt']) {
      expect(sizeChartOf(type).rows.map(({ centimetres }) => centimetres.sleeve)).toEqual([44, 44, 44, 44]);
    }
  });

  it.each(GARMENT_TYPES)('no measurement of %s shrinks as sizes grow', (type) => {
    const { measures, rows } = sizeChartOf(type);
    expect(rows.length).toBeGreaterThan(1);
    for (const measure of measures) {
      const figures = rows.map(({ centimetres }) => centimetres[measure] ?? Number.NaN);
      expect(figures).toEqual([...figures].sort((a, b) => a - b));
    }
  });

  it('gives an unknown type the hoodie’s chart', () => {
    expect(sizeChartOf('Kilt')).toBe(sizeChartOf('Hoodie'));
  });
});
