import { amongStores } from '#app/auth/office-stores.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { returnStates } from '#app/lib/database.constants.ts';
import type { Database, Tables } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { foldText } from '#app/lib/folded-text.ts';
import { type OrderLineRow, orderLineRow } from '#app/lib/order-line-row.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { assignedIn, withAssignments, withReturnAssignments } from '../../ui/assignment/whose.ts';
import { ordersFound } from '../../ui/list/found-orders.ts';
import { listPage } from '../../ui/list/list-page.ts';
import { readByKey, sortedBy } from '../../ui/list/read-by-key.ts';
import { orderOf } from '../../ui/list/sort.ts';
import { dayAfter } from '../../ui/shop-time.ts';
import { claimColumns } from '../claims/claim-columns.ts';
import { type OrderFilter, orderSorts } from '../model/order-filter.ts';
import type { OrderQueue } from '../model/queues.ts';
import type { DeliveryHistory } from './delivery-history.ts';
import { printableOrder } from './printable-order.ts';

export const ordersPerPage = 50;

/** An order's phone number: in full for who may see it, and masked for everybody. */
const phoneColumns =
  'contact:order_addresses (phone:address->>phone), masked_phone:destination->>phone' as const;

const listColumns =
  `id, number, is_test, imported_from, user_id, tenant_id, status, queues, payment_method, online_method, deposit, payment_status, total, cost, charged, given_back, customer_name, customer_email, ${phoneColumns}, governorate,
  created_at, slot_date, slot_from, slot_to, replaces_order_id, assignments (user_id), order_tags (tag, folded),
  order_lines (id, quantity, cancelled, packed, sent, delivered, returned_to_sender, returned, kept, to_print, open_pieces),
  shipments (id, number, state, carrier_name, tracking_number, cash_due, awaits_inspection, is_bookable, can_change_carrier,
    shipment_lines (order_line_id, quantity, restocked, discarded, sent_again), carrier_bookings (state, problem), staff_facts:shipment_staff_facts (carrier_owes)),
  returns!returns_tenant_id_order_id_fkey (id, state, kind), refunds (id, state, amount), payment_entries (kind, amount)` as const;

/** The shipments by whose carrier orders are filtered; embedded without columns, it adds nothing to the response. */
const byCarrier = 'carried:shipments!inner()';
/** States of returns that wait for somebody. */
const openReturnStates = returnStates.flatMap(({ state, is_open: isOpen }) => (isOpen ? state : []));

/** Holds the search text of orders; hidden from shoppers. */
const searched = 'order_staff_facts';

/** From this offset on, read the page's ids first, so that skipped rows are not read in full. */
const deepOffset = 1000;

/** Returns the start of a day in store time, as PostgreSQL input. */
const startOf = (day: string) => `${day} 00:00 Africa/Cairo`;

/** What the texts of a filter find. */
interface Found {
  /** The condition of the search text, from `ordersFound`. */
  search: string;
  /** The orders with the phone number; null without one. */
  called: string[] | null;
}

/** Reads what the texts of a filter find. @throws BackendError */
async function foundBy(
  supabase: Supabase,
  tenantIds: readonly string[],
  { search, phone }: Pick<OrderFilter, 'search' | 'phone'>,
): Promise<Found> {
  const numbered = phone
    ? supabase.rpc('orders_found_by_phone', { p_tenant_ids: [...tenantIds], p_phone: phone })
    : null;
  return {
    search: await ordersFound(supabase, tenantIds, search),
    called: numbered && dataOf(await numbered),
  };
}

/** Adds the phone number as the reader may see it to an order of a list. */
const withPhone = <Row extends { contact: { phone: string | null } | null; masked_phone: string | null }>({
  contact,
  masked_phone: masked,
  ...row
}: Row) => ({ ...row, phone: contact?.phone ?? masked });

