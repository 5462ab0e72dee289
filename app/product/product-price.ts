import { toPiastres } from '#app/lib/money.ts';
import type { Product } from './product.ts';

/** From this stock down a product page counts what is left. */
export const fewLeft = 5;

type Priced = Pick<Product, 'price' | 'originalPrice' | 'discount'>;

/**
 * Percent of the discount badge: round((original price − price) / original price · 100), spec section 9. A product
 * without an original price shows its own discount. 0 means no badge.
 */
export function discountPercent({ price, originalPrice, discount }: Priced): number {
  if (originalPrice === null || originalPrice <= 0) return Math.round(Math.min(Math.max(discount, 0), 100));
  if (originalPrice <= price) return 0;
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}

/** Price and, where the product is reduced, the struck price, both in integer piastres; `from` where some of it costs more. */
export function shownPrices({ price, originalPrice, from }: Priced & { from?: boolean }): {
  piastres: number;
  wasPiastres?: number;
  from?: true;
} {
  const reduced = originalPrice !== null && originalPrice > price;
  return {
    piastres: toPiastres(price),
    ...(reduced && { wasPiastres: toPiastres(originalPrice) }),
    ...(from && { from: true }),
  };
}

/** Points that buying one earns, at so many points a pound; whole points, as the database counts them. */
export function pointsEarned(price: number, earnRate: number): number {
  return Math.floor((toPiastres(price) * toPiastres(earnRate)) / 10_000);
}

/** Availability: sold out, few left with their number, or enough. */
export function availability(stock: number): 'sold-out' | 'few' | 'in-stock' {
  if (stock <= 0) return 'sold-out';
  return stock <= fewLeft ? 'few' : 'in-stock';
}
