import { dataOf } from '#app/lib/backend-error.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { listPage } from '../../kit/list/list-page.ts';
import { containsCondition, mayBePhone, nationalDigits } from '../../kit/list/search-pattern.ts';
import { orderOf } from '../../kit/list/sort.ts';
import { dayAfter } from '../../kit/shop-time.ts';
import { type OrderFilter, orderSorts } from '../model/order-filter.ts';

export const ordersPerPage = 50;

const columns =
  'id, number, status, payment_method, payment_status, total, customer_name, customer_email, created_at, slot_date, slot_from, slot_to, replaces_order_id, order_lines (quantity)';
const phone = 'address->>phone';
const searchColumns = ['number', 'customer_name', 'customer_email', phone];

/** Returns a condition for orders that contain a text or were sent to a phone number, in any format. */
function searchCondition(text: string): string {
  const contains = containsCondition(searchColumns, text);
  return mayBePhone(text) ? `${contains},${containsCondition([phone], nationalDigits(text))}` : contains;
}

/** From this offset on, a page is read by ids first, so that the rows before it are not read. */
const deepOffset = 1000;

/** Returns the start of a day in store time, as PostgreSQL input. */
const startOf = (day: string) => `${day} 00:00 Africa/Cairo`;

/** Returns the query for the orders of a store that match a filter, unsorted. */
export function filteredOrders<Columns extends string>(
  supabase: Supabase,
  tenantId: string,
  filter: OrderFilter,
  selected: Columns,
  count?: 'exact',
) {
  let query = supabase
    .from('orders')
    .select(selected, count && { count })
    .eq('tenant_id', tenantId);
  if (filter.search) query = query.or(searchCondition(filter.search));
  if (filter.statuses.length > 0) query = query.in('status', filter.statuses);
  if (filter.payment) query = query.eq('payment_status', filter.payment);
  if (filter.method) query = query.eq('payment_method', filter.method);
  if (filter.from) query = query.gte('created_at', startOf(filter.from));
  if (filter.to) query = query.lt('created_at', startOf(dayAfter(filter.to, 1)));
  if (filter.slot) query = query.eq('slot_id', filter.slot);
  if (filter.slotDay) query = query.eq('slot_date', filter.slotDay);
  if (filter.customer) query = query.eq('user_id', filter.customer);
  return query;
}

/** Reads a page of a store's orders. Pages start at 1. @throws BackendError */
export async function listOrders(
  supabase: Supabase,
  tenantId: string,
  filter: OrderFilter,
  perPage = ordersPerPage,
) {
  const from = (filter.page - 1) * perPage;
  const to = from + perPage - 1;
  const { column, ascending } = orderOf(filter.sort, orderSorts);
  // Orders without a delivery day come last in both directions.
  const order = { ascending, nullsFirst: false };
  if (from < deepOffset) {
    const answer = await filteredOrders(supabase, tenantId, filter, columns, 'exact')
      .order(column, order)
      .order('id')
      .range(from, to);
    const { rows, count } = listPage(answer);
    return { orders: rows, count };
  }
  const answer = await filteredOrders(supabase, tenantId, filter, 'id', 'exact')
    .order(column, order)
    .order('id')
    .range(from, to);
  const { rows, count } = listPage(answer);
  const ids = rows.map(({ id }) => id);
  const orders = dataOf(
    await supabase.from('orders').select(columns).eq('tenant_id', tenantId).in('id', ids),
  );
  return { orders: ids.flatMap((id) => orders.find((order) => order.id === id) ?? []), count };
}
