import { expect, test } from 'vitest';
import { cashWithCarriers } from '../../scripts/ledger-check.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { inProduction, moveShipment, moveShipments, pack, piecesOf } from './shipments.ts';

storeForEachTest();

/** A delivered shipment with a number, with 280 pounds to collect. */
async function collected(tracking_number: string): Promise<string> {
  const shipment = await pack(await inProduction(1), undefined, {
    tracking_number,
    carrier_name: 'Quick Riders',
  });
  await moveShipment(shipment, 'handed_over', 'delivered');
  return shipment.id;
}
const statement = (lines: { number: string; amount: number; fee?: number }[], more = {}) =>
  JSON.stringify({ carrier_name: 'Quick Riders', lines, ...more });
/** Settles a statement and counts its differences. */
const settle = async (document: string) => {
  const settlement = await admin.value<{ id: string; amount: number; fee: number }>(
    'select to_jsonb(settle_statement($1, $2::text::jsonb)) as value',
    [store.tenantId, document],
  );
  const kept = await db.owner`select id from settlement_differences where settlement_id = ${settlement.id}`;
  return { settlement, differences: kept.length };
};
const openDifferences = () => db.owner<{ id: string; kind: string }[]>`
  select id, kind::text from settlement_differences where tenant_id = ${store.tenantId} and resolved_at is null order by kind`;
const resolve = 'select to_jsonb(resolve_difference($1::text::uuid, $2, $3::text::boolean)) as value';

test('a statement’s excess is recorded, and once it is accepted as collected it becomes a due refund', async () => {
  await collected('T-1');
  await settle(statement([{ number: 'T-1', amount: 300 }]));
  const [difference = { id: '', kind: '' }] = await openDifferences();
  expect(difference.kind).toBe('more');
  await admin.value(resolve, [difference.id, 'They paid more', 'true']);
  const [order] = await db.owner`
    select received::float8, at_carrier::float8, payment_status::text from orders where tenant_id = ${store.tenantId}`;
  expect(order).toEqual({ received: 300, at_carrier: 0, payment_status: 'refund_due' });
});

test('a carrier’s shortage stays the carrier’s debt, not the shopper’s', async () => {
  const shipment = await collected('T-1');
  await settle(statement([{ number: 'T-1', amount: 200 }]));
  const [difference = { id: '', kind: '' }] = await openDifferences();
  expect(difference.kind).toBe('short');
  await admin.value(resolve, [difference.id, 'They will bring the rest', 'true']);
  const standing = async () => {
    const [row] = await db.owner`
      select orders.received::float8, orders.at_carrier::float8, orders.payment_status::text, facts.carrier_owes::float8,
        facts.settled_at is not null as settled
      from orders join shipments shipment on shipment.order_id = orders.id join shipment_staff_facts facts on facts.shipment_id = shipment.id
      where shipment.id = ${shipment}`;
    return row;
  };
  expect(await standing()).toEqual({
    ...{ received: 280, at_carrier: 80, payment_status: 'with_carrier', carrier_owes: 80, settled: false },
  });
  expect(await admin.run('select amount from carrier_cash($1)', [store.tenantId])).toEqual([
    { amount: '80.00' },
  ]);
  expect(await settle(statement([{ number: 'T-1', amount: 80 }]))).toMatchObject({ differences: 0 });
  expect(await standing()).toMatchObject({
    received: 280,
    at_carrier: 0,
    payment_status: 'paid',
    settled: true,
  });
});

test('a shipment without a tracking number is settled by its own number, and by its order’s if it has one', async () => {
  const order = await inProduction(2);
  for (const quantity of [1, 1]) {
    const shipment = await pack(order, piecesOf(order, quantity), { carrier_name: 'Quick Riders' });
    await moveShipment(shipment, 'handed_over', 'delivered');
  }
  const single = await inProduction(1);
  await moveShipment(
    await pack(single, undefined, { carrier_name: 'Quick Riders' }),
    'handed_over',
    'delivered',
  );
  const shipments = await db.owner<{ number: number; cash: number }[]>`
    select number, cash_collected::float8 as cash from shipments where order_id = ${order.id} order by number`;
  const [first, second] = shipments.map(({ cash }) => cash);
  expect(
    await settle(
      statement(
        [
          { number: `${order.number} / 1`, amount: first ?? 0 },
          { number: `${order.number.toLowerCase()}/2`, amount: second ?? 0 },
          { number: single.number, amount: 280 },
        ],
        { until: '2999-01-01' },
      ),
    ),
  ).toMatchObject({ differences: 0 });
  expect(await settle(statement([{ number: order.number, amount: 5 }]))).toMatchObject({ differences: 1 });
  expect(await openDifferences()).toMatchObject([{ kind: 'unknown' }]);
});

