import { describe, expect, it } from 'vitest';
import { type CatalogueChange, isAffected, type ShownCatalogue, unknownChange } from './catalogue-change.ts';

const cap = { id: 'cap', version: 3, stock: 9 };
const page: ShownCatalogue = { products: [cap], isListing: false };
const list: ShownCatalogue = { products: [cap], isListing: true, kinds: ['category'] };
const product = (ids: string[], versions: number[], action: CatalogueChange['action'] = 'update') =>
  ({ kind: 'product', action, ids, versions }) as const;
const stock = (left: number | null, affects_listings = false) =>
  ({ kind: 'stock', ids: ['cap'], stock: left, affects_listings }) as const;

describe('revalidates an open page', () => {
  it.each<[string, ShownCatalogue, CatalogueChange, boolean]>([
    ['its product has a newer version', page, product(['cap'], [4]), true],
    ['its product has the version it shows', page, product(['cap'], [3]), false],
    ['its product is deleted', page, product(['cap'], [3], 'delete'), true],
    ['another product changed', page, product(['mug'], [8]), false],
    ['another product changed, on a list', list, product(['mug'], [8]), true],
    ['a list shows the change already', list, product(['cap'], [3]), false],
    ['four pieces are left', page, stock(4), true],
    ['there are still more than five pieces', page, stock(null), false],
    ['a sale changes no list', list, stock(4), false],
    ['a product is sold out, on a list', list, stock(0, true), true],
    ['its product was reviewed', page, { kind: 'review', ids: ['cap'], affects_listings: false }, true],
    [
      'a product of a list was reviewed',
      list,
      { kind: 'review', ids: ['cap'], affects_listings: false },
      false,
    ],
    ['too many changed to name them', page, { kind: 'product' }, true],
    ['changes were missed', list, unknownChange, true],
    ['a category changed, on a page that shows categories', list, { kind: 'category', ids: ['c'] }, true],
    ['a category changed, elsewhere', page, { kind: 'category', ids: ['c'] }, false],
  ])('or not when %s', (_when, shown, change, again) => {
    expect(isAffected(shown, change)).toBe(again);
  });
});
