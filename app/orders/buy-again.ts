import type { Tenant } from '#app/brands/brand.ts';
import { type CartLine, cartLine, lineIdentity, quantityOf, withMore } from '#app/cart/cart-line.ts';
import type { Product } from '#app/product/product.ts';
import {
  type OptionKey,
  type OptionKind,
  optionKinds,
  otherName,
  productOptions,
  resolveOptions,
} from '#app/product/product-options.ts';
import { chosenVariant, productForChoice, type Variant } from '#app/product/variants.ts';
import type { OrderLine } from './read-orders.ts';

/** Result of adding an order line to the cart. */
export type ReorderResult = { name: string } & (
  | { kind: 'added' | 'gone' | 'sold-out' | 'option-gone' | 'all-in-cart' | 'design-gone' }
  | { kind: 'fewer'; added: number; wanted: number }
);

/** A cart line with the ordered quantity, or the reason why there is none. */
export type ReorderLine =
  | { name: string; quantity: number; line: Omit<CartLine, 'quantity'> }
  | { name: string; kind: 'gone' | 'sold-out' | 'option-gone' | 'design-gone' };

/** An order line's data about the ordered product. */
export type Ordered = Pick<OrderLine, 'name' | 'quantity' | 'product_id' | 'garment' | OptionKind> &
  Partial<Pick<OrderLine, 'options'>>;

/** The ordered value of an option, or ''. */
function orderedValue(ordered: Ordered, key: OptionKey): string {
  const kind = optionKinds.find((one) => one === key);
  if (kind) return ordered[kind] ?? '';
  return ordered.options?.find(({ name }) => name === otherName(key))?.value ?? '';
}

/** Whether the printed product no longer exists. Garments of the designer are not products. */
export function isRemoved(ordered: Pick<OrderLine, 'garment'>, product: Product | undefined): boolean {
  return !product && !ordered.garment;
}

/** An ordered product's current data, with its variants. */
export type ReorderProduct = Product & { variants?: readonly Variant[] };

/** Builds the cart line of an order line (without its design) from the current product. */
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
  const chosen = resolveOptions(options);
  for (const { key, values } of options) {
    const before = orderedValue(ordered, key).toLowerCase();
    const now = chosen[key] || (values.find((value) => value.toLowerCase() === before) ?? '');
    if (now === '' || (before && now.toLowerCase() !== before))
      return { name: product.name, kind: 'option-gone' };
    chosen[key] = now;
  }
  const { variants = [] } = product;
  const shownProduct = productForChoice(product, variants, chosen);
  if (shownProduct.stock <= 0) return { name: product.name, kind: 'sold-out' };
  const line = cartLine(shownProduct, chosen, chosenVariant(variants, chosen)?.id);
  return { name: product.name, quantity, line };
}

/** Adds an order's lines to the cart, up to the stock. Returns the result for each line. */
export function withReorder(
  cart: readonly CartLine[],
  reorderLines: readonly ReorderLine[],
): { lines: CartLine[]; results: ReorderResult[] } {
  let lines = [...cart];
  const results = reorderLines.map((reorderLine): ReorderResult => {
    if ('kind' in reorderLine) return reorderLine;
    const { name, quantity, line } = reorderLine;
    const identity = lineIdentity(line);
    const before = quantityOf(lines, identity);
    lines = withMore(lines, line, quantity);
    const added = quantityOf(lines, identity) - before;
    if (added <= 0) return { name, kind: 'all-in-cart' };
    return added < quantity ? { name, kind: 'fewer', added, wanted: quantity } : { name, kind: 'added' };
  });
  return { lines, results };
}
