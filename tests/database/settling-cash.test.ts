import { expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { inProduction, moveShipment, sent } from './shipments.ts';

storeForEachTest();

const settle = 'select to_jsonb(settle_cash($1, $2::text::jsonb)) as value';
const statement = (...lines: { shipment_id: string; amount: number; fee?: number }[]) =>
  JSON.stringify({ carrier_name: 'Quick Riders', reference: 'CASH 7', lines });
/** An order delivered for cash, and its shipment. */
const collected = async () => {
  const order = await inProduction(1);
  const shipment = await sent(order);
  await moveShipment(shipment, 'delivered');
  return { order, shipment: shipment.id };
};
const read = async (orderId: string) => {
  const [row] = await db.owner`
    select payment_status, at_carrier::float8, queues from orders where id = ${orderId}`;
  return row;
};

test('a shipment’s cash is with its carrier until it is settled, and then the order is paid', async () => {
  const { order, shipment } = await collected();
  expect(await read(order.id)).toMatchObject({ payment_status: 'with_carrier', at_carrier: 280 });
  const settlement = await admin.value(settle, [
    store.tenantId,
    statement({ shipment_id: shipment, amount: 280, fee: 35.5 }),
  ]);
  expect(settlement).toMatchObject({ amount: 280, fee: 35.5, carrier: 'manual', reference: 'CASH 7' });
  expect(await read(order.id)).toMatchObject({ payment_status: 'paid', at_carrier: 0 });
});

test('a statement that is short or too high, or names a shipment twice or without cash, is refused as a whole, by name', async () => {
  const [first, second] = [await collected(), await collected()];
  const name = (of: typeof first) => `${of.order.number}/1`;
  const refused = async (...lines: Parameters<typeof statement>) => {
    const { detail, hint } = await admin.refusal(settle, [store.tenantId, statement(...lines)]);
    return [detail, JSON.parse(hint ?? '{}').name];
  };
  const right = { shipment_id: first.shipment, amount: 280 };
  for (const amount of [279.99, 280.01]) {
    expect(await refused(right, { shipment_id: second.shipment, amount })).toEqual([
      'shipment_cash_differs',
      name(second),
    ]);
  }
  expect(await refused(right, right)).toEqual(['shipment_settled', name(first)]);
  expect(await read(first.order.id)).toMatchObject({ payment_status: 'with_carrier' });

  await admin.value(settle, [store.tenantId, statement(right)]);
  expect(await refused(right)).toEqual(['shipment_settled', name(first)]);
  const order = await inProduction(1);
  const { id } = await sent(order);
  expect(await refused({ shipment_id: id, amount: 280 })).toEqual([
    'shipment_without_cash',
    `${order.number}/1`,
  ]);
});

test('a statement of another store, or by an unauthorized caller, is refused', async () => {
  const { shipment } = await collected();
  const detail = async (who: typeof admin, tenantId: string, document: string) =>
    (await who.refusal(settle, [tenantId, document])).detail;
  for (const document of ['[]', '{}', '{"lines": []}', '{"lines": [{"shipment_id": "x", "amount": 1}]}'])
    expect(await detail(admin, store.tenantId, document)).toBe('invalid_statement');
  expect(await detail(admin, store.tenantId, statement({ shipment_id: shipment, amount: -1 }))).toBe(
    'invalid_statement',
  );
  expect(await detail(admin, store.tenantId, statement({ shipment_id: store.hoodieId, amount: 1 }))).toBe(
    'unknown_shipment',
  );
  expect(await detail(shopper, store.tenantId, statement({ shipment_id: shipment, amount: 280 }))).toBe(
    'staff_only',
  );
});

test('two concurrent statements settle a shipment once', async () => {
  const { order, shipment } = await collected();
  const document = statement({ shipment_id: shipment, amount: 280 });
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => admin.value(settle, [store.tenantId, document])),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await read(order.id)).toMatchObject({ at_carrier: 0 });
});