/** Returns the query for the stores' orders that match a filter and what its texts find, unsorted. */
function filteredOrders<Columns extends string>(
  supabase: Supabase,
  tenantIds: readonly string[],
  filter: OrderFilter,
  { search, called }: Found,
  selected: Columns,
  count?: 'exact',
) {
  // An embedded row without columns filters without adding to the response.
  const found = search ? `${selected}, ${searched}!inner()` : selected;
  const carried = filter.carrier ? `${found}, ${byCarrier}` : found;
  const tagged = filter.tag ? `${carried}, tagged:order_tags!inner()` : carried;
  const isOfReturns = filter.queue === 'returns';
  const embed = isOfReturns ? withReturnAssignments : withAssignments;
  const columns = embed(tagged, filter.whose) as Columns;
  let query = supabase
    .from('orders')
    .select(columns, count && { count })
    .filter('tenant_id', ...amongStores(tenantIds));
  if (search) query = query.or(search, { referencedTable: searched });
  if (filter.queue) query = query.contains('queues', [filter.queue]);
  if (filter.statuses.length > 0) query = query.in('status', filter.statuses);
  if (filter.payment) query = query.eq('payment_status', filter.payment);
  if (filter.method) query = query.eq('payment_method', filter.method);
  if (filter.from) query = query.gte('created_at', startOf(filter.from));
  if (filter.to) query = query.lt('created_at', startOf(dayAfter(filter.to, 1)));
  if (filter.slot) query = query.eq('slot_id', filter.slot);
  if (filter.slotDay) query = query.eq('slot_date', filter.slotDay);
  if (filter.customer) query = query.eq('user_id', filter.customer);
  if (filter.governorate) query = query.eq('governorate', filter.governorate);
  if (called) query = query.in('id', called);
  if (filter.carrier)
    query = query.eq('carried.carrier_name', filter.carrier).neq('carried.state', 'cancelled');
  if (filter.tag) query = query.eq('tagged.folded', foldText(filter.tag));
  if (filter.origin === 'own') query = query.is('imported_from', null);
  if (filter.origin === 'imported') query = query.not('imported_from', 'is', null);
  if (!isOfReturns) return assignedIn(query, filter.whose);
  const ofOpen = filter.whose ? query.in('work.state', openReturnStates) : query;
  return assignedIn(ofOpen, filter.whose, 'work.');
}

/** Number of orders in each queue, by store. */
export type QueueCounts = { tenantId: string; queue: OrderQueue; orders: number }[];

/** Reads the number of orders in each queue of the stores. @throws BackendError */
export async function readQueueCounts(tenantIds: readonly string[]): Promise<QueueCounts> {
  const supabase = await loadSupabase();
  const counts = dataOf(await supabase.rpc('order_queue_counts', { p_tenant_ids: [...tenantIds] }));
  return counts.map(({ tenant_id: tenantId, queue, orders }) => ({ tenantId, queue, orders }));
}

/** Reads a page of the stores' orders. Pages start at 1. @throws BackendError */
export async function readAdminOrders(
  tenantIds: readonly string[],
  filter: OrderFilter,
  perPage = ordersPerPage,
) {
  return readOrderPage(await loadSupabase(), tenantIds, filter, perPage);
}

/** Reads a page of the orders of one or several stores. @throws BackendError */
export async function readOrderPage(
  supabase: Supabase,
  tenantIds: readonly string[],
  filter: OrderFilter,
  perPage = ordersPerPage,
) {
  const from = (filter.page - 1) * perPage;
  const { column, ascending } = orderOf(filter.sort, orderSorts);
  const found = await foundBy(supabase, tenantIds, filter);
  const page = <Columns extends string>(selected: Columns) =>
    filteredOrders(supabase, tenantIds, filter, found, selected, 'exact')
      // Orders without a delivery day come last in both directions. The other columns have no nulls, and
      // `nulls last` would not match their indexes.
      .order(column, { ascending, ...(column === 'slot_date' ? { nullsFirst: false } : {}) })
      .order('id')
      .range(from, from + perPage - 1);
  // Rows of several stores are sorted, and only those of the page are read in full.
  if (tenantIds.length === 1 && from < deepOffset) {
    const { rows: orders, count: all } = listPage(await page(listColumns));
    return { rows: orders.map(withPhone), count: all };
  }
  const { rows, count } = listPage(await page('id'));
  const ids = rows.map(({ id }) => id);
  const orders = dataOf(
    await supabase
      .from('orders')
      .select(listColumns)
      .filter('tenant_id', ...amongStores(tenantIds))
      .in('id', ids),
  ).map(withPhone);
  return { rows: ids.flatMap((id) => orders.find((order) => order.id === id) ?? []), count };
}

