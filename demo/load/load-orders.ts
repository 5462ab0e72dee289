import type { Enums, TablesUpdate } from '../../app/lib/database.types.ts';
import type { DemoOrder, DemoStore } from './demo-files.ts';
import { productIds, slotId } from './load-catalogue.ts';
import {
  dataOf,
  daysBefore,
  forEach,
  type LoadContext,
  orderKey,
  stableId,
  succeeded,
} from './load-context.ts';
import type { StorePeople } from './load-people.ts';

type Status = DemoOrder['status'];

/** The statuses that an order passes through after placement, up to `status`. */
function wayTo(status: Status): readonly Status[] {
  const straight: Status[] = ['confirmed', 'in_production', 'shipped', 'delivered'];
  switch (status) {
    case 'pending':
    case 'awaiting_payment':
      return [];
    case 'cancelled':
      return ['cancelled'];
    case 'return_requested':
      return [...straight, 'return_requested'];
    case 'returned':
      return [...straight, 'return_requested', 'returned'];
    case 'partly_sent':
      return [...straight.slice(0, 2), 'partly_sent'];
    case 'returned_to_sender':
      return [...straight.slice(0, 3), 'returned_to_sender'];
    default:
      return straight.slice(0, straight.indexOf(status) + 1);
  }
}

/** Days after which an order reached the n-th status; never in the future. */
const daysUntil = (step: number, daysAgo: number): number =>
  Math.min(daysAgo * 0.95, [0.1, 0.6, 1.6, 3.1, 3.8, 5.4][step] ?? 6);

/** Days that cover the five working days of every zone of the demo. */
const promisedWithin = 8;

/** The next day after the promised ones with a delivery in this slot, as YYYY-MM-DD. */
function nextDay(dayOfWeek: number, now: Date): string {
  const ahead = promisedWithin + ((dayOfWeek - now.getUTCDay() - promisedWithin + 14) % 7);
  return daysBefore(now, -ahead).slice(0, 10);
}

function requestFor(id: string, order: DemoOrder, key: string, products: Map<string, string>, now: Date) {
  const { slot } = order;
  return {
    tenant_id: id,
    idempotency_key: key,
    lines: order.lines.map(({ product, quantity, size = null, color = null }) => ({
      product_id: products.get(product) ?? '',
      quantity,
      size,
      color,
    })),
    address_id: stableId('address', id),
    shipping_method: order.shipping,
    payment_method: order.payment,
    note: order.note ?? '',
    ...(order.code ? { discount_code: order.code } : {}),
    ...(slot ? { slot_id: slotId(id, slot.day, slot.from), slot_date: nextDay(slot.day, now) } : {}),
  };
}

type Placed = { id: string; status: Enums<'order_status'>; lines: { id: string; quantity: number }[] };

async function moveAlong(order: Placed, plan: DemoOrder, { shopper, staff }: StorePeople): Promise<void> {
  const way = wayTo(plan.status);
  const reached = (way as readonly string[]).indexOf(order.status);
  for (const p_status of way.slice(reached + 1)) {
    const step = `order moved to ${p_status}`;
    if (order.status === 'awaiting_payment' && p_status === 'confirmed') {
      const p_reference = `Transfer ${order.id.slice(0, 6)}`;
      const paid = { p_order_id: order.id, p_outcome: 'paid', p_reference };
      succeeded(step, await staff.rpc('record_payment', paid));
      continue;
    }
    if (p_status === 'partly_sent') {
      await sendFirstLine(order, staff);
      continue;
    }
    if (p_status === 'returned_to_sender') {
      await bringBack(order, staff);
      continue;
    }
    const byShopper = p_status === 'cancelled' || p_status === 'return_requested';
    const p_note = byShopper ? (plan.reason ?? '') : '';
    const move = { p_order_id: order.id, p_status, p_note, p_restock: p_status === 'returned' };
    succeeded(step, await (byShopper ? shopper : staff).rpc('change_order_status', move));
  }
}

