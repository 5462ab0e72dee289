import { translatedWords } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { type OrderLineRow, orderLineRow } from '#app/lib/order-line-row.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { mayBePaidOnline } from './payment-state.ts';

const listColumns =
  'id, number, status, cost, created_at, order_lines (id, name, image, quantity, kept, translations, garment)';
const replacedOrder =
  'replaces:returns!returns_tenant_id_replacement_order_id_fkey (order:orders!returns_tenant_id_order_id_fkey (id, number))' as const;
const orderColumns = `
  *, address, owes, awaited_deposit, awaits_confirmation, due_online, due_by_transfer, closed_payments, next_statuses, is_changeable, ${replacedOrder}, replaced_by:orders (id, number, status, is_exchange), order_lines (*, open_pieces), order_events (id, actor, from_status, to_status, note, remark, pieces, created_at),
  shipments (*, cash_to_collect, shipment_lines (order_line_id, quantity)), returns!returns_tenant_id_order_id_fkey (*, return_lines (order_line_id, quantity)),
  refunds (id, number, amount, way, state, sent_at, created_at), order_edits (*, shown_changes, next_states), transfers (id, state, answer, created_at),
  invoices (id, kind, code, total, issued_at)` as const;

/** Page size. */
const mostOrders = 50;

/**
 * Reads a shopper's orders, newest first, and whether older ones exist.
 * @param before ISO time; only orders placed before it
 */
export async function readOrders(userId: string, before?: string) {
  const supabase = await loadSupabase();
  const query = supabase
    .from('orders')
    .select(listColumns)
    .eq('tenant_id', pageTenant())
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('position', { referencedTable: 'order_lines' })
    .limit(mostOrders + 1);
  const rows = dataOf(await (before ? query.lt('created_at', before) : query));
  const orders = rows
    .slice(0, mostOrders)
    .map((row) => ({ ...row, order_lines: row.order_lines.map((line) => orderLineRow(line)) }));
  return { orders, older: rows.length > mostOrders };
}

/** An order's number. Links in text messages use it because it is shorter than an id. */
const orderNumber = /^[A-Z0-9]{1,6}(?:-[A-Z0-9]{5}){2}$/;

/**
 * Reads a shopper's order by its id or number, with lines, history, the actions possible on delivered items, and bank
 * holds; null if it does not exist or belongs to someone else.
 */
export async function readOrder(id: string, userId: string) {
  if (!isRowId(id) && !orderNumber.test(id)) return null;
  const supabase = await loadSupabase();
  const read = supabase
    .from('orders')
    .select(orderColumns)
    .eq(isRowId(id) ? 'id' : 'number', id)
    .eq('tenant_id', pageTenant())
    .eq('user_id', userId)
    .order('position', { referencedTable: 'order_lines' })
    .order('created_at', { referencedTable: 'order_events' })
    .order('number', { referencedTable: 'shipments' })
    .order('number', { referencedTable: 'returns' })
    .order('number', { referencedTable: 'refunds' })
    .order('created_at', { referencedTable: 'transfers', ascending: false })
    .order('issued_at', { referencedTable: 'invoices' })
    .maybeSingle();
  const order = dataOf(await read);
  if (!order) return null;
  const aftercare = order.delivered_at
    ? dataOf(await supabase.rpc('line_aftercare', { p_order_id: order.id }))
    : [];
  const mayBeHeld = mayBePaidOnline(order) && order.owes > 0;
  const holds = mayBeHeld ? dataOf(await supabase.rpc('order_holds', { p_order_id: order.id })) : [];
  return { ...order, aftercare, holds, order_lines: order.order_lines.map((line) => orderLineRow(line)) };
}

/** The order that an order replaces, and its replacement; a cancelled replacement does not count. */
export function replacementsOf({ replaces, replaced_by }: Pick<FullOrder, 'replaces' | 'replaced_by'>) {
  return {
    replaces: replaces[0]?.order,
    replacedBy: replaced_by.find(({ status }) => status !== 'cancelled'),
  };
}

/** Reads the bank details in the page's language from the settings; '' when missing or on failure. */
export async function readBankDetails(): Promise<string> {
  const supabase = await loadSupabase();
  const { data } = await supabase
    .from('settings')
    .select('payment, translations')
    .eq('tenant_id', pageTenant())
    .maybeSingle();
  const { bankDetails = data?.payment.bankDetails } = translatedWords(data?.translations, 'payment');
  return typeof bankDetails === 'string' ? bankDetails.trim() : '';
}

export type ListedOrder = Awaited<ReturnType<typeof readOrders>>['orders'][number];
export type FullOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>>;
export type Shipment = FullOrder['shipments'][number];
export type OrderReturn = FullOrder['returns'][number];
export type OrderLine = OrderLineRow<Tables<'order_lines'>>;