/** Reads all of the stores' orders that match a filter, in the list's sort. @throws BackendError */
export async function readAllAdminOrders(
  tenantIds: readonly string[],
  filter: OrderFilter,
): Promise<AdminOrderRow[]> {
  const supabase = await loadSupabase();
  const found = await foundBy(supabase, tenantIds, filter);
  const orders = await readByKey<AdminOrderRow>(async (after, limit) => {
    const query = filteredOrders(supabase, tenantIds, filter, found, listColumns).order('id').limit(limit);
    return dataOf(await (after === null ? query : query.gt('id', after))).map(withPhone);
  });
  const { column, ascending } = orderOf(filter.sort, orderSorts);
  return sortedBy(orders, column, ascending);
}

export type AdminOrderRow = Awaited<ReturnType<typeof readAdminOrders>>['rows'][number];

/** Reads a store's delivery slots, for filters. @throws BackendError */
export async function readSlotChoices(tenantId: string) {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('delivery_slots')
      .select('id, day_of_week, from_time, to_time')
      .eq('tenant_id', tenantId)
      .order('day_of_week')
      .order('from_time'),
  );
}

/** Reads the name of a customer of one of the stores; '' when unknown. */
export async function readCustomerName(tenantIds: readonly string[], id: string): Promise<string> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('profiles')
    .select('name, email')
    .filter('tenant_id', ...amongStores(tenantIds))
    .eq('id', id)
    .limit(1);
  const [customer] = dataOf(answer);
  return customer ? customer.name || customer.email || '' : '';
}

/** The order that an order replaces; a cancelled replacement replaces none. */
const replacedOrder =
  'replaces:returns!returns_tenant_id_replacement_order_id_fkey (order:orders!returns_tenant_id_order_id_fkey (id, number))' as const;

/** All columns of an order, with its pieces, shipments and money. */
const orderColumns =
  `*, address, owes, awaited_deposit, awaits_confirmation, askable_by_link, next_statuses, is_changeable, is_packable, order_staff_facts (cash_overruled), assignments (user_id), ${replacedOrder}, replaced_by:orders (id, number, status, is_exchange), order_lines (*, open_pieces), shipments (*, is_bookable, returned_to_sender_late, awaits_inspection, cash_to_collect, seconds_to_take_back, seconds_to_take_delivery_back, can_send_lost_again, claim:carrier_claims (${claimColumns}), shipment_lines (*), shipment_events (*, made:shipment_event_actors (actor_id)), carrier_bookings (state, problem, carrier, cash), staff_facts:shipment_staff_facts (fee, carrier_owes)),
  returns!returns_tenant_id_order_id_fkey (*, assignments (user_id), return_lines (*), allowance:exchange_allowances (exchange_allowed)),
  refunds (*, refund_lines (*)), payment_entries (*), payments (id, amount, currency, status, held_amount, held_until, capture_amount, is_to_release)` as const;

/** What was said, sent and written about an order: a request of its own, since TypeScript cannot follow one of everything. */
const storyColumns =
  `order_tags (tag, folded), imported_orders (old_number, store_imports (file_name, created_at)),
  order_edits (*, shown_changes, next_states, facts:order_edit_staff_facts (agreed_how, agreed_with, agreed_at)),
  pay_links (id, draft_id, expires_at, created_at, pay_link_state, link_channels, messages:pay_link_messages (id, channel, sent_at, failed_at, created_at)),
  order_notifications (id, kind, channel, state, error, fallback_of, documents, created_at),
  invoices (id, kind, code, total, issued_at),
  order_calls (id, outcome, called_by, called_at, next_at, note),
  order_events (id, actor, made:order_event_actors (actor_id), from_status, to_status, note, remark, pieces, is_internal, created_at)` as const;

async function readOrder(supabase: Supabase, tenantId: string, id: string) {
  const [answer, story] = await Promise.all([
    supabase
      .from('orders')
      .select(orderColumns)
      .eq('id', id)
      .eq('tenant_id', tenantId)
      .order('position', { referencedTable: 'order_lines' })
      .order('number', { referencedTable: 'shipments' })
      .order('number', { referencedTable: 'returns' })
      .order('number', { referencedTable: 'refunds' })
      .order('id', { referencedTable: 'payment_entries' })
      .maybeSingle(),
    supabase
      .from('orders')
      .select(storyColumns)
      .eq('id', id)
      .eq('tenant_id', tenantId)
      .order('number', { referencedTable: 'order_edits' })
      .order('created_at', { referencedTable: 'pay_links', ascending: false })
      .order('created_at', { referencedTable: 'order_events' })
      .order('called_at', { referencedTable: 'order_calls' })
      .order('issued_at', { referencedTable: 'invoices' })
      .maybeSingle(),
  ]);
  const [order, told] = [dataOf(answer), dataOf(story)];
  if (!order || !told) return null;
  return {
    ...order,
    ...told,
    order_lines: order.order_lines.map((line) => orderLineRow(line)),
  };
}

