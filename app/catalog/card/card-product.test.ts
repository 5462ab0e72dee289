import { describe, expect, it } from 'vitest';
import { shownPrices } from '#app/product/product-price.ts';
import { cardProduct } from './card-product.ts';

const flags = { colors: true, types: false, sizes: true, materials: false, gender: false };
const row = { id: 'p', name: 'Tee', price: 300, original_price: 350, stock: 4 };

describe('a card', () => {
  it('shows the lowest price as a starting price when some variants cost more', () => {
    const card = cardProduct({ ...row, min_price: 300, max_price: 330 }, flags);
    expect(shownPrices(card)).toEqual({ piastres: 300_00, originalPiastres: 350_00, from: true });
    const cheaper = cardProduct({ ...row, min_price: '250', max_price: 300 }, flags);
    expect(shownPrices(cheaper)).toEqual({ piastres: 250_00, from: true });
  });

  it('shows a single price when there is only one', () => {
    const card = cardProduct({ ...row, min_price: 300, max_price: 300 }, flags);
    expect(shownPrices(card)).toEqual({ piastres: 300_00, originalPiastres: 350_00 });
    expect(shownPrices(cardProduct(row, flags))).toEqual({ piastres: 300_00, originalPiastres: 350_00 });
  });

  it('shows up to five colors of several, and none of one', () => {
    const many = cardProduct({ ...row, color: 'black, white, red, navy, sand, mint, plum' }, flags);
    expect(many).toMatchObject({ colors: 7, swatches: expect.objectContaining({ length: 5 }) });
    expect(cardProduct({ ...row, color: 'gray, grey, red' }, flags).swatches).toHaveLength(2);
    expect(cardProduct({ ...row, color: 'black' }, flags)).toMatchObject({ colors: 1, swatches: [] });
    expect(cardProduct({ ...row, color: 'black, red' }, { ...flags, colors: false }).swatches).toEqual([]);
  });

  it('shows an average of three or more reviews, and none of one or two', () => {
    const cardOf = (review_count: number) => cardProduct({ ...row, rating: 5, review_count }, flags);
    expect(cardOf(3)).toMatchObject({ rating: 5, reviewCount: 3 });
    expect([1, 2].map((count) => cardOf(count).rating)).toEqual([null, null]);
  });
});
