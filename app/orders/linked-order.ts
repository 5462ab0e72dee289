import { dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Amounts are pounds. */
type LinkedRow = Filled<
  Database['public']['Functions']['order_by_link']['Returns'][number],
  'translations' | 'garment' | 'tracking_number' | 'tracking_url'
>;

/**
 * Reads an order without an account by the secret in its message's link; null if it belongs to an account, or the
 * secret is unknown. @throws BackendError
 */
export async function readLinkedOrder(secret: string) {
  const supabase = await loadSupabase();
  const [order] = dataOf(
    await supabase.rpc('order_by_link', { p_token: secret }).overrideTypes<LinkedRow[], { merge: false }>(),
  );
  return order ? { ...order, lines: order.lines.map((line) => orderLineRow(line)) } : null;
}

export type LinkedOrder = NonNullable<Awaited<ReturnType<typeof readLinkedOrder>>>;
