import { beforeEach, describe, expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, makePerson, type Person, server } from './people.ts';
import { takeMails } from './queued-notifications.ts';
import { address, call, move, orderOf, type PlacedOrder, place, setStock, stockOf } from './store.ts';

interface Rule {
  requirement: string;
  reasons: { rule: string }[];
}

storeForEachTest({ alone: true });
beforeEach(async () => {
  await setStock(db, store.hoodieId, 100);
});

const setRules = (rules: object) => db.owner`
  insert into staff_settings (tenant_id, cash_rules) values (${store.tenantId}, ${rules as Record<string, string>})
  on conflict (tenant_id) do update set cash_rules = excluded.cash_rules`;
const buy = (person = shopper, changes: Record<string, unknown> = {}) =>
  place(db, person.identity, orderOf(store, changes));
const quoted = async (person: Person | null, changes: Record<string, unknown> = {}) => {
  const document = JSON.stringify(orderOf(store, changes));
  const who = person?.identity ?? anonymous;
  return (
    await call<{ cash: Rule }>(db, who, 'select to_jsonb(quote_order($1::text::jsonb)) as value', [document])
  ).cash;
};
const refusalOf = (person: Person, changes: Record<string, unknown> = {}) =>
  person.refusal('select place_order($1::text::jsonb)', [JSON.stringify(orderOf(store, changes))]);
const rowOf = async (id: string) => {
  const [row] = await db.owner`
    select status::text, cash_requirement::text as requirement, cash_reasons as reasons, confirmed_by, queues::text[] as queues,
      confirm_until is not null as waits from orders where id = ${id}`;
  return row;
};
/** Takes the message that asks to confirm an order; returns the secret of its link, and its code. */
async function takeConfirmation(orderId: string): Promise<{ token: string; code: string }> {
  await db.owner`update private.jobs set run_at = now() from order_notifications message where message.id::text = key and message.order_id = ${orderId}`;
  const taken = await call<
    { order: { id: string }; kind: string; confirmation: { token: string; code: string } }[]
  >(db, server, takeMails);
  const asked = taken.find(({ order, kind }) => order.id === orderId && kind === 'confirm')?.confirmation;
  if (!asked) throw new Error('Nobody was asked to confirm');
  return asked;
}
const secretOf = async (orderId: string) => (await takeConfirmation(orderId)).token;
const confirmByCode = (number: string, code: string) =>
  call<string>(db, server, 'select confirm_order_by_code($1, $2, $3) as value', [
    store.tenantId,
    number,
    code,
  ]);
/** A wrong code. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const confirm = (secret: string) =>
  call<string>(db, server, 'select confirm_order($1::text) as value', [secret]);
const cancelLate = () => call<number>(db, server, 'select cancel_unconfirmed_orders() as value');
const kindsOf = async (orderId: string) =>
  (
    await db.owner`select kind::text from order_notifications where order_id = ${orderId} order by created_at, kind`
  ).map(({ kind }) => kind);
/** A shipment to the person that was delivered or returned to sender. */
async function delivered(person: Person, state: 'delivered' | 'returned_to_sender', changes = {}) {
  const order = await buy(person, changes);
  await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped');
  await admin.run(
    `select move_shipments(array(select id from shipments where order_id = $1::text::uuid), $2::text::shipment_state)`,
    [order.id, state],
  );
}

