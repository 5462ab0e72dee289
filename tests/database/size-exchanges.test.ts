import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { inProduction, moveShipment, sent, standingOf } from './shipments.ts';
import { callForOrder, move, type PlacedOrder, variantOf } from './store.ts';

storeForEachTest();

const arrived = async (quantity = 1) => {
  const order = await inProduction(quantity, { payment_method: 'bank_transfer' });
  await moveShipment(await sent(order), 'delivered');
  return order;
};

const exchange = (order: PlacedOrder, size: string, quantity = 1): [string, string[]] => [
  "select to_jsonb(request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', $3)) as value",
  [order.id, JSON.stringify([{ order_line_id: order.lines[0]?.id, size, quantity }]), randomUUID()],
];
const exchanged = (order: PlacedOrder, size = 'L', quantity = 1) =>
  callForOrder(db, shopper.identity, ...exchange(order, size, quantity));
const refused = (order: PlacedOrder, size = 'L', quantity = 1) =>
  shopper.refusal(...exchange(order, size, quantity));
const quoted = async (order: PlacedOrder, size = 'L', quantity = 1) => {
  const [row] = await shopper.run(
    "select goods::float8, delivery::float8, total::float8, goes_back::float8 from quote_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery')",
    [order.id, JSON.stringify([{ order_line_id: order.lines[0]?.id, size, quantity }])],
  );
  return row;
};
const delivered = (order: PlacedOrder) =>
  move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');

async function priceOf(variant: string, price: number): Promise<void> {
  await db.owner`update product_variants set price = ${price} where id = ${await variantOf(db, store.hoodieId, variant)}`;
  await db.owner`update products set price = price where id = ${store.hoodieId}`;
}

const returnOf = async ({ id }: PlacedOrder) => {
  const [row] =
    await db.owner`select id, state::text from returns where order_id = ${id} order by number desc limit 1`;
  return String(row?.id);
};
const receiveReturn = (returnId: string, order: PlacedOrder, received = 1) =>
  admin.run('select receive_return($1::text::uuid, $2::text::jsonb)', [
    returnId,
    JSON.stringify([{ order_line_id: order.lines[0]?.id, received, fate: 'restock' }]),
  ]);

describe('another size of a delivered piece', () => {
  test('costs only its delivery if both sizes cost the same, also after a sale', async () => {
    const order = await arrived();
    await admin.run('update products set price = 400 where id = $1', [store.hoodieId]);
    expect(await quoted(order)).toEqual({ goods: 0, delivery: 30, total: 30, goes_back: 0 });
    expect(await exchanged(order)).toMatchObject({ subtotal: 0, total: 30 });
  });

  test('that costs more is charged', async () => {
    await priceOf('L / Black', 310);
    const order = await arrived(2);
    expect(await quoted(order, 'L', 2)).toEqual({ goods: 120, delivery: 30, total: 150, goes_back: 0 });
    expect(await exchanged(order, 'L', 2)).toMatchObject({
      subtotal: 120,
      total: 150,
      lines: [{ unit_price: 60 }],
    });
  });

  test('that costs less refunds the difference once the first piece is back, and reverses that with a cancelled order', async () => {
    await priceOf('L / Black', 200);
    const order = await arrived(2);
    expect(await quoted(order)).toEqual({ goods: 0, delivery: 30, total: 30, goes_back: 50 });
    const again = await exchanged(order);
    expect(await standingOf(order)).toMatchObject({ charged: 500, payment_status: 'paid' });
    await receiveReturn(await returnOf(order), order);
    expect(await standingOf(order)).toMatchObject({ charged: 450, payment_status: 'refund_due' });
    await move(db, admin.identity, again.id, 'cancelled');
    expect(await standingOf(order)).toMatchObject({ charged: 250, status: 'partly_returned' });
    const [owed] =
      await db.owner`select sum(amount)::float8 as amount from refunds where order_id = ${order.id}`;
    expect(owed).toEqual({ amount: 250 });
  });
});

describe('one exchange at a time per piece:', () => {
  test('a piece in an exchange is not exchanged again, another one of the order is', async () => {
    const order = await arrived(2);
    await exchanged(order);
    expect(await refused(order, 'L', 2)).toMatchObject({ detail: 'too_many_to_return' });
    expect(await exchanged(order)).toMatchObject({ total: 30 });
    expect(await refused(order)).toMatchObject({ detail: 'too_many_to_return' });
  });

  test('a replacement is exchanged once its original piece is back, completely', async () => {
    const order = await arrived(2);
    const again = await exchanged(order, 'L', 2);
    await delivered(again);
    expect(await refused(again, 'M', 1)).toMatchObject({
      detail: 'exchange_outstanding',
      message: expect.stringContaining(order.number),
    });
    await receiveReturn(await returnOf(order), order, 1);
    expect(await refused(again, 'M', 1)).toMatchObject({ detail: 'exchange_outstanding' });
  });

  test('or once staff allow it with a reason, which the history keeps for them', async () => {
    const order = await arrived();
    const again = await exchanged(order);
    await delivered(again);
    const allow = (reason: string): [string, string[]] => [
      'select to_jsonb(allow_exchange($1::text::uuid, $2)) as value',
      [returnId, reason],
    ];
    const returnId = await returnOf(order);
    expect(await shopper.refusal(...allow('Please'))).toMatchObject({
      detail: 'staff_only',
    });
    expect(await admin.refusal(...allow(' '))).toMatchObject({
      detail: 'reason_required',
    });
    await admin.run(...allow('Lost by the courier'));
    expect(await exchanged(again, 'M')).toMatchObject({ total: 30 });
    const [note] = await db.owner`
      select note, is_internal, actor from order_events where order_id = ${order.id} and note <> '' order by created_at desc limit 1`;
    expect(note).toEqual({ note: 'Lost by the courier', is_internal: true, actor: 'staff' });
  });

  test('a faulty replacement is replaced by the same rule', async () => {
    const order = await arrived();
    const again = await exchanged(order);
    await delivered(again);
    const faulty = await shopper.value<string>(
      "select (request_return($1::text::uuid, 'Torn', p_kind => 'replacement')).id as value",
      [again.id],
    );
    const approve: [string, string[]] = ['select decide_return($1::text::uuid, true)', [faulty]];
    expect(await admin.refusal(...approve)).toMatchObject({
      detail: 'exchange_outstanding',
    });
    await receiveReturn(await returnOf(order), order);
    await admin.run(...approve);
  });

  test('a return without a replacement has no exchange to allow', async () => {
    const order = await arrived();
    const id = await shopper.value<string>("select (request_return($1::text::uuid, 'Torn')).id as value", [
      order.id,
    ]);
    expect(await admin.refusal("select allow_exchange($1::text::uuid, 'Why not')", [id])).toMatchObject({
      detail: 'not_exchanged',
    });
  });
});
