import { expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { type Person, server } from './people.ts';
import { inProduction, moveShipment, pack, piecesOf, sent, standingOf } from './shipments.ts';
import type { PlacedOrder } from './store.ts';

storeForEachTest();

/** The message of a refused call about an order, which must leave the order unchanged. */
async function refusalOf(order: PlacedOrder, who: Person, text: string, ...document: unknown[]) {
  const before = await standingOf(order);
  const parameters = [order.id, ...document.map((part) => JSON.stringify(part))];
  const { message } = await who.refusal(text, parameters);
  expect(await standingOf(order)).toEqual(before);
  return message;
}

const packing = 'select pack_order($1::text::uuid, $2::text::jsonb)';
const cancelling = "select cancel_pieces($1::text::uuid, $2::text::jsonb, 'Sold out')";
const returning = "select request_return($1::text::uuid, 'Torn', p_lines => $2::text::jsonb)";
const editing = 'select edit_order($1::text::uuid, $2::text::jsonb)';
const refunding = 'select refund_order($1::text::uuid, $2::text::jsonb)';

const arrived = async (quantity: number, method = 'bank_transfer') => {
  const order = await inProduction(quantity, { payment_method: method });
  await moveShipment(await sent(order), 'delivered');
  return order;
};

test('requesting more pieces than there are says how many are left', async () => {
  const order = await inProduction(3);
  await pack(order, piecesOf(order, 1));
  expect(await refusalOf(order, admin, packing, piecesOf(order, 3))).toBe(
    'Of Ink hoodie, 2 are left to pack, and 1 are packed already.',
  );
  expect(await refusalOf(order, admin, cancelling, piecesOf(order, 3))).toBe(
    'Of Ink hoodie, 2 can still be cancelled, and 1 are packed. Unpack their parcel first.',
  );
  expect(await refusalOf(order, admin, editing, { remove: piecesOf(order, 3) })).toBe(
    'Of Ink hoodie, 2 can still be removed, and 1 are packed. Unpack their parcel first.',
  );
  const there = await arrived(2);
  expect(await refusalOf(there, shopper, returning, piecesOf(there, 3))).toBe(
    'Of Ink hoodie, 2 can still be given back.',
  );
});

test('naming a line of another order asks to choose one of this order’s', async () => {
  const [order, other] = [await arrived(2), await inProduction(1)];
  const [line] = piecesOf(other, 1);
  const message = 'This line is not one of the order. Load the page again and choose from its lines.';
  for (const text of [packing, cancelling, returning])
    expect(await refusalOf(order, admin, text, [line])).toBe(message);
  expect(await refusalOf(order, admin, editing, { remove: [line] })).toBe(message);
  const amount = { lines: [{ order_line_id: line?.order_line_id, amount: 5 }] };
  expect(await refusalOf(order, admin, refunding, amount)).toBe(message);
});

test('another shipment’s number is refused and names its shipment, and an event for an unknown number books nothing', async () => {
  const first = await inProduction(1);
  await pack(first, undefined, { carrier: 'bosta', tracking_number: 'B-77' });
  const second = await inProduction(1);
  const numbered = 'select pack_order($1::text::uuid, null, $2::text::jsonb)';
  expect(await refusalOf(second, admin, numbered, { carrier: 'bosta', tracking_number: 'B-77' })).toBe(
    `The tracking number B-77 is that of a parcel of order ${first.number}. Enter the one on this parcel’s label.`,
  );
  const [event] = await db.run(
    server,
    "select record_shipment_event($1, 'bosta', 'B-78', 'delivered', 'DELIVERED', clock_timestamp()) as result",
    [store.tenantId],
  );
  expect(event).toEqual({ result: 'unknown' });
  const booked = await db.owner`
    select 1 from payment_entries where tenant_id = ${store.tenantId} and kind = 'cash_collected'`;
  expect(booked).toHaveLength(0);
});

test.each([{ goodwill: -5 }, { shipping: -1 }, { goodwill: 0 }, { goodwill: 1.234 }, {}])(
  'a refund of %j is refused with the possible amounts',
  async (refund) => {
    const order = await arrived(1);
    expect(await refusalOf(order, admin, refunding, refund)).toBe(
      'Say what to give back, in amounts above 0 with at most two decimals.',
    );
  },
);

test('a refund above the payment, the line’s price or the delivery fee is refused with the maximum', async () => {
  const order = await arrived(1);
  const line = (amount: number) => ({ lines: [{ ...piecesOf(order, 1)[0], amount }] });
  expect(await refusalOf(order, admin, refunding, { goodwill: 280.01 })).toBe(
    'At most 280 EGP of this order can be given back.',
  );
  expect(await refusalOf(order, admin, refunding, line(250.01))).toBe(
    'Of Ink hoodie, 250 EGP can still be given back.',
  );
  expect(await refusalOf(order, admin, refunding, { shipping: 30.01 })).toBe(
    'Of the delivery, 30 EGP can still be given back.',
  );
  await admin.value(`${refunding} as value`, [order.id, JSON.stringify({ goodwill: 250 })]);
  expect(await refusalOf(order, admin, refunding, { goodwill: 30.01 })).toBe(
    'At most 30 EGP of this order can be given back.',
  );
});

test('a return after its deadline is refused with the number of days, a fault with its own number', async () => {
  await db.owner`update settings set returns = '{"returnDays": 14, "faultDays": 30}' where tenant_id = ${store.tenantId}`;
  const order = await arrived(1);
  const late = (days: number) => db.owner`
    update shipments set delivered_at = now() - ${days}::int * interval '1 day' - interval '1 hour' where order_id = ${order.id}`;
  const asking =
    "select request_return($1::text::uuid, 'Torn', p_kind => ($2::text::jsonb #>> '{}')::return_kind)";
  await late(14);
  expect(await refusalOf(order, shopper, asking, 'return')).toBe(
    'Problems must be reported within 14 days of delivery.',
  );
  await late(30);
  expect(await refusalOf(order, shopper, asking, 'replacement')).toBe(
    'Problems must be reported within 30 days of delivery.',
  );
  await late(29);
  await shopper.value(`${asking} as value`, [order.id, '"replacement"']);
});
