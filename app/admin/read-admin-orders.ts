import { pageTenant } from '#app/brands/page-tenant.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { Constants, type Enums } from '#app/lib/database.types.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

export const ordersPerPage = 25;
export const orderStatuses = Constants.public.Enums.order_status;

const columns =
  'id, number, status, payment_method, payment_status, total, customer_name, created_at, order_lines (quantity)';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A status as an address names it; undefined for anything else. */
export function statusOf(text: string | null): Enums<'order_status'> | undefined {
  return orderStatuses.find((status) => status === text);
}

/** A page of the store's orders, newest first. Pages count from 1. */
export async function readAdminOrders(filter: { status: Enums<'order_status'> | undefined; page: number }) {
  const supabase = await loadSupabase();
  const from = (filter.page - 1) * ordersPerPage;
  let query = supabase
    .from('orders')
    .select(columns, { count: 'exact' })
    .eq('tenant_id', pageTenant())
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + ordersPerPage - 1);
  if (filter.status) query = query.eq('status', filter.status);
  const answer = await query;
  return { orders: dataOf(answer), count: answer.count ?? 0 };
}

/** One order of the store with its lines, its history and the moves that staff may make with it; null when there is none. */
export async function readAdminOrder(id: string) {
  if (!uuid.test(id)) return null;
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('orders')
    .select('*, order_lines (*), order_events (id, actor, from_status, to_status, note, created_at)')
    .eq('id', id)
    .eq('tenant_id', pageTenant())
    .order('position', { referencedTable: 'order_lines' })
    .order('created_at', { referencedTable: 'order_events' })
    .maybeSingle();
  const order = dataOf(answer);
  if (!order) return null;
  const moves = dataOf(
    await supabase
      .from('order_moves')
      .select('to_status')
      .eq('from_status', order.status)
      .eq('by_staff', true),
  );
  return { order, moves: moves.map((move) => move.to_status) };
}
