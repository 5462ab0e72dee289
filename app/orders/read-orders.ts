import { dataOf } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const listColumns = 'id, number, status, total, created_at, order_lines (id, name, image, quantity)';
const orderColumns = '*, order_lines (*), order_events (id, actor, from_status, to_status, note, created_at)';

/** Orders that are read at once. */
const mostOrders = 50;

/**
 * A shopper's orders in this store, newest first, and whether there are older ones.
 * @param before the ISO time that all of them were placed before; from the newest on unless given.
 */
export async function readOrders(userId: string, before?: string) {
  const supabase = await loadSupabase();
  const orders = supabase
    .from('orders')
    .select(listColumns)
    .eq('tenant_id', pageTenant())
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('position', { referencedTable: 'order_lines' })
    .limit(mostOrders + 1);
  const found = dataOf(await (before ? orders.lt('created_at', before) : orders));
  return { orders: found.slice(0, mostOrders), older: found.length > mostOrders };
}

/** One order of a shopper with its lines and history; null for one that is not there or not theirs: both look the same. */
export async function readOrder(id: string, userId: string) {
  if (!isRowId(id)) return null;
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('orders')
    .select(orderColumns)
    .eq('id', id)
    .eq('tenant_id', pageTenant())
    .eq('user_id', userId)
    .order('position', { referencedTable: 'order_lines' })
    .order('created_at', { referencedTable: 'order_events' })
    .maybeSingle();
  return dataOf(answer);
}

/** The moves that shoppers may make, as the table of allowed moves has them. */
export async function readShopperMoves() {
  const supabase = await loadSupabase();
  const answer = await supabase.from('order_moves').select('from_status, to_status').eq('by_shopper', true);
  return dataOf(answer);
}

/** The order that sends an order's items again in another size, and the one that an order itself replaces. */
export async function readReplacements(order: { id: string; replaces_order_id: string | null }) {
  const supabase = await loadSupabase();
  const orders = () => supabase.from('orders').select('id, number').eq('tenant_id', pageTenant());
  const [by, of] = await Promise.all([
    orders().eq('replaces_order_id', order.id).neq('status', 'cancelled').limit(1).maybeSingle(),
    order.replaces_order_id ? orders().eq('id', order.replaces_order_id).maybeSingle() : null,
  ]);
  return { replacedBy: dataOf(by), replaces: of ? dataOf(of) : null };
}

export type ListedOrder = Awaited<ReturnType<typeof readOrders>>['orders'][number];
export type FullOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>>;
export type OrderLine = Tables<'order_lines'>;
