import type { Tenant } from '#app/brands/brand.ts';
import { type CartLine, lineIdentity, quantityOf, withMore } from '#app/cart/cart-line.ts';
import { cartLine } from '#app/cart/cart-line-of.ts';
import { fields, text } from '#app/product/legacy-values.ts';
import type { Product } from '#app/product/product.ts';
import {
  chosenOptions,
  type OptionKey,
  type OptionKind,
  optionKinds,
  otherName,
  productOptions,
} from '#app/product/product-options.ts';
import { asChosen, chosenVariant, type Variant } from '#app/product/variants.ts';
import type { OrderLine } from './read-orders.ts';

/** The outcome of adding one line of an order to the cart again. */
export type ReorderResult = { name: string } & (
  | { kind: 'added' | 'gone' | 'sold-out' | 'option-gone' | 'all-in-cart' | 'design-gone' }
  | { kind: 'fewer'; added: number; wanted: number }
);

/** A cart line and the ordered quantity, or why there is none. */
export type ReorderLine =
  | { name: string; quantity: number; line: Omit<CartLine, 'quantity'> }
  | { name: string; kind: 'gone' | 'sold-out' | 'option-gone' | 'design-gone' };

type Ordered = Pick<OrderLine, 'name' | 'quantity' | 'product_id' | OptionKind> &
  Partial<Pick<OrderLine, 'options'>>;

/** What was ordered of an option, or ''. */
function orderedValue(ordered: Ordered, key: OptionKey): string {
  const kind = optionKinds.find((one) => one === key);
  if (kind) return ordered[kind] ?? '';
  const options = Array.isArray(ordered.options) ? ordered.options.map(fields) : [];
  return text(options.find((option) => option.name === otherName(key))?.value);
}

/**
 * Whether what was printed on is gone from the store. A product that was removed leaves no id behind, but its own name;
 * the designer's own garments never had one and are named so.
 */
export function isGone(
  ordered: Pick<OrderLine, 'name' | 'product_id'>,
  product: Product | undefined,
): boolean {
  return !product && (ordered.product_id !== null || !ordered.name.startsWith('Custom '));
}

/** A product of an order as the store has it now, with what is sold of it. */
export type ReorderProduct = Product & { variants?: readonly Variant[] };

/** A line without a design as the cart would hold it, with what the store says now of its product and options. */
export function reorderLine(
  ordered: Ordered,
  products: readonly ReorderProduct[],
  flags: Tenant['productsOptions'],
): ReorderLine {
  const { name, quantity } = ordered;
  const product = products.find(({ id }) => id === ordered.product_id);
  if (!product) return { name, kind: 'gone' };
  if (product.stock <= 0) return { name: product.name, kind: 'sold-out' };
  const options = productOptions(product, flags);
  const chosen = chosenOptions(options);
  for (const { key, values } of options) {
    const before = orderedValue(ordered, key).toLowerCase();
    const now = chosen[key] || (values.find((value) => value.toLowerCase() === before) ?? '');
    if (now === '' || (before && now.toLowerCase() !== before))
      return { name: product.name, kind: 'option-gone' };
    chosen[key] = now;
  }
  const { variants = [] } = product;
  const sold = asChosen(product, variants, chosen);
  if (sold.stock <= 0) return { name: product.name, kind: 'sold-out' };
  const line = cartLine(sold, chosen, chosenVariant(variants, chosen)?.id);
  return { name: product.name, quantity, line };
}

/** The cart with an order's lines added, up to the stock, and the outcome of each line. */
export function withReorder(
  cart: readonly CartLine[],
  again: readonly ReorderLine[],
): { lines: CartLine[]; results: ReorderResult[] } {
  let lines = [...cart];
  const results = again.map((wanted): ReorderResult => {
    if ('kind' in wanted) return wanted;
    const { name, quantity, line } = wanted;
    const identity = lineIdentity(line);
    const before = quantityOf(lines, identity);
    lines = withMore(lines, line, quantity);
    const added = quantityOf(lines, identity) - before;
    if (added <= 0) return { name, kind: 'all-in-cart' };
    return added < quantity ? { name, kind: 'fewer', added, wanted: quantity } : { name, kind: 'added' };
  });
  return { lines, results };
}
