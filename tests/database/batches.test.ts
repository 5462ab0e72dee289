import { expect, test } from 'vitest';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { inProduction, moveShipment, pack, type Step, sent } from './shipments.ts';
import { call, stockOf } from './store.ts';

storeForEachTest();

/** Calls a batch function; returns each item's refusal code by id, '' if it succeeded. */
async function answers(of: string, statement: string, ids: string[]): Promise<Record<string, string>> {
  const steps = await call<(Step & Record<string, string>)[]>(
    db,
    admin.identity,
    `select jsonb_agg(to_jsonb(answer)) as value from ${statement} answer`,
    [`{${ids.join()}}`],
  );
  return Object.fromEntries(steps.map((step) => [step[of] ?? '', step.refusal?.code ?? '']));
}

test('shipments returned to sender are restocked together, and one still in transit stays as it is', async () => {
  const back = [await sent(await inProduction(2)), await sent(await inProduction(1))];
  for (const shipment of back) await moveShipment(shipment, 'returned_to_sender');
  const away = await sent(await inProduction(1));
  const nobody = crypto.randomUUID();
  const ids = [...back, away].map(({ id }) => id);
  expect(await answers('shipment_id', 'inspect_shipments($1::text::uuid[])', [...ids, nobody])).toEqual({
    [ids[0] ?? '']: '',
    [ids[1] ?? '']: '',
    [away.id]: 'nothing_to_inspect',
    [nobody]: 'unknown_shipment',
  });
  expect(await stockOf(db, store.hoodieId)).toBe(19);
});

test('returns are approved together, and one that was answered before keeps its answer', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++)
    ids.push(
      await shopper.value<string>("select (request_return($1::text::uuid, 'Torn')).id as value", [
        (await delivered({ lines: [{ product_id: store.mugId, quantity: 1 }] })).id,
      ]),
    );
  const [first = '', second = '', third = ''] = ids;
  await admin.run("select decide_return($1::text::uuid, false, 'Worn')", [first]);
  expect(await answers('return_id', 'decide_returns($1::text::uuid[], true)', ids)).toEqual({
    [first]: 'return_decided',
    [second]: '',
    [third]: '',
  });
  expect(
    await db.owner`select state::text, answer from returns where tenant_id = ${store.tenantId} order by state::text`,
  ).toEqual([
    { state: 'approved', answer: '' },
    { state: 'approved', answer: '' },
    { state: 'declined', answer: 'Worn' },
  ]);
});

test('refunds go out together as credit, and one that went before goes once', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await buy({ payment_method: 'bank_transfer' });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'TX ' || $1::text)", [id]);
    await admin.run(`select refund_order($1::text::uuid, '{"goodwill": 5}')`, [id]);
    const [refund] = await db.owner`select id from refunds where order_id = ${id}`;
    ids.push(refund?.id);
  }
  const [first = '', second = '', third = ''] = ids;
  await admin.run("select send_refund($1::text::uuid, 'cash')", [first]);
  expect(await answers('refund_id', "send_refunds($1::text::uuid[], 'store_credit')", ids)).toEqual({
    [first]: 'refund_not_due',
    [second]: '',
    [third]: '',
  });
  expect(await db.owner`select store_credit::float8 from profiles where id = ${shopper.id}`).toEqual([
    { store_credit: 10 },
  ]);
});

test('what a statement of a carrier settles is one entry of the log for its parcels and one for their orders', async () => {
  const lines: { number: string; amount: number }[] = [];
  for (const number of ['T-1', 'T-2', 'T-3']) {
    const shipment = await pack(await inProduction(1), undefined, {
      tracking_number: number,
      carrier_name: 'Quick Riders',
    });
    await moveShipment(shipment, 'handed_over', 'delivered');
    lines.push({ number, amount: 280 });
  }
  const [last] = await db.owner`select max(id) as id from audit_log`;
  await admin.value('select to_jsonb(settle_statement($1, $2::text::jsonb)) as value', [
    store.tenantId,
    JSON.stringify({ carrier_name: 'Quick Riders', lines }),
  ]);
  const entries = await db.owner`
    select entry.entity, entry.after ->> 'payment_status' as payment_status, entry.after ->> 'settled' as settled,
      count(*)::int as entries, count(entry.part_of)::int as parts, count(distinct entry.label)::int as labels,
      bool_and(entry.label in (
        select orders.number from orders where orders.tenant_id = entry.tenant_id
        union all
        select orders.number || ' / ' || shipment.number from shipments shipment
        join orders on orders.id = shipment.order_id where orders.tenant_id = entry.tenant_id)) as labelled
    from audit_log entry
    where entry.tenant_id = ${store.tenantId} and entry.id > ${last?.id} and entry.entity <> 'settlements'
    group by 1, 2, 3, entry.tenant_id order by 1`;
  const together = { entries: 3, parts: 2, labels: 3, labelled: true };
  expect(entries).toEqual([
    { entity: 'orders', payment_status: 'paid', settled: null, ...together },
    { entity: 'shipments', payment_status: null, settled: '280.00', ...together },
  ]);
});
