import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availability, discountPercent, pointsEarned, shownPrices } from './product-price.ts';

describe('product prices', () => {
  it.each([
    [100, 80, 20],
    [100, 66.5, 34],
    [299.99, 199.99, 33],
    [500, 500, 0],
    [400, 500, 0],
    [0, 0, 0],
    [1000, 999, 0],
    [80, 0, 100],
  ])('from %d to %d pounds the badge shows %d percent', (originalPrice, price, percent) => {
    expect(discountPercent({ price, originalPrice, discount: 0 })).toBe(percent);
  });

  it('without an original price the badge shows the discount of the product', () => {
    expect(discountPercent({ price: 90, originalPrice: null, discount: 15 })).toBe(15);
    expect(discountPercent({ price: 90, originalPrice: 100, discount: 15 })).toBe(10);
  });

  it('the badge is a whole percentage between 0 and 100', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map((piastres) => piastres / 100);
    fc.assert(
      fc.property(amount, fc.option(amount), fc.double({ noNaN: true }), (price, originalPrice, discount) => {
        const percent = discountPercent({ price, originalPrice, discount });
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
      }),
    );
  });

  it('shows an original price only when it is higher', () => {
    expect(shownPrices({ price: 80, originalPrice: 100, discount: 0 })).toEqual({
      piastres: 8000,
      originalPiastres: 10000,
    });
    expect(shownPrices({ price: 80, originalPrice: 80, discount: 0 })).toEqual({ piastres: 8000 });
    expect(shownPrices({ price: 80, originalPrice: null, discount: 20 })).toEqual({ piastres: 8000 });
  });

  it.each([
    [120, 1, 120],
    [120.99, 1, 120],
    [99.5, 0.5, 49],
    [10, 0, 0],
    [0.29, 100, 29],
  ])('%d pounds at %d points a pound earn %d', (price, earnRate, points) => {
    expect(pointsEarned(price, earnRate)).toBe(points);
  });

  it.each([
    [-1, 'sold-out'],
    [0, 'sold-out'],
    [1, 'few'],
    [5, 'few'],
    [6, 'in-stock'],
  ])('calls a stock of %d %s', (stock, expected) => {
    expect(availability(stock)).toBe(expected);
  });
});
