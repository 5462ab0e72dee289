import { z } from 'zod';
import { brands } from '../../app/brands/brands.ts';
import type { Enums, TablesUpdate } from '../../app/lib/database.types.ts';
import { randomOf } from './art/raster/random.ts';
import type { DemoStore } from './catalogue/demo-stores.ts';
import { type DemoOrder, daysUntil, demoOrders, wayTo } from './demo-orders.ts';
import { type Client, dataOf, daysBefore, type SeedContext, succeeded } from './seed-context.ts';
import { type StorePeople, signInAs } from './seed-people.ts';
import { stableId } from './stable-id.ts';

const ADDRESSES: Readonly<
  Record<
    DemoStore['id'],
    { governorate: Enums<'governorate'>; city: string; street: string; building: string }
  >
> = {
  inkthread: { governorate: 'Cairo', city: 'Zamalek', street: 'Hassan Sabry Street', building: '14' },
  meeplehouse: { governorate: 'Cairo', city: 'Maadi', street: 'Road 9', building: '82' },
  casecraft: { governorate: 'Giza', city: 'Dokki', street: 'Mosaddak Street', building: '31' },
  northblock: { governorate: 'Qalyubia', city: 'Shubra El Kheima', street: '15 May Street', building: '7' },
  duoworks: {
    governorate: 'Alexandria',
    city: 'Saba Pasha',
    street: 'Abd El Salam Aref Street',
    building: '210',
  },
};

interface Goods {
  readonly id: string;
  readonly sizes: readonly string[];
  readonly colors: readonly string[];
}

/** What can be ordered without emptying a shelf that the demo wants nearly empty. */
async function plentifulGoods(store: DemoStore, { client }: SeedContext): Promise<Goods[]> {
  const answer = await client
    .from('products')
    .select('id, sizes, colors')
    .eq('tenant_id', store.id)
    .gt('stock', 10)
    .order('id');
  return dataOf(`products of ${store.id}`, answer);
}

function payment(store: DemoStore, status: string): string {
  const offered = brands.find(({ id }) => id === store.id)?.payment;
  if (offered?.bankTransfer && status === 'awaiting_payment') return 'bank_transfer';
  if (status === 'awaiting_payment') return 'online';
  return offered?.cashOnDelivery ? 'cash_on_delivery' : 'bank_transfer';
}

/** The next day, at least two days ahead, on which a slot delivers; as YYYY-MM-DD. */
function nextDay(dayOfWeek: number, now: Date): string {
  const ahead = 2 + ((dayOfWeek - now.getUTCDay() - 2 + 14) % 7);
  return daysBefore(now, -ahead).toISOString().slice(0, 10);
}

function orderRequest(
  store: DemoStore,
  order: DemoOrder,
  index: number,
  goods: readonly Goods[],
  context: SeedContext,
) {
  const random = randomOf(`order/${store.id}/${index}`);
  const from = Math.floor(random() * goods.length);
  const lines = Array.from({ length: order.lines }, (_, i) => {
    const product = goods[(from + i * 7) % goods.length];
    const option = (list: readonly string[] | undefined): string | null =>
      list?.[Math.floor(random() * list.length)] ?? null;
    return {
      product_id: product?.id ?? '',
      quantity: i === 0 ? order.quantity : 1,
      size: option(product?.sizes),
      color: option(product?.colors),
    };
  });
  const slot = order.slot ? store.words.slots[0] : undefined;
  const day = slot?.days[index % slot.days.length];
  const code = order.code ? store.words.codes.find(({ perPerson }) => perPerson === 1) : undefined;
  return {
    tenant_id: store.id,
    idempotency_key: stableId('order', store.id, `${index}`),
    lines,
    address_id: stableId('address', store.id),
    shipping_method: order.express ? 'express' : 'standard',
    payment_method: payment(store, order.status),
    note: order.note ?? '',
    ...(code ? { discount_code: code.code } : {}),
    ...(slot && day !== undefined
      ? { slot_id: stableId('slot', store.id, `${day}`, slot.from), slot_date: nextDay(day, context.now) }
      : {}),
  };
}

const placedOrder = z.object({
  id: z.string(),
  status: z.string(),
  lines: z.array(z.object({ product_id: z.string() })),
});

type Placed = z.infer<typeof placedOrder>;

/** The demo shopper's orders by the keys that they were placed with. */
async function placedOrders(store: DemoStore, shopper: Client): Promise<Map<string, Placed>> {
  const answer = await shopper
    .from('orders')
    .select('id, status, idempotency_key, lines:order_lines (product_id)')
    .eq('tenant_id', store.id);
  const rows = dataOf(`orders of ${store.id}`, answer);
  return new Map(rows.map((row) => [row.idempotency_key, placedOrder.parse(row)]));
}