test('a shipment whose carrier is changed manually belongs to the new carrier, also in its cash and statements', async () => {
  const bosta = { carrier: 'bosta', carrier_name: 'Bosta' };
  const known = await pack(await inProduction(1), undefined, { ...bosta, tracking_number: 'B-1' });
  await moveShipment(known, 'handed_over', 'delivered');
  const shipments: string[] = [];
  for (const number of ['B-2', 'B-3'])
    shipments.push((await pack(await inProduction(1), undefined, { ...bosta, tracking_number: number })).id);
  const change = (ids: string[], carrier_name: string) =>
    admin.value<{ refusal?: unknown }[]>(
      'select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value from change_shipments($1::text::uuid[], $2::text::jsonb) answer',
      [`{${ids.join()}}`, JSON.stringify({ carrier_name })],
    );
  const carriers = async () =>
    (
      await db.owner`select carrier, carrier_name from shipments where tenant_id = ${store.tenantId} order by tracking_number`
    ).map((row) => `${row.carrier} ${row.carrier_name}`);
  await change(shipments, 'Quick Riders');
  expect(await carriers()).toEqual(['bosta Bosta', 'manual Quick Riders', 'manual Quick Riders']);
  for (const state of ['handed_over', 'delivered'])
    for (const step of await moveShipments(shipments, state)) expect(step.refusal).toBeUndefined();
  await change(shipments.slice(1), ' quick riders');
  expect(
    await admin.run('select carrier_name, amount from carrier_cash($1) order by 1', [store.tenantId]),
  ).toEqual([
    { carrier_name: 'Bosta', amount: '280.00' },
    { carrier_name: 'Quick Riders', amount: '560.00' },
  ]);
  expect(
    await settle(
      statement(
        [
          { number: 'B-2', amount: 280 },
          { number: 'B-3', amount: 280 },
        ],
        { until: '2999-01-01' },
      ),
    ),
  ).toMatchObject({ differences: 0 });
  await change(shipments, 'bosta');
  expect(await carriers()).toEqual(['bosta Bosta', 'bosta Bosta', 'bosta Bosta']);
});

test('reading a statement twice settles nothing twice', async () => {
  await collected('T-1');
  const document = statement([{ number: 'T-1', amount: 280, fee: 20 }]);
  expect(await settle(document)).toMatchObject({ differences: 0, settlement: { amount: 280, fee: 20 } });
  expect(await settle(document)).toMatchObject({ differences: 1, settlement: { amount: 0, fee: 0 } });
  expect(await openDifferences()).toMatchObject([{ kind: 'settled' }]);
});

test('a paid shipment that nobody here knows as delivered waits, and is resolved once it is settled', async () => {
  const shipment = await pack(await inProduction(1), undefined, { tracking_number: 'T-2' });
  await moveShipment(shipment, 'handed_over');
  await settle(statement([{ number: 'T-2', amount: 280 }]));
  const [waiting = { id: '', kind: '' }] = await openDifferences();
  expect(waiting.kind).toBe('not_delivered');
  const refused = await admin.refusal(resolve, [waiting.id, 'Yes', 'true']);
  expect(refused.detail).toBe('difference_not_acceptable');
  await moveShipment(shipment, 'delivered');
  await settle(statement([{ number: 'T-2', amount: 280 }]));
  expect(await openDifferences()).toEqual([]);
});

test('a difference is resolved once, with a reason, by its store’s staff', async () => {
  await settle(statement([{ number: 'nobody', amount: 5 }]));
  const [{ id } = { id: '' }] = await openDifferences();
  const detailOf = async (who: typeof admin, note: string) =>
    (await who.refusal(resolve, [id, note, 'false'])).detail;
  expect(await detailOf(shopper, 'Mine')).toBe('unknown_difference');
  expect(await detailOf(admin, ' ')).toBe('reason_required');
  await admin.value(resolve, [id, 'Another shop’s', 'false']);
  expect(await detailOf(admin, 'Again')).toBe('difference_resolved');
});

test('staff see the cash that each carrier holds, and how much is overdue', async () => {
  const old = await collected('T-1');
  await collected('T-2');
  await db.owner`update shipments set delivered_at = now() - interval '15 days' where id = ${old}`;
  const held = await admin.run('select * from carrier_cash($1)', [store.tenantId]);
  expect(held).toMatchObject([
    {
      carrier_name: 'Quick Riders',
      shipments: '2',
      amount: '560.00',
      overdue_shipments: '1',
      overdue: '280.00',
    },
  ]);
  const dashboard = await admin.value<{ money: object }>('select to_jsonb(dashboard($1)) as value', [
    store.tenantId,
  ]);
  expect(dashboard.money).toMatchObject({ cash_with_carriers: 560, cash_overdue: 280 });
  expect(await cashWithCarriers(db.owner)).toContain(
    `Quick Riders holds 560 EGP of ${store.tenantId}, 280 EGP of it for more than two weeks`,
  );
});
