import { describe, expect, it } from 'vitest';
import { chosenColumns, columnsValue } from './columns.ts';

const known = ['category', 'price', 'stock', 'brand'] as const;
const usual = ['category', 'price'] as const;

describe('M91 the columns of a list', () => {
  it('are the usual ones unless the address names others', () => {
    expect(chosenColumns(known, usual, null)).toEqual(['category', 'price']);
    expect(chosenColumns(known, usual, 'brand.price.id;--')).toEqual(['price', 'brand']);
    expect(chosenColumns(known, usual, 'none')).toEqual([]);
  });

  it('are written so that they are read again', () => {
    for (const chosen of [[], ['stock'], ['price', 'category'], ['category', 'price', 'stock', 'brand']]) {
      const value = columnsValue(chosen, usual);
      expect(chosenColumns(known, usual, value || null).toSorted()).toEqual(chosen.toSorted());
    }
  });
});