/** Dates an order and its history back to when the demo says it was placed. */
async function dateBack(order: Placed, plan: DemoOrder, { client, now }: SeedContext): Promise<void> {
  const placedAt = daysBefore(now, plan.daysAgo);
  const at = (step: number): string => daysBefore(placedAt, -daysUntil(step, plan.daysAgo)).toISOString();
  const way = wayTo(plan.status);
  const delivered = way.indexOf('delivered');
  const dates: TablesUpdate<'orders'> = {
    created_at: placedAt.toISOString(),
    // Nobody pays for it, and it is to wait as long as the demo lasts.
    reserved_until: null,
    updated_at: way.length > 0 ? at(way.length - 1) : placedAt.toISOString(),
    ...(delivered >= 0 ? { delivered_at: at(delivered) } : {}),
  };
  succeeded('dates of an order', await client.from('orders').update(dates).eq('id', order.id));
  const events = dataOf(
    'history of an order',
    await client.from('order_events').select('*').eq('order_id', order.id).order('created_at').order('id'),
  );
  const dated = events.map((event) => {
    const step = event.to_status === null ? -1 : way.indexOf(event.to_status);
    return { ...event, created_at: step < 0 ? placedAt.toISOString() : at(step) };
  });
  succeeded('history of an order', await client.from('order_events').upsert(dated));
  const points = dataOf(
    'points of an order',
    await client.from('point_entries').select('*').eq('order_id', order.id),
  );
  const pointsDated = points.map((entry) => ({
    ...entry,
    created_at: at(entry.kind === 'earned' ? delivered : way.length - 1),
  }));
  if (pointsDated.length > 0)
    succeeded('points of an order', await client.from('point_entries').upsert(pointsDated));
}

async function moveAlong(order: Placed, plan: DemoOrder, shopper: Client, staff: Client): Promise<void> {
  const way = wayTo(plan.status);
  const reached = (way as readonly string[]).indexOf(order.status);
  for (const status of way.slice(reached + 1)) {
    if (order.status === 'awaiting_payment' && status === 'confirmed') {
      const paid = {
        p_order_id: order.id,
        p_outcome: 'paid',
        p_reference: `Transfer ${order.id.slice(0, 6)}`,
      };
      succeeded('payment of an order', await staff.rpc('record_payment', paid));
      continue;
    }
    const byShopper = status === 'cancelled' || status === 'return_requested';
    const answer = await (byShopper ? shopper : staff).rpc('change_order_status', {
      p_order_id: order.id,
      p_status: status,
      p_note: byShopper ? (plan.reason ?? '') : '',
      p_restock: status === 'returned',
    });
    succeeded(`order moved to ${status}`, answer);
  }
}

async function seedAddress(store: DemoStore, people: StorePeople, { client }: SeedContext): Promise<void> {
  const row = {
    ...ADDRESSES[store.id],
    id: stableId('address', store.id),
    tenant_id: store.id,
    user_id: people.shopper,
    label: 'Home',
    full_name: 'Demo Shopper',
    phone: '01001234567',
    floor: '3',
    apartment: '8',
    landmark: 'Next to the pharmacy',
    is_default: true,
  };
  succeeded(
    `address in ${store.id}`,
    await client.from('addresses').upsert(row, { onConflict: 'id', ignoreDuplicates: true }),
  );
}

/** Reviews of what the shopper received, approved but for the last one, which waits for staff. */
async function seedReviews(
  store: DemoStore,
  people: StorePeople,
  received: readonly string[],
  { client, now }: SeedContext,
): Promise<void> {
  const rows = (store.words.reviews ?? []).flatMap((review, i) => {
    const product = received[i];
    if (!product) return [];
    return [
      {
        id: stableId('review', store.id, `${i}`),
        tenant_id: store.id,
        product_id: product,
        user_id: people.shopper,
        rating: review.rating,
        title: review.title,
        body: review.body,
        status: i === 2 ? ('pending' as const) : ('approved' as const),
        created_at: daysBefore(now, 3 + i * 2).toISOString(),
      },
    ];
  });
  if (rows.length > 0)
    succeeded(
      `reviews in ${store.id}`,
      await client
        .from('reviews')
        .upsert(rows, { onConflict: 'user_id,tenant_id,product_id', ignoreDuplicates: true }),
    );
}

async function seedWishes(
  store: DemoStore,
  people: StorePeople,
  goods: readonly Goods[],
  { client }: SeedContext,
): Promise<void> {
  const rows = goods
    .slice(0, 3)
    .map(({ id }) => ({ tenant_id: store.id, user_id: people.shopper, product_id: id }));
  succeeded(
    `wishlist in ${store.id}`,
    await client
      .from('wishlists')
      .upsert(rows, { onConflict: 'user_id,tenant_id,product_id', ignoreDuplicates: true }),
  );
}

/** Places the demo shopper's orders as the shopper, moves them as staff would, and dates them back. */
export async function seedOrders(
  store: DemoStore,
  people: StorePeople,
  context: SeedContext,
): Promise<number> {
  const [shopper, staff] = await Promise.all([
    signInAs('shopper', store, context),
    signInAs('staff', store, context),
  ]);
  const goods = await plentifulGoods(store, context);
  await seedAddress(store, people, context);
  const offered = brands.find(({ id }) => id === store.id)?.payment;
  const plans = demoOrders(Boolean(offered?.onlinePayment || offered?.bankTransfer));
  const received: string[] = [];
  const ids: string[] = [];
  // Some stand already when filling the store goes on after it was interrupted.
  const standing = await placedOrders(store, shopper);
  for (const [index, plan] of plans.entries()) {
    const request = orderRequest(store, plan, index, goods, context);
    const placed =
      standing.get(request.idempotency_key) ??
      placedOrder.parse(
        dataOf(`order ${index + 1} of ${store.id}`, await shopper.rpc('place_order', { p_order: request })),
      );
    await moveAlong(placed, plan, shopper, staff);
    await dateBack(placed, plan, context);
    ids.push(placed.id);
    if (plan.status === 'delivered') received.push(...placed.lines.map(({ product_id }) => product_id));
  }
  // Nobody is written to about orders of the past.
  succeeded(`mails of ${store.id}`, await context.client.from('order_mails').delete().in('order_id', ids));
  await seedReviews(store, people, [...new Set(received)], context);
  await seedWishes(store, people, goods, context);
  return plans.length;
}
