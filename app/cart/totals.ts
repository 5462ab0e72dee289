import { toPiastres } from '#app/lib/money.ts';
import type { CartLine } from './cart-line.ts';

/** What the lines cost together, in piastres, by the prices that the cart keeps. The checkout asks the database. */
export function cartSubtotal(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { product, quantity }) => sum + toPiastres(product.price) * quantity, 0);
}

/** The store's shipping rule in pounds; a missing threshold means shipping is never free (spec section 9). */
export interface ShippingRule {
  freeShippingThreshold: number | null;
  defaultShippingFee: number;
}

/** Standard shipping in piastres for goods of a subtotal in piastres. */
export function standardShipping(subtotal: number, rule: ShippingRule): number {
  return missingToFree(subtotal, rule) === 0 ? 0 : toPiastres(rule.defaultShippingFee);
}

/** Piastres that are missing to free shipping; 0 when it is free, null when it never is. */
export function missingToFree(subtotal: number, { freeShippingThreshold }: ShippingRule): number | null {
  return freeShippingThreshold === null ? null : Math.max(0, toPiastres(freeShippingThreshold) - subtotal);
}