/** Ships only the first line; continues with a shipment that is already packed. */
async function sendFirstLine({ id, lines }: Placed, staff: StorePeople['staff']): Promise<void> {
  const packed = await staff.from('shipments').select('id').eq('order_id', id).eq('state', 'packed');
  let [shipment] = dataOf('shipments', packed);
  if (!shipment) {
    const [line] = lines;
    const p_lines = line ? [{ order_line_id: line.id, quantity: line.quantity }] : [];
    const answer = await staff.rpc('pack_order', { p_order_id: id, p_lines });
    shipment = dataOf('parcel of an order', answer);
  }
  const sent = { p_shipment_ids: [shipment.id], p_state: 'handed_over' as const };
  succeeded('parcel handed over', await staff.rpc('move_shipments', sent));
}

/** Returns an order's shipments to sender. */
async function bringBack({ id }: Placed, staff: StorePeople['staff']): Promise<void> {
  const shipments = dataOf('shipments', await staff.from('shipments').select('id').eq('order_id', id));
  const back = {
    p_shipment_ids: shipments.map((shipment) => shipment.id),
    p_state: 'returned_to_sender' as const,
    p_note: 'Nobody answered the phone.',
  };
  succeeded('parcel came back', await staff.rpc('move_shipments', back));
}

/** Settles the cash that carriers collected for older orders. */
async function settleOldCash(
  orders: readonly (Placed & { plan: DemoOrder })[],
  tenantId: string,
  staff: StorePeople['staff'],
): Promise<void> {
  const old = orders.filter(({ plan }) => plan.days_ago > 10).map(({ id }) => id);
  const collected = await staff
    .from('shipments')
    .select('id, cash_collected, shipment_staff_facts!inner (settled_at)')
    .in('order_id', old)
    .gt('cash_collected', 0)
    .is('shipment_staff_facts.settled_at', null);
  const lines = dataOf('cash with couriers', collected).map(({ id, cash_collected }) => ({
    shipment_id: id,
    amount: cash_collected,
    fee: 25,
  }));
  if (lines.length === 0) return;
  const statement = { p_tenant_id: tenantId, p_settlement: { reference: 'Statement 41', lines } };
  succeeded('cash of couriers', await staff.rpc('settle_cash', statement));
}

/** Backdates orders and their history to the demo's dates. */
async function dateBack(orders: readonly (Placed & { plan: DemoOrder })[], { client, now }: LoadContext) {
  const plans = new Map(orders.map(({ id, plan }) => [id, plan]));
  const at: TimeOf = (id, status) => {
    const plan = plans.get(id ?? '');
    const step = plan && status ? (wayTo(plan.status) as readonly string[]).indexOf(status) : -1;
    const after = plan && step >= 0 ? daysUntil(step, plan.days_ago) : 0;
    return daysBefore(now, (plan?.days_ago ?? 0) - after);
  };
  // One at a time: updating orders in every store is refused while another such update runs in the same
  // store.
  await forEach(orders, 1, async ({ id, plan }) => {
    const dates: TablesUpdate<'orders'> = {
      created_at: at(id, null),
      // Nobody pays for it, and it should wait for as long as the demo exists.
      reserved_until: null,
      updated_at: at(id, plan.status),
      ...(wayTo(plan.status).includes('delivered') ? { delivered_at: at(id, 'delivered') } : {}),
    };
    succeeded('dates of an order', await client.from('orders').update(dates).eq('id', id));
    await dateShipmentsBack(id, plan, at, client);
  });
  const ids = [...plans.keys()];
  const history = await client.from('order_events').select('*').in('order_id', ids);
  const events = dataOf('history of orders', history).map((event) => ({
    ...event,
    created_at: at(event.order_id, event.to_status),
  }));
  succeeded('history of orders', await client.from('order_events').upsert(events));
  const earned = await client.from('point_entries').select('*').in('order_id', ids);
  const points = dataOf('points of orders', earned).map((entry) => ({
    ...entry,
    created_at: at(
      entry.order_id,
      entry.kind === 'earned' ? 'delivered' : (plans.get(entry.order_id ?? '')?.status ?? null),
    ),
  }));
  if (points.length > 0) succeeded('points of orders', await client.from('point_entries').upsert(points));
  // Nobody is notified of past orders.
  succeeded('mails of orders', await client.from('order_notifications').delete().in('order_id', ids));
}

/** The ISO time at which an order reached a status or, without one, was placed. */
type TimeOf = (id: string | null, status: string | null) => string;

