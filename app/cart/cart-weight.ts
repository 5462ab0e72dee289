import { chosenVariant } from '#app/product/variants.ts';
import { type CartLine, lineOptions } from './cart-line.ts';
import type { FreshProduct } from './refresh-cart.ts';

/** Weight of the lines in grams by the store's current variants; those without a weight are not counted. */
export function cartGrams(lines: readonly CartLine[], products: readonly FreshProduct[]): number {
  const byId = new Map(products.map((product) => [product.id, product]));
  return lines.reduce((sum, line) => {
    const product = byId.get(line.product.id);
    const variant = product && chosenVariant(product.variants ?? [], lineOptions(line));
    return sum + (variant?.grams ?? 0) * line.quantity;
  }, 0);
}