describe('a store’s requirements', () => {
  test('a store without rules requires nothing', async () => {
    expect(await quoted(shopper)).toMatchObject({ requirement: 'none', reasons: [] });
    expect(await rowOf((await buy()).id)).toMatchObject({ requirement: 'none', waits: false });
  });

  test('a first order needs confirmation, and says so before it is placed; later ones do not', async () => {
    await setRules({ firstOrder: 'confirm' });
    expect(await quoted(shopper)).toMatchObject({
      requirement: 'confirm',
      reasons: [{ rule: 'first_order' }],
    });
    const order = await buy();
    expect(await rowOf(order.id)).toEqual({
      ...{ status: 'pending', requirement: 'confirm', reasons: [{ rule: 'first_order' }] },
      ...{ confirmed_by: null, queues: ['to_confirm'], waits: true },
    });
    expect(await kindsOf(order.id)).toEqual(['confirm']);
    await setRules({});
    await delivered(shopper, 'delivered');
    await setRules({ firstOrder: 'confirm' });
    expect(await quoted(shopper)).toMatchObject({ requirement: 'none' });
    expect(await rowOf((await buy()).id)).toMatchObject({ requirement: 'none' });
  });

  test('the strictest applicable rule wins, with only its own reasons', async () => {
    await setRules({
      ...{ firstOrder: 'confirm', amount: 'pay_before', amountFrom: 200 },
      ...{ governorate: 'pay_before', governorates: ['Cairo'] },
    });
    expect(await quoted(shopper)).toEqual({
      requirement: 'pay_before',
      reasons: [
        { rule: 'amount', amount: 200 },
        { rule: 'governorate', governorate: 'Cairo' },
      ],
      hours: 24,
      deposit: 0,
    });
    expect(await refusalOf(shopper)).toMatchObject({ detail: 'cash_not_open' });
    await setRules({ amount: 'pay_before', amountFrom: 100_000, firstOrder: 'confirm' });
    expect(await rowOf((await buy()).id)).toMatchObject({ requirement: 'confirm' });
  });

  test('a prepaid order has no requirements', async () => {
    await setRules({ firstOrder: 'pay_before' });
    expect(await refusalOf(shopper)).toMatchObject({
      detail: 'cash_not_open',
      message: 'A first order is paid before it is sent. Choose another way to pay.',
    });
    const order = await buy(shopper, { payment_method: 'bank_transfer' });
    expect(await rowOf(order.id)).toMatchObject({ status: 'awaiting_payment', requirement: 'none' });
  });

  test('shipments that a person did not accept count, and so do others’ with the number, but nobody learns of those', async () => {
    await delivered(shopper, 'returned_to_sender');
    await setRules({ refusals: 'pay_before', refusalsFrom: 1 });
    expect(await quoted(shopper)).toMatchObject({ reasons: [{ rule: 'refusals', refused: 1 }] });
    const other = await makePerson(db, store.tenantId);
    for (const person of [other, null])
      expect(await quoted(person)).toMatchObject({ requirement: 'none', reasons: [] });
    const international = { ...address, phone: address.phone.replace(/^0/, '+20') };
    expect(await refusalOf(other, { address: international })).toMatchObject({
      detail: 'cash_not_open',
      message: 'This order is paid before it is sent. Choose another way to pay.',
    });
    const elsewhere = await buy(other, { address: { ...address, phone: '01112345678' } });
    expect(await rowOf(elsewhere.id)).toMatchObject({ requirement: 'none' });
    const record = await admin.value('select to_jsonb(delivery_record($1, null, $2)) as value', [
      store.tenantId,
      international.phone,
    ]);
    expect(record).toEqual({ customer: null, phone: { delivered: 0, refused: 1 } });
  });

  test.each([
    { firstOrder: 'deposit' },
    { amountFrom: -1 },
    { refusalsFrom: 0 },
    { hours: 0 },
    { governorates: 'Cairo' },
  ])('invalid rules are refused: %j', async (rules) => {
    await expect(setRules(rules)).rejects.toThrow('staff_settings_cash_rules_check');
  });
});

