import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database, Enums } from '#app/lib/database.types.ts';
import { foldText } from '#app/lib/folded-text.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { cleanSearch } from '#app/lib/typed-text.ts';
import { valuesInWords } from '#app/product/variants.ts';
import { callOnce } from './call-once.ts';

/** A variant that an item can be exchanged for; `price` is pounds. */
export type OfferedVariant = {
  id: string;
  /** Its option values, such as "Black · M"; '' for a product without options. */
  options: string;
  price: number;
  stock: number;
};

/** A product with the variants in stock. */
export type OfferedProduct = { id: string; name: string; variants: OfferedVariant[] };

/** Maximum number of products found. */
const mostProducts = 8;

/**
 * Searches the store's products by name, brand or tag, without sold-out variants.
 * @throws BackendError
 */
export async function searchOffered(text: string): Promise<OfferedProduct[]> {
  const wanted = foldText(cleanSearch(text, 200))
    .trim()
    .replace(/\*/g, '')
    .replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const supabase = await loadSupabase();
  const rows = dataOf(
    await supabase
      .from('products')
      .select(
        'id, name, price, translations, product_options (position, translations), product_variants!inner (id, option1, option2, option3, price, stock, position)',
      )
      .eq('tenant_id', pageTenant())
      .eq('is_active', true)
      .eq('product_variants.is_active', true)
      .gt('product_variants.stock', 0)
      .like('search_text', `%${wanted}%`)
      .order('name')
      .order('position', { referencedTable: 'product_variants' })
      .limit(mostProducts),
  );
  return rows.map((product) => ({
    id: product.id,
    name: translatedRow(product).name,
    variants: product.product_variants.map((variant) => ({
      id: variant.id,
      options: valuesInWords(variant, product.product_options).join(' · '),
      price: variant.price ?? product.price ?? 0,
      stock: variant.stock,
    })),
  }));
}

/** Items of an order's line, and the variant to get for them. */
export type Exchange = { order_line_id: string; quantity: number; variant_id: string };

type How = { method: Enums<'shipping_method'>; payment: Enums<'payment_method'> };

/** Prices of an exchange in pounds, as `quote_exchange` returns them. */
export type ExchangeQuote = Database['public']['Functions']['quote_exchange']['Returns'][number];

/** Prices an exchange, or says why it is not possible. */
export async function quoteExchange(
  orderId: string,
  exchange: Exchange,
  how: How,
): Promise<ExchangeQuote | { refusal: string }> {
  try {
    const supabase = await loadSupabase();
    const [quote] = dataOf(
      await supabase.rpc('quote_exchange', {
        p_order_id: orderId,
        p_lines: [exchange],
        p_payment_method: how.payment,
        p_shipping_method: how.method,
      }),
    );
    if (quote) return quote;
  } catch (error) {
    const refusal = refusalMessage(error, orderLineRow);
    if (refusal) return { refusal };
  }
  return { refusal: ordersTexts()('unreachable') };
}

/**
 * Requests an exchange; returns the order of the new items.
 * @throws BackendError
 */
export async function requestExchange(
  orderId: string,
  exchange: Exchange,
  { method, payment, key }: How & { key: string },
): Promise<{ id: string; number: string }> {
  return callOnce(`request_exchange ${orderId}`, (supabase) =>
    supabase.rpc('request_exchange', {
      p_order_id: orderId,
      p_lines: [exchange],
      p_payment_method: payment,
      p_shipping_method: method,
      p_idempotency_key: key,
    }),
  );
}