async function dateShipmentsBack(
  id: string,
  plan: DemoOrder,
  at: TimeOf,
  client: LoadContext['client'],
): Promise<void> {
  const way: readonly string[] = wayTo(plan.status);
  const sent = way.find((status) => status === 'shipped' || status === 'partly_sent');
  if (!sent) return;
  const arrived = way.includes('delivered') ? at(id, 'delivered') : null;
  const back = way.includes('returned_to_sender') ? at(id, 'returned_to_sender') : null;
  const shipments = client.from('shipments').update({
    ...{
      created_at: at(id, sent),
      handed_over_at: at(id, sent),
      updated_at: arrived ?? back ?? at(id, sent),
    },
    ...{ delivered_at: arrived, returned_to_sender_at: back },
  });
  succeeded('dates of parcels', await shipments.eq('order_id', id));
  const entries = client.from('payment_entries').update({ created_at: arrived ?? at(id, null) });
  succeeded('dates of money', await entries.eq('order_id', id).neq('kind', 'settled'));
  const happened = await client
    .from('shipment_events')
    .select('id, state, shipment:shipments!inner (order_id)')
    .eq('shipment.order_id', id);
  for (const event of dataOf('events of parcels', happened)) {
    const status =
      { delivered: 'delivered', returned_to_sender: 'returned_to_sender' }[String(event.state)] ?? sent;
    const seconds = event.state === 'packed' ? -60_000 : 0;
    const happened_at = new Date(Date.parse(at(id, status)) + seconds).toISOString();
    succeeded(
      'event of a parcel',
      await client
        .from('shipment_events')
        .update({ happened_at, created_at: happened_at })
        .eq('id', event.id),
    );
  }
}

/** Places the demo shopper's orders as the shopper, moves them as staff, and backdates them. */
export async function loadOrders(store: DemoStore, people: StorePeople, context: LoadContext): Promise<void> {
  const { client, now } = context;
  const { address, orders, reviews, wishlist } = store.orders;
  const own = { tenant_id: store.id, user_id: people.shopperId };
  const home = { ...address, ...own, id: stableId('address', store.id), is_default: true };
  const keep = (onConflict: string) => ({ onConflict, ignoreDuplicates: true });
  succeeded(`address in ${store.id}`, await client.from('addresses').upsert(home, keep('id')));
  const products = await productIds(store, client);
  const findOrder = async (p_idempotency_key: string): Promise<Placed | null> => {
    const found = await people.shopper
      .rpc('order_by_key', { p_tenant_id: store.id, p_idempotency_key })
      .select('id, status, lines:order_lines (id, quantity)')
      .order('position', { referencedTable: 'order_lines' })
      .maybeSingle();
    succeeded(`order of ${store.id}`, found);
    return found.data;
  };
  const done: (Placed & { plan: DemoOrder })[] = [];
  // Oldest first: after a delivered order, a shopper may hold more than half of the remaining stock unpaid.
  for (const [i, plan] of [...orders.entries()].toReversed()) {
    const key = orderKey(store.id, i);
    const place = async () => {
      const p_order = requestFor(store.id, plan, key, products, now);
      succeeded(`order ${i + 1} of ${store.id}`, await people.shopper.rpc('place_order', { p_order }));
      return findOrder(key);
    };
    // Some orders exist already when an interrupted load continues.
    const order = (await findOrder(key)) ?? (await place());
    if (!order) throw new Error(`Order ${i + 1} of ${store.id} was placed, and is not found.`);
    await moveAlong(order, plan, people);
    done.push({ ...order, plan });
  }
  await settleOldCash(done, store.id, people.staff);
  await dateBack(done, context);
  const reviewRows = reviews.map(({ product, days_ago, ...review }) => ({
    ...review,
    ...own,
    product_id: products.get(product) ?? '',
    id: stableId('review', store.id, product),
    created_at: daysBefore(now, days_ago),
  }));
  const once = keep('user_id,tenant_id,product_id');
  succeeded(`reviews in ${store.id}`, await client.from('reviews').upsert(reviewRows, once));
  const wishes = wishlist.map((name) => ({ ...own, product_id: products.get(name) ?? '' }));
  succeeded(`wishlist in ${store.id}`, await client.from('wishlists').upsert(wishes, once));
}