describe('an order that needs confirmation', () => {
  let order: PlacedOrder;
  beforeEach(async () => {
    await setRules({ firstOrder: 'confirm', hours: 2 });
    order = await buy();
  });

  test('is not packed before it is confirmed', async () => {
    const refusal = await admin.refusal('select pack_order($1::text::uuid)', [order.id]);
    expect(refusal).toMatchObject({ detail: 'not_confirmed' });
  });

  test('is confirmed by the link, which says so again when pressed again', async () => {
    const secret = await secretOf(order.id);
    expect(await confirm(secret)).toBe('confirmed');
    expect(await rowOf(order.id)).toMatchObject({
      status: 'confirmed',
      confirmed_by: 'link',
      queues: ['to_pack'],
    });
    expect(await confirm(secret)).toBe('confirmed');
    const moves = await db.owner`
      select actor from order_events where order_id = ${order.id} and to_status = 'confirmed'`;
    expect([...moves]).toEqual([{ actor: 'system' }]);
  });

  test('is confirmed by the code and the number, which say so again when sent again', async () => {
    const { code } = await takeConfirmation(order.id);
    expect(code).toMatch(/^\d{6}$/);
    expect(await confirmByCode(` ${order.number.toLowerCase()} `, code)).toBe('confirmed');
    expect(await rowOf(order.id)).toMatchObject({ status: 'confirmed', confirmed_by: 'code' });
    expect(await confirmByCode(order.number, code)).toBe('confirmed');
  });

  test('accepts no code after five wrong ones, but still the link', async () => {
    const { code, token } = await takeConfirmation(order.id);
    for (let guess = 0; guess < 5; guess += 1)
      expect(await confirmByCode(order.number, otherThan(code))).toBe('wrong_code');
    expect(await confirmByCode(order.number, code)).toBe('wrong_code');
    expect(await rowOf(order.id)).toMatchObject({ status: 'pending' });
    expect(await confirm(token)).toBe('confirmed');
  });

  test('is not confirmed by another order’s code, nor by an unknown one', async () => {
    const { code } = await takeConfirmation(order.id);
    const other = await buy();
    await takeConfirmation(other.id);
    expect(await confirmByCode(other.number, code)).toBe('wrong_code');
    expect(await confirmByCode('NOBODY-S', code)).toBe('wrong_code');
    expect(await rowOf(other.id)).toMatchObject({ status: 'pending' });
  });

  test('is not confirmed by a secret that was not sent, and none is stored', async () => {
    const secret = await secretOf(order.id);
    for (const wrong of ['', `${secret}x`, secret.toUpperCase()])
      expect(await confirm(wrong)).toBe('unknown');
    expect(await rowOf(order.id)).toMatchObject({ status: 'pending' });
    const [kept] = await db.owner`
      select count(*)::int as n from private.order_confirmations where encode(token_hash, 'escape') like ${`%${secret}%`}`;
    expect(kept).toEqual({ n: 0 });
  });

  test('is confirmed by staff on the telephone in one step, and its notification is dropped', async () => {
    await move(db, admin.identity, order.id, 'confirmed');
    expect(await rowOf(order.id)).toMatchObject({ status: 'confirmed', confirmed_by: 'staff' });
    expect(await kindsOf(order.id)).toEqual([]);
    await move(db, admin.identity, order.id, 'pending');
    expect(await rowOf(order.id)).toMatchObject({ status: 'pending', confirmed_by: null });
  });

  test('is cancelled automatically when nobody confirms it, with its stock released and a notification', async () => {
    const before = await stockOf(db, store.hoodieId);
    const secret = await secretOf(order.id);
    expect(await cancelLate()).toBe(0);
    await db.owner`update orders set confirm_until = now() - interval '1 minute' where id = ${order.id}`;
    expect(await confirm(secret)).toBe('expired');
    expect(await cancelLate()).toBe(1);
    expect(await rowOf(order.id)).toMatchObject({ status: 'cancelled', queues: [] });
    expect(await stockOf(db, store.hoodieId)).toBeGreaterThan(before);
    expect(await kindsOf(order.id)).toEqual(['confirm', 'cancelled']);
    expect(await confirm(secret)).toBe('cancelled');
    expect(await cancelLate()).toBe(0);
  });

  test('is confirmed once or cancelled once, whichever comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const raced = round === 0 ? order : await buy();
      const secret = await secretOf(raced.id);
      const [first, second] = await Promise.all([
        confirm(secret),
        confirm(secret),
        db
          .run(shopper.identity, 'select cancel_order($1::text::uuid)', [raced.id])
          .catch((error: unknown) => error),
        cancelLate(),
      ]);
      const row = await rowOf(raced.id);
      const outcomes = new Set([first, second]);
      // The shopper can still cancel after confirming.
      if (outcomes.has('cancelled')) expect(row).toMatchObject({ status: 'cancelled' });
      else expect(['confirmed', 'cancelled']).toContain(row?.status);
    }
  });

  test('continues without it when staff overrule the rule with a reason, which is logged', async () => {
    const overrule = 'select to_jsonb(overrule_cash_rule($1::text::uuid, $2::text)) as value';
    expect(await admin.refusal(overrule, [order.id, '  '])).toMatchObject({
      detail: 'reason_required',
    });
    expect(await shopper.refusal(overrule, [order.id, 'I am honest'])).toMatchObject({
      detail: 'staff_only',
    });
    await admin.run(overrule, [order.id, 'A neighbour of ours']);
    expect(await rowOf(order.id)).toMatchObject({ status: 'pending', requirement: 'none', waits: false });
    const [entry] = await db.owner`
      select actor_id, after ->> 'cash_overruled' as reason from audit_log
      where entity = 'orders' and entity_id = ${order.id} order by id desc limit 1`;
    expect(entry).toEqual({ actor_id: admin.id, reason: 'A neighbour of ours' });
    expect(await admin.refusal(overrule, [order.id, 'Again'])).toMatchObject({
      detail: 'cash_not_ruled',
    });
  });
});

test('staff who place an order confirm it with the customer, and overrule a required prepayment', async () => {
  await setRules({ firstOrder: 'pay_before' });
  const document = (changes: object) =>
    JSON.stringify({
      ...orderOf(store, { payment_method: 'cash_on_delivery' }),
      channel: 'phone',
      customer: { name: 'Nadia', phone: address.phone },
      ...changes,
    });
  const placing = 'select to_jsonb(place_order_for($1::text::jsonb)) as value';
  expect(await admin.refusal(placing, [document({})])).toMatchObject({
    detail: 'cash_not_open',
  });
  const overruled = { cash_overruled: 'Buys here every month' };
  const order = await admin.value<PlacedOrder>(placing, [document(overruled)]);
  expect(await rowOf(order.id)).toMatchObject({ requirement: 'none', reasons: [{ rule: 'first_order' }] });
  expect(
    await shopper.refusal('select place_order($1::text::jsonb)', [JSON.stringify(orderOf(store, overruled))]),
  ).toMatchObject({ detail: 'cash_not_open' });
});
