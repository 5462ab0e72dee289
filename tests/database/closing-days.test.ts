import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson } from './people.ts';
import { atOnce } from './races.ts';
import { inProduction, moveShipment, type Shipment, sent } from './shipments.ts';
import { freshTenant, makeStore } from './store.ts';

storeForEachTest();

interface Line {
  place: string;
  name: string;
  method: string;
  came: number;
  went: number;
  fees: number;
  held: number | null;
  expected: number;
  counted: number | null;
  note: string;
}

const shopDay = (back = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(Date.now() - back * 86_400_000);

const moneyOf = (day = shopDay(), tenantId = store.tenantId, who = admin) =>
  who.value<Line[]>(
    `select coalesce(jsonb_agg(to_jsonb(line) - 'tenant_id' - 'day'), '[]') as value from day_money(array[$1], $2::text::date) line`,
    [tenantId, day],
  );
const placed = async (place: string, day?: string) => {
  const line = (await moneyOf(day)).find((one) => one.place === place);
  return line && { came: line.came, went: line.went, expected: line.expected };
};

interface Count extends Pick<Line, 'place' | 'name' | 'method' | 'expected'> {
  amount: number;
  note?: string;
}
const counted = (lines: Line[]): Count[] =>
  lines.map(({ place, name, method, expected }) => ({ place, name, method, expected, amount: expected }));
const close = 'select to_jsonb(close_day($1, $2::text::date, $3::text::jsonb, $4, $5::text::uuid)) as value';
const closing = (counts: unknown, day = shopDay(), note = '', request = randomUUID()) => [
  store.tenantId,
  day,
  JSON.stringify(counts),
  note,
  request,
];
const closeAsExpected = async (day = shopDay()) =>
  admin.value(close, closing(counted(await moneyOf(day)), day));

/** An order delivered for 280 pounds in cash. */
const collected = async (): Promise<Shipment> => {
  const shipment = await sent(await inProduction(1));
  await moveShipment(shipment, 'delivered');
  return shipment;
};
const settle = (shipment: Shipment, fee: number) =>
  admin.run('select settle_cash($1, $2::text::jsonb)', [
    store.tenantId,
    JSON.stringify({
      carrier_name: '',
      lines: [{ shipment_id: shipment.id, amount: 280, fee }],
    }),
  ]);
const transferred = async () => {
  const order = await buy({ payment_method: 'bank_transfer' });
  await admin.run("select record_payment($1::text::uuid, 'paid', $1)", [order.id]);
  return order;
};
const giveBack = (order: { id: string }, amount: number, way: string) =>
  admin.run('select refund_order($1::text::uuid, $2::text::jsonb)', [
    order.id,
    JSON.stringify({ goodwill: amount, way }),
  ]);
/** Lets all that was booked so far have happened on the day before. */
const yesterday = () =>
  db.owner`update payment_entries set created_at = created_at - interval '1 day' where tenant_id = ${store.tenantId}`;

test('a day shows carriers’ cash, transfers, the drawer and refunds by way, each with what there should be to count', async () => {
  await settle(await collected(), 35.5);
  await collected();
  const order = await transferred();
  await giveBack(order, 20, 'transfer');
  await giveBack(order, 5, 'cash');
  await giveBack(order, 7, 'store_credit');
  expect(await moneyOf()).toMatchObject([
    { place: 'carrier', came: 560, went: 280, fees: 35.5, held: 280, expected: 244.5 },
    { place: 'bank', came: 280, went: 20, held: null, expected: 260 },
    { place: 'till', came: 0, went: 5, expected: -5 },
    { place: 'credit', came: 0, went: 7, expected: -7 },
  ]);
});

test('what was counted stands beside it; an amount that differs needs a note, and a note is kept', async () => {
  await transferred();
  const [line] = counted(await moneyOf());
  const short = { ...line, amount: 270 };
  expect(await admin.refusal(close, closing([short]))).toMatchObject({ detail: 'reason_required' });
  await admin.run(close, closing([{ ...short, note: 'The bank kept 10' }], shopDay(), 'Quiet'));
  expect(await moneyOf()).toMatchObject([
    { place: 'bank', expected: 280, counted: 270, note: 'The bank kept 10' },
  ]);
  expect(await admin.refusal(close, closing([]))).toMatchObject({ detail: 'day_closed' });
});

test('a closed day never changes: what is booked later, also against an earlier order, counts on the next', async () => {
  const order = await transferred();
  await yesterday();
  await closeAsExpected(shopDay(1));
  const before = await moneyOf(shopDay(1));
  expect(before).toMatchObject([{ place: 'bank', came: 280, expected: 280 }]);
  await giveBack(order, 20, 'transfer');
  await yesterday();
  expect(await moneyOf(shopDay(1))).toEqual(before);
  expect(await placed('bank')).toEqual({ came: 0, went: 20, expected: -20 });
  await closeAsExpected();
  await expect(
    db.run(admin.identity, 'update day_close_lines set came = 0 where tenant_id = $1', [store.tenantId]),
  ).rejects.toThrow('permission denied');
});

test('a refund that the bank took back and that went another way is taken off the day that it comes back on', async () => {
  const order = await transferred();
  await giveBack(order, 20, 'transfer');
  await yesterday();
  await closeAsExpected(shopDay(1));
  const [refund] = await db.owner`select id from refunds where order_id = ${order.id}`;
  await db.owner`update refunds set state = 'failed' where id = ${refund?.id}`;
  await db.owner`insert into payment_entries (tenant_id, order_id, kind, amount, refund_id)
    values (${store.tenantId}, ${order.id}, 'given_back', -20, ${refund?.id})`;
  await db.owner`update orders set given_back = given_back - 20 where id = ${order.id}`;
  await admin.run("select send_refund($1::text::uuid, 'cash')", [refund?.id]);
  expect(await placed('bank')).toEqual({ came: 0, went: -20, expected: 20 });
  expect(await placed('till')).toEqual({ came: 0, went: 20, expected: -20 });
});

test('a store’s first close takes its day alone, and a later one all since, with days that nobody closed', async () => {
  await transferred();
  await yesterday();
  await transferred();
  expect(await placed('bank')).toMatchObject({ came: 280 });
  await closeAsExpected();
  await transferred();
  const tomorrow = shopDay(-1);
  expect(await placed('bank', tomorrow)).toMatchObject({ came: 280 });
  expect(await admin.refusal(close, closing([], tomorrow))).toMatchObject({ detail: 'day_not_begun' });
});

test('a close is refused if money was booked since the page was read, and nothing is kept of it', async () => {
  await transferred();
  const counts = counted(await moneyOf());
  await transferred();
  expect(await admin.refusal(close, closing(counts))).toMatchObject({ detail: 'day_moved' });
  expect(await db.owner`select day from day_closes where tenant_id = ${store.tenantId}`).toEqual([]);
  for (const wrong of [null, {}, [1], [{ place: 'pocket' }], [{ ...counts[0], amount: '1' }]])
    expect(await admin.refusal(close, closing(wrong))).toMatchObject({ detail: 'invalid_counts' });
});

test('two people who close a day at once close it once', async () => {
  await transferred();
  const counts = counted(await moneyOf());
  const outcomes = await atOnce(2, () => admin.attempt(close, closing(counts)));
  expect(outcomes.filter((outcome) => 'rows' in outcome)).toHaveLength(1);
  expect(outcomes.find((outcome) => 'code' in outcome)).toMatchObject({ detail: 'day_closed' });
});

test('who booked what is named, without shoppers', async () => {
  const helper = await makePerson(db, store.tenantId, 'admin');
  const order = await transferred();
  await helper.run('select refund_order($1::text::uuid, $2::text::jsonb)', [
    order.id,
    JSON.stringify({ goodwill: 20, way: 'transfer' }),
  ]);
  const acts = () =>
    admin.value<object[]>(
      'select jsonb_agg(to_jsonb(act)) as value from day_acts(array[$1], $2::text::date) act',
      [store.tenantId, shopDay()],
    );
  const open = await acts();
  expect(open).toHaveLength(2);
  expect(open).toContainEqual(expect.objectContaining({ kind: 'received', entries: 1, amount: 280 }));
  expect(open).toContainEqual(expect.objectContaining({ kind: 'given_back', entries: 1, amount: 20 }));
  await closeAsExpected();
  expect(await acts()).toEqual(open);
});

test('stores stand side by side for somebody who may see money in both, and a shopper sees nothing', async () => {
  const other = await makeStore(db, freshTenant());
  const both = await makePerson(db, store.tenantId, 'admin');
  await db.owner`insert into user_roles (user_id, tenant_id, role) values (${both.id}, ${other.tenantId}, 'admin')`;
  await transferred();
  const read = (who: typeof admin) =>
    who.attempt('select tenant_id, place from day_money(array[$1, $2], $3::text::date)', [
      store.tenantId,
      other.tenantId,
      shopDay(),
    ]);
  expect(await read(both)).toEqual({ rows: [{ tenant_id: store.tenantId, place: 'bank' }] });
  expect(await read(shopper)).toMatchObject({ detail: 'staff_only' });
  expect(await shopper.refusal(close, closing([]))).toMatchObject({ detail: 'staff_only' });
});
