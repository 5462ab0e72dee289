import { fewLeft } from '#app/lib/database.limits.ts';
import { toPiastres } from '#app/lib/money.ts';
import type { Product } from './product.ts';

type Priced = Pick<Product, 'price' | 'originalPrice' | 'discount'>;

/**
 * Percentage of the discount badge: round((original price − price) / original price · 100) (docs/product.md, Products).
 * Without an original price, the product's own discount. 0 for no badge.
 */
export function discountPercent({ price, originalPrice, discount }: Priced): number {
  if (originalPrice === null || originalPrice <= 0) return Math.round(Math.min(Math.max(discount, 0), 100));
  if (originalPrice <= price) return 0;
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}

/** Price and, when discounted, original price in integer piastres; `from` when other variants cost more. */
export function shownPrices({ price, originalPrice, from }: Priced & { from?: boolean }): {
  piastres: number;
  originalPiastres?: number;
  from?: true;
} {
  const reduced = originalPrice !== null && originalPrice > price;
  return {
    piastres: toPiastres(price),
    ...(reduced && { originalPiastres: toPiastres(originalPrice) }),
    ...(from && { from: true }),
  };
}

/** Points for buying one item, `earnRate` per pound, rounded as in the database. */
export function pointsEarned(price: number, earnRate: number): number {
  return Math.floor((toPiastres(price) * toPiastres(earnRate)) / 10_000);
}

export function availability(stock: number): 'sold-out' | 'few' | 'in-stock' {
  if (stock <= 0) return 'sold-out';
  return stock <= fewLeft ? 'few' : 'in-stock';
}
