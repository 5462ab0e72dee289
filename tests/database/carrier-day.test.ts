import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { matchStatement, readStatementLines } from '../../app/admin/orders/settlements/statement-file.ts';
import { readTableText } from '../../app/admin/ui/table-file/read-table-file.ts';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { type CarrierStore, startCarrierStore } from '../support/carrier-store.ts';
import { freshTenant } from './store.ts';

let shop: CarrierStore;

beforeAll(async () => {
  shop = await startCarrierStore(freshTenant());
});
afterAll(() => shop.close());

/** Lines as reading a statement returns them. */
const readLines = z.array(z.object({ kind: z.string() }));

test('a day of 20 orders through Bosta, with refused, lost and partly paid shipments, is settled to the piastre', {
  tags: ['slow'],
}, async () => {
  const { backend, bosta } = shop;
  const service = backend.client({ key: backend.secretKey });
  const tenant = shop.store.tenantId;
  const packed: { shipment: string; order: string }[] = [];
  for (let count = 0; count < 20; count += 1) packed.push(await shop.packed());

  await shop.carriers.refreshAreas();
  // The first response is lost, the second an error; some callbacks arrive twice or never.
  bosta.misbehave = ['lost', '500'];
  const first = await shop.book(
    'bosta',
    packed.map(({ shipment }) => shipment),
  );
  expect(first.filter(Boolean)).toEqual(['carrier_unreachable', 'carrier_unreachable']);
  await shop.later();
  await shop.carriers.book();
  expect(bosta.deliveries).toHaveLength(20);
  const deliveries = packed.map(({ shipment }) => shop.deliveryOf(shipment));
  for (const delivery of deliveries) {
    bosta.move(delivery, 21);
    await shop.callBack(bosta.move(delivery, 41));
  }
  const [lost, underWay, halfPaid, alsoHalfPaid, ...others] = deliveries;
  const [refused, alsoRefused, silent, ...delivered] = others;
  if (!lost || !underWay || !halfPaid || !alsoHalfPaid || !refused || !alsoRefused || !silent)
    throw new Error('20');
  await shop.callBack(bosta.move(lost, 100));
  for (const delivery of [refused, alsoRefused]) {
    await shop.callBack(bosta.move(delivery, 47, { exceptionReason: 'Refused' }));
    await shop.callBack(bosta.move(delivery, 41, { kind: 'RTO' }));
    await Promise.all([1, 2].map(() => shop.callBack(bosta.move(delivery, 46))));
  }
  // Bosta reports one short payment by callback, the other only in its statement.
  await shop.callBack(bosta.move(halfPaid, 45, { cod: 140.25 }));
  await shop.callBack(bosta.move(alsoHalfPaid, 45));
  for (const delivery of delivered) {
    bosta.move(delivery, 45);
    await Promise.all([shop.callBack(delivery), shop.callBack(delivery)]);
  }
  bosta.move(silent, 45);
  await shop.later();
  await shop.carriers.track();
  expect(await checkLedger(backend.owner)).toEqual([]);

  const states = await backend.owner<{ state: string; shipments: number; cash: number }[]>`
    select state::text, count(*)::int as shipments, coalesce(sum(cash_collected), 0)::float8 as cash
    from shipments where tenant_id = ${tenant} group by state order by state`;
  expect(states).toEqual([
    { state: 'delivered', shipments: 16, cash: 15 * 280 + 140.25 },
    { state: 'lost', shipments: 1, cash: 0 },
    { state: 'out_for_delivery', shipments: 1, cash: 0 },
    { state: 'returned_to_sender', shipments: 2, cash: 0 },
  ]);

  // The statement: one line is short, one is a duplicate, one belongs to another shop, one is missing; a returned shipment costs its fee.
  const [missing, twice, ...exact] = delivered;
  if (!missing || !twice) throw new Error('two');
  const rows = [...[twice, twice, silent, ...exact].map((one) => [one.trackingNumber, '280.00', '35.50'])];
  rows.push([halfPaid.trackingNumber, '140.25', '35.50'], [alsoHalfPaid.trackingNumber, '100.00', '35.50']);
  rows.push(...[refused, alsoRefused].map((one) => [one.trackingNumber, '0', '20.00']), [
    '999',
    '50.00',
    '35.50',
  ]);
  const file = ['Tracking Number,COD,Fees', ...rows.map((row) => row.join(','))].join('\n');
  const table = await readTableText(file);
  const match = matchStatement(table);
  if (!match?.certain) throw new Error('The statement is not certain');
  const { lines } = readStatementLines(table, match, match.mapping);
  const statement = { carrier: 'bosta', carrier_name: 'Bosta', reference: 'B-1', until: '2100-01-01', lines };
  const seen = await service
    .rpc('read_statement', { p_tenant_id: tenant, p_statement: statement })
    .throwOnError();
  const kindsOf = Map.groupBy(readLines.parse(seen.data), ({ kind }) => kind);
  expect(Object.fromEntries([...kindsOf].map(([kind, own]) => [kind, own.length]))).toEqual({
    ...{ matches: exact.length + 3, fee: 2, short: 1, double: 1, unknown: 1, missing: 1 },
  });
  const request = crypto.randomUUID();
  const settle = () =>
    service
      .rpc('settle_statement', { p_tenant_id: tenant, p_statement: statement, p_request_id: request })
      .throwOnError();
  expect((await settle()).data).toEqual((await settle()).data);
  const [settlement] = await backend.owner`
    select amount::float8, fee::float8 from settlements where tenant_id = ${tenant}`;
  const matched = exact.length + 2;
  expect(settlement).toEqual({ amount: matched * 280 + 140.25, fee: (matched + 1) * 35.5 + 2 * 20 });

  // The carrier still owes the shortage. The missing shipment is on the next statement.
  const open = () => backend.owner<{ id: string; kind: string }[]>`
    select id, kind::text from settlement_differences where tenant_id = ${tenant} and resolved_at is null order by kind`;
  for (const { id, kind } of await open()) {
    if (kind === 'missing') continue;
    const resolved = { p_id: id, p_note: 'As Bosta says', p_accept: kind === 'short' };
    await service.rpc('resolve_difference', resolved).throwOnError();
  }
  const next = [{ number: missing.trackingNumber, amount: 280, fee: 35.5 }];
  await service
    .rpc('settle_statement', { p_tenant_id: tenant, p_statement: { carrier: 'bosta', lines: next } })
    .throwOnError();
  expect(await open()).toEqual([]);

  const [sums] = await backend.owner`
    select sum(at_carrier)::float8 as held, sum(received)::float8 as received,
      (select sum(amount)::float8 from settlements where tenant_id = ${tenant}) as settled,
      (select sum(fee)::float8 from shipment_staff_facts where tenant_id = ${tenant}) as fees
    from orders where tenant_id = ${tenant}`;
  const cash = 14 * 280 + 140.25 + 100;
  const short = 280 - 100;
  expect(sums).toEqual({ held: short, received: cash + short, settled: cash, fees: 16 * 35.5 + 2 * 20 });
  const owing = await backend.owner`
    select payment_status::text as status, (charged - received)::float8 as owed from orders
    where tenant_id = ${tenant} and payment_status = 'partly_paid' order by owed`;
  expect(owing.map(({ owed }) => owed)).toEqual([139.75]);
  expect(await checkLedger(backend.owner)).toEqual([]);
});
