import { designedGarmentName } from '#app/lib/garment-words.ts';
import { toPiastres } from '#app/lib/money.ts';
import { chosenVariant, type Variant } from '#app/product/variants.ts';
import { type CartLine, isOwnGarment, lineOptions, lineOptionsText } from './cart-line.ts';
import { type PriceRules, unitPrice } from './unit-price.ts';

/** Current data of a product in the cart. Price in pounds. */
export interface FreshProduct {
  id: string;
  name: string;
  price: number;
  stock: number;
  images: string[];
  /** Its variants; missing for a product without options. */
  variants?: Variant[];
}

/** A difference between a cart line and the store. Prices in piastres. */
export type CartChange = {
  name: string;
  /** Options of the variant that changed, as text; '' when the product changed. */
  options: string;
} & (
  | { kind: 'price'; before: number; now: number }
  | { kind: 'stock'; left: number }
  | { kind: 'sold-out' | 'gone' }
);

const none: PriceRules = { textPrint: 0, imagePrint: 0, garmentPrices: {} };

/** Maximum number of products per request. */
export const maxBatch = 100;

/** Splits the cart's product ids into sorted batches without duplicates. */
export function productIdBatches(lines: readonly CartLine[]): string[][] {
  const stockId = lines.filter((line) => !isOwnGarment(line));
  const ids = [...new Set(stockId.map((line) => line.product.id))].sort();
  return Array.from({ length: Math.ceil(ids.length / maxBatch) }, (_, turn) =>
    ids.slice(turn * maxBatch, (turn + 1) * maxBatch),
  );
}

/**
 * Updates cart lines from the store and lists the changes. Requested products missing from `current` are no longer
 * sold; lines of other products stay as they are. Restocks and new pictures are applied silently. Returns the same
 * array when nothing differs.
 */
export function refreshCart(
  lines: readonly CartLine[],
  products: readonly FreshProduct[],
  requestedIds: readonly string[],
  rules: PriceRules = none,
): { lines: readonly CartLine[]; changes: CartChange[] } {
  const byId = new Map(products.map((product) => [product.id, product]));
  const stockLeft = new Map<string, number>();
  const changes: CartChange[] = [];
  const fresh = lines.flatMap((line): CartLine[] => {
    if (isOwnGarment(line)) return refreshGarment(line, rules, changes);
    const now = byId.get(line.product.id);
    if (!now && !requestedIds.includes(line.product.id)) return [line];
    if (!now) {
      changes.push({ kind: 'gone', name: line.product.name, options: '' });
      return [];
    }
    const { id: stockId, price, stock, image, variantId } = currentOffer(now, line);
    const { name } = now;
    const options = now.variants?.length ? lineOptionsText(line) : '';
    const available = stockLeft.get(stockId) ?? stock;
    const quantity = Math.min(line.quantity, available);
    if (quantity < 1) {
      changes.push({ kind: 'sold-out', name, options });
      return [];
    }
    stockLeft.set(stockId, available - quantity);
    if (quantity < line.quantity) changes.push({ kind: 'stock', name, options, left: stock });
    const before = toPiastres(line.product.price);
    const after = unitPrice(toPiastres(price), line.prints ?? null, rules) ?? before;
    if (before !== after) changes.push({ kind: 'price', name, options, before, now: after });
    // A designed line keeps its preview instead of the product's picture.
    const images = line.prints ? line.product.images : image ? [image] : now.images;
    const product = { ...line.product, name, price: after / 100, stock, images };
    return [{ ...line, ...(variantId && !line.customizationId && { variantId }), quantity, product }];
  });
  // Lines of one variant, or of a product without variants, report the same change once.
  const uniqueChanges = new Map(changes.map((change) => [JSON.stringify(change), change]));
  const differ = JSON.stringify(fresh) !== JSON.stringify(lines);
  return { lines: differ ? fresh : lines, changes: [...uniqueChanges.values()] };
}

/** The current variant of a line's options, or the product when it has no variants. */
function currentOffer({ id, price, stock, variants = [] }: FreshProduct, line: CartLine) {
  if (variants.length === 0) return { id, price, stock, image: '', variantId: '' };
  const variant = chosenVariant(variants, lineOptions(line));
  if (!variant) return { id, price, stock: 0, image: '', variantId: '' };
  return { ...variant, price: variant.price ?? price, variantId: variant.id };
}

function refreshGarment(line: CartLine, rules: PriceRules, changes: CartChange[]): CartLine[] {
  const { prints = null, product } = line;
  const name = prints ? designedGarmentName(prints.garment) : product.name;
  const after = unitPrice(null, prints, rules);
  if (after === null) {
    changes.push({ kind: 'gone', name, options: '' });
    return [];
  }
  const before = toPiastres(product.price);
  if (before !== after) changes.push({ kind: 'price', name, options: '', before, now: after });
  return [{ ...line, product: { ...product, name, price: after / 100 } }];
}
