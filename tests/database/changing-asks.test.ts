import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person, type Refusal } from './people.ts';
import { address, move, orderOf, type PlacedOrder, place, setStock } from './store.ts';

storeForEachTest();
beforeEach(() => setStock(db, store.hoodieId, 400));

const away = {
  ...address,
  phone: '01199999999',
  street: '99 Nile Street',
  governorate: 'Aswan',
  city: 'Aswan',
};

const setRules = (rules: object) => db.owner`
  update staff_settings set cash_rules = ${rules as Record<string, string>} where tenant_id = ${store.tenantId}`;
const setPayment = (payment: object) => db.owner`
  update settings set payment = payment || ${payment as Record<string, string>} where tenant_id = ${store.tenantId}`;

/** The refusal code of a statement; undefined if it succeeded. */
const refusalOf = async (who: Person, text: string, parameters: string[]): Promise<Refusal | null> => {
  const outcome = await who.attempt(text, parameters);
  return 'rows' in outcome ? null : outcome;
};
const changing = (order: { id: string }, changes: object, who = shopper) =>
  refusalOf(who, 'select edit_order($1::text::uuid, $2::text::jsonb)', [order.id, JSON.stringify(changes)]);
const ordering = (changes: object) =>
  refusalOf(shopper, 'select place_order($1::text::jsonb)', [
    JSON.stringify(orderOf(store, changes as Record<string, unknown>)),
  ]);
const exchanging = (order: PlacedOrder, size = 'L', payment = 'cash_on_delivery') =>
  refusalOf(
    shopper,
    'select request_size_replacement($1::text::uuid, $2::text::jsonb, $3::text::payment_method, $4)',
    [order.id, JSON.stringify([{ order_line_id: order.lines[0]?.id, size }]), payment, randomUUID()],
  );
const problemsOf = async (order: { id: string }, changes: object, who = shopper) =>
  (
    await who.value<{ problems: { code: string }[] }>(
      'select to_jsonb(quote_edit($1::text::uuid, $2::text::jsonb)) as value',
      [order.id, JSON.stringify(changes)],
    )
  ).problems.map(({ code }) => code);

describe('a changed order is checked like a new one:', () => {
  test.each([
    [
      'a governorate that pays before',
      { governorate: 'pay_before', governorates: ['Aswan'] },
      'cash_not_open',
    ],
    ['an amount that pays before', { amount: 'pay_before', amountFrom: 1 }, 'cash_not_open'],
    ['refused parcels', { refusals: 'pay_before', refusalsFrom: 1 }, 'cash_not_open'],
  ])('%s', async (_, rules, code) => {
    const order = await buy();
    const refuser = await makePerson(db, store.tenantId);
    const refused = await place(db, refuser.identity, orderOf(store, { address: away }));
    await move(db, admin.identity, refused.id, 'confirmed', 'in_production', 'shipped');
    await admin.run(
      "select move_shipments(array(select id from shipments where order_id = $1::text::uuid), 'returned_to_sender')",
      [refused.id],
    );
    await setRules(rules);
    expect(await ordering({ address: away })).toMatchObject({ detail: code });
    expect(await changing(order, { address: away })).toMatchObject({ detail: code });
    expect(await problemsOf(order, { address: away })).toEqual([code]);
  });

  test('a phone number and address with too much unpaid', async () => {
    await db.owner`update staff_settings set unpaid_orders_limit = 2, unpaid_pieces_limit = 3 where tenant_id = ${store.tenantId}`;
    const order = await buy();
    const other = await makePerson(db, store.tenantId);
    const paid = await place(
      db,
      other.identity,
      orderOf(store, { address: away, payment_method: 'bank_transfer' }),
    );
    await admin.run("select record_payment($1, 'paid', 'Transfer 1')", [paid.id]);
    for (let n = 0; n < 2; n += 1) {
      await place(db, other.identity, orderOf(store, { address: away }));
    }
    expect(await ordering({ address: away })).toMatchObject({ detail: 'too_many_unpaid' });
    expect(await changing(order, { address: away })).toMatchObject({ detail: 'too_many_unpaid' });
    await db.owner`update staff_settings set unpaid_orders_limit = 5 where tenant_id = ${store.tenantId}`;
    const two = { lines: [{ product_id: store.hoodieId, quantity: 2, size: 'M', color: 'Black' }] };
    const larger = await buy(two);
    expect(await changing(larger, { address: away })).toMatchObject({ detail: 'too_many_pieces' });
    expect(await changing(order, { address: { ...address, floor: '3' } })).toBeNull();
  });

  test('a blocked customer', async () => {
    const order = await buy();
    await db.owner`insert into customer_records (tenant_id, user_id, blocked_reason)
      values (${store.tenantId}, ${shopper.id}, 'Never pays')`;
    expect(await ordering({})).toMatchObject({ detail: 'blocked' });
    expect(await changing(order, { note: 'Ring twice' })).toMatchObject({ detail: 'blocked' });
  });

  test('the maximum of a payment method, also for staff', async () => {
    const order = await buy();
    await setPayment({ options: [{ option: 'cash_on_delivery', offered: true, to: 300 }] });
    const mug = { product_id: store.mugId, quantity: 1 };
    expect(await ordering({ lines: [mug, mug, mug, mug].slice(0, 4) })).toMatchObject({
      detail: 'payment_amount',
    });
    expect(await changing(order, { add: [mug] }, admin)).toMatchObject({ detail: 'payment_amount' });
  });

  test('a zone’s limits, for added products', async () => {
    await db.owner`update product_variants set weight_grams = 600 where product_id in (${store.hoodieId}, ${store.mugId})`;
    await db.owner`insert into shipping_zones (tenant_id, name, places, rates, max_grams) values (${store.tenantId}, 'Near',
      array[${address.governorate}], '[{"method": "standard", "fee": 30}]', 1000)`;
    const order = await buy();
    expect(await changing(order, { add: [{ product_id: store.mugId, quantity: 1 }] }, admin)).toMatchObject({
      detail: 'order_too_heavy',
    });
  });

  test('an order placed before a rule changed is not checked for what the change does not affect', async () => {
    const order = await buy();
    await setRules({ firstOrder: 'pay_before' });
    await setPayment({ cashOnDelivery: false });
    const swap = {
      remove: [{ order_line_id: order.lines[0]?.id, quantity: 1 }],
      add: [{ instead_of: order.lines[0]?.id, quantity: 1, size: 'L' }],
      note: 'Ring twice',
    };
    expect(await changing(order, swap)).toBeNull();
  });
});

