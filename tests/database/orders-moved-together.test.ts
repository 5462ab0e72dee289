import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson } from './people.ts';
import { inProduction, pack, standingOf } from './shipments.ts';
import { freshTenant, makeStore, move, type PlacedOrder, stockOf } from './store.ts';

storeForEachTest();

const moving =
  "select order_id, refusal ->> 'code' as code from change_order_statuses($1::text::uuid[], $2::text::order_status)";

/** The refusal code of each order that staff move in one call, or null. */
async function moved(orders: readonly { id: string }[], status: string) {
  const rows = await admin.run(moving, [`{${orders.map(({ id }) => id)}}`, status]);
  const codes = new Map(rows.map(({ order_id, code }) => [order_id, code]));
  expect(codes.size).toBe(rows.length);
  return orders.map(({ id }) => codes.get(id));
}
const statusOf = async (order: PlacedOrder) => (await standingOf(order)).status;

test('orders are cancelled together, except those that cannot be, and each of those says why', async () => {
  const open = [await buy(), await buy({ points: 0 })];
  const packed = await inProduction(2);
  await pack(packed);
  const cancelled = await buy();
  await move(db, admin.identity, cancelled.id, 'cancelled');
  const unknown = { id: randomUUID() };
  const before = await stockOf(db, store.hoodieId);

  expect(await moved([...open, packed, cancelled, unknown], 'cancelled')).toEqual([
    null,
    null,
    'pieces_packed',
    null,
    'unknown_order',
  ]);
  expect(await stockOf(db, store.hoodieId)).toBe(before + 2);
  for (const order of open) expect(await statusOf(order)).toBe('cancelled');
  expect(await statusOf(packed)).toBe('in_production');
  const events = await db.owner`
    select made.actor_id, event.actor from order_events event join order_event_actors made on made.event_id = event.id
    where event.order_id = any (${open.map(({ id }) => id)}) and event.to_status = 'cancelled'`;
  expect(events).toEqual([
    { actor_id: admin.id, actor: 'staff' },
    { actor_id: admin.id, actor: 'staff' },
  ]);
});

test('orders are confirmed together, except those that await their payment', async () => {
  const cash = await buy();
  const transfer = await buy({ payment_method: 'bank_transfer' });
  expect(await moved([cash, transfer], 'confirmed')).toEqual([null, 'payment_missing']);
  expect([await statusOf(cash), await statusOf(transfer)]).toEqual(['confirmed', 'awaiting_payment']);
});

test('orders are shipped together: one that cannot be leaves no trace, and the others are shipped', async () => {
  const [first, second] = [await inProduction(1), await inProduction(2)];
  const pending = await buy();
  expect(await moved([first, pending, second], 'shipped')).toEqual([null, 'move_not_allowed', null]);
  expect([await statusOf(first), await statusOf(pending), await statusOf(second)]).toEqual([
    'shipped',
    'pending',
    'shipped',
  ]);
});

test('staff undo together what they moved together', async () => {
  const orders = [await buy(), await buy()];
  await moved(orders, 'confirmed');
  expect(await moved(orders, 'pending')).toEqual([null, null]);
  for (const order of orders) expect(await statusOf(order)).toBe('pending');
});

test('only staff of their store move several orders', async () => {
  const order = await buy();
  const elsewhere = await makeStore(db, freshTenant());
  const stranger = await makePerson(db, elsewhere.tenantId, 'admin');
  for (const who of [shopper, stranger])
    expect(await who.refusal(moving, [`{${order.id}}`, 'cancelled'])).toMatchObject({
      detail: 'unknown_order',
    });
  expect(await statusOf(order)).toBe('pending');
});
