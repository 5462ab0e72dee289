import { chosenVariant } from '#app/product/variants.ts';
import { type CartLine, lineOptions } from './cart-line.ts';
import type { FreshProduct } from './refresh-cart.ts';

/** What lines weigh by the variants that the store sells now, as far as it says it. */
export function cartGrams(lines: readonly CartLine[], products: readonly FreshProduct[]): number {
  const byId = new Map(products.map((product) => [product.id, product]));
  return lines.reduce((sum, line) => {
    const product = byId.get(line.product.id);
    const variant = product && chosenVariant(product.variants ?? [], lineOptions(line));
    return sum + (variant?.grams ?? 0) * line.quantity;
  }, 0);
}