describe('cash whose requirements rise after a change', () => {
  const south = (requirement: string) => ({
    governorate: requirement,
    governorates: ['Aswan'],
    depositPercent: 20,
  });

  test('is confirmed, while the order waits for staff', async () => {
    const order = await buy();
    await setRules(south('confirm'));
    expect(await changing(order, { address: away })).toBeNull();
    const [row] = await db.owner`
      select status::text, cash_requirement::text as asks, confirm_until is not null as waits from orders where id = ${order.id}`;
    expect(row).toEqual({ status: 'pending', asks: 'confirm', waits: true });
    expect(
      await db.owner`select 1 from order_notifications where order_id = ${order.id} and kind = 'confirm'`,
    ).toHaveLength(1);
  });

  test.each([
    ['confirm', 'confirmed'],
    ['deposit', 'pending'],
  ])('is for the store to agree if it requires a %s of an order that is %s', async (requirement, status) => {
    const order = await buy();
    if (status === 'confirmed') await move(db, admin.identity, order.id, 'confirmed');
    await setRules(south(requirement));
    expect(await changing(order, { address: away })).toMatchObject({ detail: 'change_asks_more' });
  });

  test('is waived by staff, who have spoken with the customer; a prepayment with a lasting reason', async () => {
    const order = await buy();
    await setRules(south('confirm'));
    expect(await changing(order, { address: away }, admin)).toBeNull();
    const other = await buy();
    await setRules(south('pay_before'));
    expect(await changing(other, { address: away }, admin)).toMatchObject({ detail: 'cash_not_open' });
    expect(await changing(other, { address: away, cash_overruled: 'Known to us' }, admin)).toBeNull();
    const [row] = await db.owner`select cash_overruled from order_staff_facts where order_id = ${other.id}`;
    expect(row).toEqual({ cash_overruled: 'Known to us' });
    expect(await changing(other, { address: { ...away, floor: '2' } })).toBeNull();
    const mine = await buy();
    expect(await changing(mine, { address: away, cash_overruled: 'I pay' })).toMatchObject({
      detail: 'cash_not_open',
    });
  });
});

describe('another size of a delivered piece is checked like an order:', () => {
  test('its payment method, its cash, and its unpaid limit', async () => {
    const order = await delivered();
    await setPayment({ bankTransfer: false });
    expect(await exchanging(order, 'L', 'bank_transfer')).toMatchObject({ detail: 'payment_closed' });
    await setRules({ amount: 'pay_before', amountFrom: 1 });
    expect(await exchanging(order)).toMatchObject({ detail: 'cash_not_open' });
    await setRules({});
    await buy();
    await db.owner`update staff_settings set unpaid_orders_limit = 1 where tenant_id = ${store.tenantId}`;
    expect(await exchanging(order)).toMatchObject({ detail: 'too_many_unpaid' });
    await db.owner`update staff_settings set unpaid_orders_limit = null where tenant_id = ${store.tenantId}`;
    await setRules({ amount: 'confirm', amountFrom: 1 });
    expect(await exchanging(order)).toBeNull();
    const [sent] = await db.owner`
      select cash_requirement::text as asks from orders where replaces_order_id = ${order.id}`;
    expect(sent).toEqual({ asks: 'confirm' });
  });
});
