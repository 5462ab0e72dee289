import { toPiastres } from '#app/lib/money.ts';
import { chosenVariant, type Variant } from '#app/product/variants.ts';
import { type CartLine, isOwnGarment, optionsOf } from './cart-line.ts';
import { type PriceRules, unitPrice } from './unit-price.ts';

/** What the store says now of a product that a cart holds. Price in pounds. */
export interface FreshProduct {
  id: string;
  name: string;
  price: number;
  stock: number;
  images: string[];
  /** What is sold of it; none where that is the product alone. */
  variants?: Variant[];
}

/** One thing that is different from when the line was put into the cart. Prices in piastres. */
export type CartChange =
  | { kind: 'price'; name: string; before: number; now: number }
  | { kind: 'stock'; name: string; left: number }
  | { kind: 'sold-out' | 'gone'; name: string };

/** What the prices of designs are reckoned with. */
export type PrintRules = Pick<PriceRules, 'textPrint' | 'imagePrint' | 'garmentPrices'>;

const none: PrintRules = { textPrint: 0, imagePrint: 0, garmentPrices: {} };

/** How many products the store is asked about at once. */
export const mostAsked = 100;

/** The ids of the products in a cart, once each and in an order of their own, in as many lists as there are questions. */
export function asksFor(lines: readonly CartLine[]): string[][] {
  const sold = lines.filter((line) => !isOwnGarment(line));
  const ids = [...new Set(sold.map((line) => line.product.id))].sort();
  return Array.from({ length: Math.ceil(ids.length / mostAsked) }, (_, turn) =>
    ids.slice(turn * mostAsked, (turn + 1) * mostAsked),
  );
}

/**
 * Brings kept lines up to date with the store and tells what changed, line by line. Products that were asked for and
 * are not in the answer are no longer sold; lines of others stay as they are. What is better stocked or looks different
 * is taken over without a word; where nothing differs at all, the lines are the ones that were given.
 */
export function refreshCart(
  lines: readonly CartLine[],
  products: readonly FreshProduct[],
  asked: readonly string[],
  rules: PrintRules = none,
): { lines: readonly CartLine[]; changes: CartChange[] } {
  const byId = new Map(products.map((product) => [product.id, product]));
  const left = new Map<string, number>();
  const changes: CartChange[] = [];
  const fresh = lines.flatMap((line): CartLine[] => {
    if (isOwnGarment(line)) return refreshGarment(line, rules, changes);
    const now = byId.get(line.product.id);
    if (!now && !asked.includes(line.product.id)) return [line];
    if (!now) {
      changes.push({ kind: 'gone', name: line.product.name });
      return [];
    }
    const { id: sold, price, stock, image, variantId } = soldNow(now, line);
    const room = left.get(sold) ?? stock;
    const quantity = Math.min(line.quantity, room);
    if (quantity < 1) {
      changes.push({ kind: 'sold-out', name: now.name });
      return [];
    }
    left.set(sold, room - quantity);
    if (quantity < line.quantity) changes.push({ kind: 'stock', name: now.name, left: stock });
    const before = toPiastres(line.product.price);
    const after = unitPrice(toPiastres(price), line.prints ?? null, rules) ?? before;
    if (before !== after) changes.push({ kind: 'price', name: now.name, before, now: after });
    const { name } = now;
    // A line with a design shows that, not the shop's picture.
    const images = line.prints ? line.product.images : image ? [image] : now.images;
    const product = { ...line.product, name, price: after / 100, stock, images };
    return [{ ...line, ...(variantId && !line.customizationId && { variantId }), quantity, product }];
  });
  // Two sizes of a product have one price: what is the same for both is said once.
  const said = new Map(changes.map((change) => [JSON.stringify(change), change]));
  const differ = JSON.stringify(fresh) !== JSON.stringify(lines);
  return { lines: differ ? fresh : lines, changes: [...said.values()] };
}

/** What a line is sold as now: the variant of its options, or the product where the store says no variants. */
function soldNow({ id, price, stock, variants = [] }: FreshProduct, line: CartLine) {
  if (variants.length === 0) return { id, price, stock, image: '', variantId: '' };
  const variant = chosenVariant(variants, optionsOf(line));
  if (!variant) return { id, price, stock: 0, image: '', variantId: '' };
  return { ...variant, price: variant.price ?? price, variantId: variant.id };
}

function refreshGarment(line: CartLine, rules: PrintRules, changes: CartChange[]): CartLine[] {
  const { name, price } = line.product;
  const after = unitPrice(null, line.prints ?? null, rules);
  if (after === null) {
    changes.push({ kind: 'gone', name });
    return [];
  }
  const before = toPiastres(price);
  if (before !== after) changes.push({ kind: 'price', name, before, now: after });
  return [{ ...line, product: { ...line.product, price: after / 100 } }];
}