export type AdminFullOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>>;
export type AdminOrderLine = AdminFullOrder['order_lines'][number];
export type AdminShipment = AdminFullOrder['shipments'][number];

/** An order with its lines as sold, and its invoice numbers. */
export type OrderWithLines = Tables<'orders'> & {
  order_lines: OrderLineRow<Tables<'order_lines'>>[];
  invoices: Pick<Tables<'invoices'>, 'kind' | 'code'>[];
};

/** Reads orders of the stores with their lines for printing, in the order of the ids; unknown ids are skipped. */
export async function readOrdersToPrint(tenantIds: readonly string[], ids: readonly string[]) {
  const validIds = ids.filter(isRowId).slice(0, 100);
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('orders')
    .select(
      '*, address, due_at_door, order_lines (*, open_pieces, piece_code), shipments (*, cash_to_collect, old_pieces_to_collect, shipment_code, shipment_lines (order_line_id, quantity)), invoices (kind, code)',
    )
    .in('id', validIds)
    .filter('tenant_id', ...amongStores(tenantIds))
    .order('position', { referencedTable: 'order_lines' })
    .order('number', { referencedTable: 'shipments' })
    .order('issued_at', { referencedTable: 'invoices' });
  const orders = dataOf(answer).map((order) => ({
    ...order,
    order_lines: order.order_lines.map((line) => orderLineRow(line)),
  }));
  return Promise.all(
    validIds.flatMap((id) => orders.find((order) => order.id === id) ?? []).map(printableOrder),
  );
}

export type PrintedOrder = Awaited<ReturnType<typeof readOrdersToPrint>>[number];

/** Who did something with an order, by id, and what became of shipments to its customer and to its phone number. */
type OrderPeople = DeliveryHistory & {
  names: Filled<Database['public']['CompositeTypes']['person_name']>[] | null;
};

/** Reads the id of the previous or next order in the filtered list; undefined at its end. */
export async function readNeighbour(
  id: string,
  side: 'newer' | 'older',
  filter: OrderFilter,
): Promise<string | undefined> {
  const supabase = await loadSupabase();
  const found = await supabase.from('orders').select('created_at').eq('id', id).maybeSingle();
  const here = dataOf(found);
  if (!here) return undefined;
  const at = `"${here.created_at}"`;
  const [time, key] = side === 'newer' ? ['gt', 'lt'] : ['lt', 'gt'];
  const texts = await foundBy(supabase, [pageTenant()], filter);
  const answer = await filteredOrders(supabase, [pageTenant()], filter, texts, 'id')
    .or(`created_at.${time}.${at},and(created_at.eq.${at},id.${key}.${id})`)
    .order('created_at', { ascending: side === 'newer' })
    .order('id', { ascending: side === 'older' })
    .limit(1);
  return dataOf(answer)[0]?.id;
}

/** Reads which of the stores has an order; undefined when none has it. @throws BackendError */
export async function readStoreOfOrder(
  tenantIds: readonly string[],
  id: string,
): Promise<string | undefined> {
  if (!isRowId(id)) return undefined;
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('orders')
    .select('tenant_id')
    .filter('tenant_id', ...amongStores(tenantIds))
    .eq('id', id)
    .maybeSingle();
  return dataOf(answer)?.tenant_id;
}

/** Reads an order with its whole history and the people involved; null when the store has no order with this id. */
export async function readAdminOrder(id: string, tenantId = pageTenant()) {
  return isRowId(id) ? readOrderWithPeople(await loadSupabase(), tenantId, id) : null;
}

/** `readAdminOrder` with a given client, for callers outside a page. @throws BackendError */
export async function readOrderWithPeople(supabase: Supabase, tenantId: string, id: string) {
  const [order, people] = await Promise.all([
    readOrder(supabase, tenantId, id),
    supabase.rpc('order_people', { p_order_id: id }),
  ]);
  const { names, ...history } = dataOf(people) as OrderPeople;
  return (
    order && {
      order,
      people: { ...history, names: Object.fromEntries((names ?? []).map(({ id, name }) => [id, name])) },
    }
  );
}
