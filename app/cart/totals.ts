import { toPiastres } from '#app/lib/money.ts';
import { chosenVariant } from '#app/product/variants.ts';
import { type CartLine, lineOptions } from './cart-line.ts';
import type { FreshProduct } from './refresh-cart.ts';

/** Sum of the lines in piastres, at the cart's prices; the checkout uses the database's. */
export function cartSubtotal(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { product, quantity }) => sum + toPiastres(product.price) * quantity, 0);
}

/** Piastres missing to free shipping from an amount in pounds; 0 when it is free, null when it never is. */
export function missingToFree(subtotal: number, freeFrom: number | null): number | null {
  return freeFrom === null ? null : Math.max(0, toPiastres(freeFrom) - subtotal);
}

/** What lines weigh by the variants that the store sells now, as far as it says it. */
export function cartGrams(lines: readonly CartLine[], products: readonly FreshProduct[]): number {
  const byId = new Map(products.map((product) => [product.id, product]));
  return lines.reduce((sum, line) => {
    const product = byId.get(line.product.id);
    const variant = product && chosenVariant(product.variants ?? [], lineOptions(line));
    return sum + (variant?.grams ?? 0) * line.quantity;
  }, 0);
}
