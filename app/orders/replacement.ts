import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { optionList } from '#app/product/parse-values.ts';
import { chosenVariant } from '#app/product/variants.ts';
import type { ReorderProduct } from './buy-again.ts';
import { callOnce } from './call-once.ts';
import type { FullOrder, OrderLine } from './read-orders.ts';

/** A delivered line with its other available sizes. */
export interface SizedLine {
  id: string;
  name: string;
  quantity: number;
  size: string;
  sizes: readonly OfferedSize[];
}

interface OfferedSize {
  size: string;
  /** Weight of one item; 0 if unknown. */
  grams: number;
}

/**
 * Returns the lines that have a size, with the other sizes available: the product's, or the size chart's for a garment
 * of the designer.
 * @throws BackendError
 */
export async function readSizes(lines: readonly OrderLine[]): Promise<SizedLine[]> {
  const [{ readProductsOf }, { sizesOf }] = await Promise.all([
    import('./reorder-lines.ts'),
    import('#app/garments/size-charts.ts'),
  ]);
  const products = await readProductsOf(lines);
  return lines.flatMap((line) => {
    const { id, name, quantity, size, product_id, customization } = line;
    if (!size) return [];
    const product = products.find((one) => one.id === product_id);
    const chartSizes = !product_id && customization ? sizesOf(name.replace(/^Custom /, '')) : [];
    const offered = product
      ? soldSizes(product, line)
      : chartSizes.map((other) => ({ size: other, grams: 0 }));
    const sizes = offered.filter((other) => other.size.toLowerCase() !== size.toLowerCase());
    return [{ id, name, quantity, size, sizes }];
  });
}

/** Sizes whose variant has enough stock for the ordered quantity, with all other options unchanged. */
function soldSizes(
  product: ReorderProduct,
  line: Pick<OrderLine, 'quantity' | 'variant_id' | 'color' | 'type'>,
): OfferedSize[] {
  const sizes = optionList(product.size);
  const { variants = [] } = product;
  if (variants.length === 0)
    return product.stock >= line.quantity ? sizes.map((size) => ({ size, grams: 0 })) : [];
  const before = variants.find(({ id }) => id === line.variant_id)?.options;
  const variantOptions = before ?? { color: line.color ?? '', size: '', type: line.type ?? '' };
  return sizes.flatMap((size) => {
    const variant = chosenVariant(variants, { ...variantOptions, size });
    return variant && variant.stock >= line.quantity ? [{ size, grams: variant.grams ?? 0 }] : [];
  });
}

/** Total weight of the chosen sizes, by line id. */
export function replacementGrams(
  lines: readonly SizedLine[],
  chosen: Readonly<Record<string, string>>,
): number {
  return lines.reduce((sum, { id, quantity, sizes }) => {
    const grams = sizes.find(({ size }) => size === chosen[id])?.grams ?? 0;
    return sum + grams * quantity;
  }, 0);
}

/** Price of other sizes in pounds, and the refund once the old items are back at the store. */
export type ReplacementQuote = { goods: number; delivery: number; total: number; goes_back: number };

/** Prices a replacement. `newSizes` and `how` as for `requestReplacement`. */
export async function quoteReplacement(
  orderId: string,
  newSizes: readonly (readonly [string, string])[],
  how: { method: Enums<'shipping_method'>; payment: Enums<'payment_method'> },
): Promise<ReplacementQuote | { refusal: string }> {
  try {
    const supabase = await loadSupabase();
    const answer = await supabase.rpc('quote_size_replacement', {
      p_order_id: orderId,
      p_lines: linesOf(newSizes),
      p_payment_method: how.payment,
      p_shipping_method: how.method,
    });
    const [quote] = dataOf(answer);
    if (quote) return quote;
  } catch (error) {
    const refusal = refusalMessage(error, orderLineRow);
    if (refusal) return { refusal };
  }
  return { refusal: ordersTexts()('unreachable') };
}

const linesOf = (newSizes: readonly (readonly [string, string])[]) =>
  newSizes.map(([order_line_id, size]) => ({ order_line_id, size }));

/**
 * Orders a replacement.
 * @param newSizes pairs of line id and new size
 * @throws BackendError
 */
export async function requestReplacement(
  orderId: string,
  newSizes: readonly (readonly [string, string])[],
  how: { method: Enums<'shipping_method'>; payment: Enums<'payment_method'>; key: string },
): Promise<{ id: string; number: string }> {
  return callOnce(`request_size_replacement ${orderId}`, (supabase) =>
    supabase.rpc('request_size_replacement', {
      p_order_id: orderId,
      p_lines: linesOf(newSizes),
      p_payment_method: how.payment,
      p_shipping_method: how.method,
      p_idempotency_key: how.key,
    }),
  );
}

/** A delivery method for an address, and its fee in pounds. */
export type DeliveryWay = Awaited<ReturnType<typeof readDeliveryWays>>[number];

/**
 * Reads the delivery methods for another delivery of this weight to an order's address; empty if there are none.
 * @throws BackendError
 */
export async function readDeliveryWays({ address }: Pick<FullOrder, 'address'>, grams: number) {
  const { governorate = '', city = '' } = address;
  const supabase = await loadSupabase();
  return dataOf(
    await supabase.rpc('shipping_options', {
      p_tenant_id: pageTenant(),
      p_governorate: governorate,
      p_city: city,
      p_grams: grams,
    }),
  );
}
