import { beforeEach, describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { atOnce, newCustomers } from './races.ts';
import { address, call, orderOf, type PlacedOrder, place, setStock } from './store.ts';

interface Claim {
  tenant_id: string | null;
  order_id: string | null;
  unanswered: number | null;
  is_last_try: boolean | null;
  waiting: number;
  next_due_at: string | null;
}

storeForEachTest({ alone: true });
beforeEach(async () => {
  await setStock(db, store.hoodieId, 1000);
  await set({ cash_rules: { firstOrder: 'confirm', hours: 24 } });
});

/** Sets columns of the store's settings for staff. */
async function set(columns: Record<string, unknown>): Promise<void> {
  const names = Object.keys(columns);
  const values = names.map((name) => `stored.${name}`).join(', ');
  await db.owner.unsafe(
    `insert into staff_settings (tenant_id, ${names.join(', ')})
     select $1, ${values} from jsonb_populate_record(null::staff_settings, $2::text::jsonb) stored
     on conflict (tenant_id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [store.tenantId, JSON.stringify(columns)],
  );
}

const buy = (person = shopper, changes: Record<string, unknown> = {}) =>
  place(db, person.identity, orderOf(store, changes));
const claim = (who: Person) =>
  who.value<Claim>('select to_jsonb(claim_call(array[$1])) as value', [store.tenantId]);
const record = (who: Person, { id }: PlacedOrder, outcome: string, nextAt: string | null = null, note = '') =>
  who.attempt(
    `select outcome::text, next_at from record_call($1::text::uuid, $2::text::call_outcome, $3::text::timestamptz, $4)`,
    [id, outcome, nextAt, note],
  );
const refusal = (who: Person, { id }: PlacedOrder, outcome: string, nextAt: string | null = null) =>
  who.refusal('select record_call($1::text::uuid, $2::text::call_outcome, $3::text::timestamptz)', [
    id,
    outcome,
    nextAt,
  ]);
const callsOf = async ({ id }: PlacedOrder) =>
  db.owner`select outcome::text, called_by, next_at, note from order_calls where order_id = ${id} order by called_at`;
const rowOf = async ({ id }: PlacedOrder) => {
  const [row] = await db.owner`
    select status::text, confirmed_by, confirm_until, confirm_until > now() as waits from orders where id = ${id}`;
  return row;
};
/** Lets the time of the next call come. */
const makeDue = ({ id }: PlacedOrder) =>
  db.owner`update order_calls set next_at = now() where order_id = ${id} and next_at is not null`;
const expireClaims = () =>
  db.owner`update private.call_claims set claimed_until = now() - interval '1 second'`;
const confirmMails = async ({ id }: PlacedOrder) =>
  (
    await db.owner`select channel::text from order_notifications where order_id = ${id} and kind = 'confirm' order by created_at`
  ).map(({ channel }) => channel);

describe('the next order to call about', () => {
  test('is the one that waits longest, and no order that needs no confirmation', async () => {
    const [second, third] = await newCustomers(2);
    const first = await buy();
    await buy(second, { payment_method: 'bank_transfer' });
    await buy(third);
    await db.owner`update orders set created_at = now() - interval '1 hour' where id = ${first.id}`;
    expect(await claim(admin)).toEqual({
      ...{ tenant_id: store.tenantId, order_id: first.id, unanswered: 0, is_last_try: false },
      ...{ waiting: 2, next_due_at: null },
    });
  });

  test('is nobody else’s until its claim expires or is given back', async () => {
    const colleague = await makePerson(db, store.tenantId, 'admin');
    const order = await buy();
    expect((await claim(admin)).order_id).toBe(order.id);
    expect((await claim(admin)).order_id).toBe(order.id);
    expect((await claim(colleague)).order_id).toBeNull();
    expect(await refusal(colleague, order, 'confirmed')).toMatchObject({ detail: 'call_claimed' });
    expect(await colleague.value('select keep_call($1::text::uuid) as value', [order.id])).toBe(false);
    await colleague.run('select release_call($1::text::uuid)', [order.id]);
    expect((await claim(colleague)).order_id).toBeNull();
    await expireClaims();
    expect((await claim(colleague)).order_id).toBe(order.id);
    expect(await admin.value('select keep_call($1::text::uuid) as value', [order.id])).toBe(false);
    await colleague.run('select release_call($1::text::uuid)', [order.id]);
    expect((await claim(admin)).order_id).toBe(order.id);
  });

  test('is of a store where the caller may change orders', async () => {
    const order = await buy();
    expect(await shopper.refusal('select claim_call(array[$1])', [store.tenantId])).toMatchObject({
      code: '42501',
    });
    expect(await refusal(shopper, order, 'confirmed')).toMatchObject({ code: '42501' });
  });

  test('is never given to two of many callers at once, and all orders are given', async () => {
    const count = runs(24, 8);
    const buyers = await newCustomers(count);
    const orders = await atOnce(count, (n) => buy(buyers[n] as Person));
    const callers = await atOnce(count + 2, () => makePerson(db, store.tenantId, 'admin'));
    const claims = await atOnce(callers.length, (n) => claim(callers[n] as Person));
    const given = claims.flatMap(({ order_id }) => order_id ?? []);
    expect(new Set(given).size).toBe(given.length);
    // Who found every order locked at that moment gets one the next time.
    const late: Claim[] = [];
    for (const caller of callers) late.push(await claim(caller));
    const held = late.flatMap(({ order_id }) => order_id ?? []);
    expect(held.toSorted()).toEqual(orders.map(({ id }) => id).toSorted());
  });
});

describe('a call', () => {
  test('that confirms an order confirms it as staff do, and stands in its history', async () => {
    const order = await buy();
    await claim(admin);
    await record(admin, order, 'confirmed', null, 'Ring twice');
    expect(await rowOf(order)).toMatchObject({ status: 'confirmed', confirmed_by: 'staff' });
    expect(await callsOf(order)).toEqual([
      { outcome: 'confirmed', called_by: admin.id, next_at: null, note: 'Ring twice' },
    ]);
    expect((await claim(admin)).order_id).toBeNull();
    const [shown] = await admin.run('select outcome::text from order_calls where order_id = $1::text::uuid', [
      order.id,
    ]);
    expect(shown).toEqual({ outcome: 'confirmed' });
    expect(await shopper.run('select outcome::text from order_calls')).toEqual([]);
  });

  test('counts once, however often its request arrives', async () => {
    const order = await buy();
    const text = `select record_call($1::text::uuid, 'no_answer', p_request_id => '00000000-0000-4000-8000-000000000001')`;
    await admin.run(text, [order.id]);
    await admin.run(text, [order.id]);
    expect(await callsOf(order)).toHaveLength(1);
  });

  test('that nobody answers is tried again after the store’s pauses, and then the customer is asked by message', async () => {
    await set({ call_waits: ['one_hour', 'next_day'] });
    const order = await buy();
    expect(await confirmMails(order)).toEqual(['email']);
    expect(await claim(admin)).toMatchObject({ unanswered: 0, is_last_try: false });
    await record(admin, order, 'no_answer');
    const waiting = await claim(admin);
    expect(waiting).toMatchObject({ order_id: null, waiting: 0 });
    expect(Date.parse(waiting.next_due_at ?? '')).toBeGreaterThanOrEqual(Date.now() + 59 * 60_000);
    await makeDue(order);
    expect(await claim(admin)).toMatchObject({ order_id: order.id, unanswered: 1, is_last_try: false });
    await record(admin, order, 'no_answer');
    await makeDue(order);
    expect(await claim(admin)).toMatchObject({ order_id: order.id, unanswered: 2, is_last_try: true });
    await db.owner`update orders set confirm_until = now() + interval '1 minute' where id = ${order.id}`;
    await record(admin, order, 'no_answer');
    expect(await claim(admin)).toMatchObject({ order_id: null, next_due_at: null });
    expect(await confirmMails(order)).toEqual(['email', 'email']);
    const row = await rowOf(order);
    expect(row).toMatchObject({ status: 'pending', waits: true });
    expect(Date.parse(String(row?.confirm_until))).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });

  test('that is the last one unanswered cancels the order, if the store wants that', async () => {
    await set({ call_waits: [], calls_ending: 'cancel' });
    const order = await buy();
    expect(await claim(admin)).toMatchObject({ order_id: order.id, is_last_try: true });
    await record(admin, order, 'no_answer');
    expect(await call(db, server, 'select cancel_unconfirmed_orders() as value')).toBe(1);
    expect(await rowOf(order)).toMatchObject({ status: 'cancelled' });
  });

  test('is made again at the time that the customer asked for, until which the order stays', async () => {
    const order = await buy();
    const inTwoDays = new Date(Date.now() + 48 * 3_600_000).toISOString();
    await record(admin, order, 'later', inTwoDays);
    expect(await claim(admin)).toMatchObject({ order_id: null, waiting: 0 });
    const row = await rowOf(order);
    expect(Date.parse(String(row?.confirm_until))).toBe(Date.parse(inTwoDays) + 2 * 3_600_000);
  });

  test.each([null, '2020-01-01', '2120-01-01'])('is not made again at %s', async (time) => {
    expect(await refusal(admin, await buy(), 'later', time)).toMatchObject({ detail: 'invalid_call_time' });
  });

  test('to a wrong number asks the customer by mail, and is made again once the address is changed', async () => {
    const order = await buy();
    await record(admin, order, 'no_answer');
    await record(admin, order, 'wrong_number');
    expect(await claim(admin)).toMatchObject({ order_id: null, next_due_at: null });
    expect(await confirmMails(order)).toEqual(['email', 'email']);
    await admin.run('select edit_order($1::text::uuid, $2::text::jsonb)', [
      order.id,
      JSON.stringify({ address: { ...address, phone: '01112345678' } }),
    ]);
    expect(await claim(admin)).toMatchObject({ order_id: order.id, unanswered: 0 });
  });

  test('that cancels an order takes a reason, which its customer reads', async () => {
    const order = await buy();
    expect(await refusal(admin, order, 'cancelled')).toMatchObject({ detail: 'reason_required' });
    await record(admin, order, 'cancelled', null, 'Ordered twice');
    expect(await rowOf(order)).toMatchObject({ status: 'cancelled' });
    const [event] = await shopper.run(
      `select note from order_events where order_id = $1::text::uuid and to_status = 'cancelled'`,
      [order.id],
    );
    expect(event).toEqual({ note: 'Ordered twice' });
  });

  test('is refused once the customer has confirmed the order themselves', async () => {
    const order = await buy();
    await db.owner`update orders set status = 'confirmed', confirmed_by = 'link' where id = ${order.id}`;
    expect(await refusal(admin, order, 'no_answer')).toMatchObject({ detail: 'call_not_awaited' });
    expect(await callsOf(order)).toEqual([]);
  });

  test('stays as it was recorded', async () => {
    const order = await buy();
    await record(admin, order, 'no_answer');
    for (const text of [
      `update order_calls set note = 'x'`,
      'delete from order_calls',
      `insert into order_calls (tenant_id, order_id, outcome) select tenant_id, id, 'no_answer' from orders limit 1`,
    ])
      expect(await admin.attempt(text)).toMatchObject({ code: '42501' });
  });

  test('keeps no note once its customer’s data is erased', async () => {
    const order = await buy();
    await record(admin, order, 'cancelled', null, 'Moved to Aswan');
    const data = await shopper.value<{ orders: { calls: { outcome: string }[] }[] }>(
      'select export_personal_data($1) as value',
      [store.tenantId],
    );
    expect(data.orders[0]?.calls).toMatchObject([{ outcome: 'cancelled' }]);
    await db.run(server, 'select delete_account($1, $2::text::uuid)', [store.tenantId, shopper.id]);
    expect(await callsOf(order)).toMatchObject([{ outcome: 'cancelled', note: '' }]);
  });
});

test.each([
  ['one_hour', '2026-03-02 12:00', '2026-03-02 13:00'],
  ['two_hours', '2026-03-02 20:30', '2026-03-03 10:00'],
  ['four_hours', '2026-03-02 04:00', '2026-03-02 10:00'],
  ['evening', '2026-03-02 12:00', '2026-03-02 18:00'],
  ['evening', '2026-03-02 17:00', '2026-03-03 18:00'],
  ['next_day', '2026-03-02 23:00', '2026-03-03 11:00'],
])('after a pause of %s a call at %s is tried again at %s', async (wait, from, again) => {
  const [row] = await db.owner`
    select to_char(private.call_again_at(${wait}::text::call_wait, (${from}::text::timestamp) at time zone 'Africa/Cairo')
      at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as again`;
  expect(row).toEqual({ again });
});
