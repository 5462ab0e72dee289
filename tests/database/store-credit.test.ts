import { describe, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { move, orderOf } from './store.ts';

storeForEachTest();

const give = (amount: number) =>
  admin.value<string>(`select adjust_store_credit($1, $2::text::uuid, ${amount}, 'Sorry') as value`, [
    store.tenantId,
    shopper.id,
  ]);
const balance = async () => {
  const [row] = await db.owner`select store_credit from profiles where id = ${shopper.id}`;
  return Number(row?.store_credit);
};
const read = async (orderId: string) => {
  const [row] = await db.owner`
    select status, payment_status, charged::float8, received::float8, given_back::float8 from orders where id = ${orderId}`;
  return row;
};
const pay = (orderId: string) =>
  admin.run("select record_payment($1::text::uuid, 'paid', 'REF ' || $1::text)", [orderId]);
const refundsOf = (orderId: string) =>
  db.owner`select way, state, amount::float8 from refunds where order_id = ${orderId} order by number`;
const quote = (choices: Record<string, unknown>) =>
  shopper.value<Record<string, unknown>>('select to_jsonb(quote_order($1::text::jsonb)) as value', [
    JSON.stringify(orderOf(store, choices)),
  ]);

describe('store credit at the checkout', () => {
  test('pays as much as is available and needed, or the requested amount', async () => {
    await give(100);
    expect(await quote({ store_credit: true })).toMatchObject({
      total: 280,
      store_credit: 100,
      store_credit_balance: 100,
      problems: [],
    });
    expect(await quote({ store_credit: 40.5 })).toMatchObject({ total: 280, store_credit: 40.5 });
    await give(900);
    expect(await quote({ store_credit: true })).toMatchObject({ store_credit: 280 });
    expect(await quote({})).toMatchObject({ store_credit: 0, store_credit_balance: 1000 });
  });

  test('is refused with the balance if more is requested, or no amount', async () => {
    await give(100);
    expect(await quote({ store_credit: 100.01 })).toMatchObject({
      problems: [{ code: 'insufficient_credit', amount: 100 }],
    });
    expect(await quote({ store_credit: -1 })).toMatchObject({ problems: [{ code: 'invalid_credit' }] });
    const document = JSON.stringify(orderOf(store, { store_credit: 500 }));
    expect(await shopper.refusal('select place_order($1::text::jsonb)', [document])).toMatchObject({
      detail: 'insufficient_credit',
    });
    expect(await balance()).toBe(100);
  });

  test('that pays the whole order leaves nothing to await', async () => {
    await give(500);
    const order = await buy({ store_credit: true, payment_method: 'bank_transfer' });
    expect(order).toMatchObject({ status: 'pending', payment_status: 'paid', total: 280 });
    expect(await balance()).toBe(220);
  });

  test('that pays a part leaves the rest to the chosen method', async () => {
    await give(100);
    const order = await buy({ store_credit: true, payment_method: 'bank_transfer' });
    expect(order).toMatchObject({ status: 'awaiting_payment', payment_status: 'partly_paid' });
    await pay(order.id);
    expect(await read(order.id)).toMatchObject({
      status: 'confirmed',
      payment_status: 'paid',
      received: 280,
    });
    const [entry] = await db.owner`
      select amount::float8 from payment_entries where order_id = ${order.id} and kind = 'received'`;
    expect(entry).toEqual({ amount: 180 });
  });

  test('is spent once by two concurrent orders', async () => {
    await give(100);
    const orders = await Promise.all([buy({ store_credit: true }), buy({ store_credit: true })]);
    expect(orders.map(({ payment_status }) => payment_status).toSorted()).toEqual(['partly_paid', 'unpaid']);
    expect(await balance()).toBe(0);
  });
});

describe('an order paid with store credit', () => {
  test('returns it at once when it is cancelled', async () => {
    await give(500);
    const order = await buy({ store_credit: true });
    await move(db, shopper.identity, order.id, 'cancelled');
    expect(await read(order.id)).toEqual({
      status: 'cancelled',
      payment_status: 'refunded',
      charged: 0,
      received: 280,
      given_back: 280,
    });
    expect(await balance()).toBe(500);
  });

  test('refunds the latest payment first', async () => {
    await give(100);
    const order = await buy({ store_credit: true, payment_method: 'bank_transfer' });
    await pay(order.id);
    const refund = (goodwill: number) =>
      admin.run('select refund_order($1::text::uuid, $2::text::jsonb)', [
        order.id,
        JSON.stringify({ goodwill }),
      ]);
    await refund(150);
    await refund(60);
    expect(await refundsOf(order.id)).toEqual([
      { way: null, state: 'due', amount: 150 },
      { way: null, state: 'due', amount: 30 },
      { way: 'store_credit', state: 'sent', amount: 30 },
    ]);
    expect(await balance()).toBe(30);
  });

  test('can be refunded as store credit instead of money', async () => {
    const order = await buy({ payment_method: 'bank_transfer' });
    await pay(order.id);
    await admin.run('select refund_order($1::text::uuid, $2::text::jsonb)', [
      order.id,
      JSON.stringify({ goodwill: 80, way: 'store_credit', reason: 'Late' }),
    ]);
    expect(await balance()).toBe(80);
    expect(await read(order.id)).toMatchObject({ payment_status: 'partly_refunded', charged: 200 });
  });
});

describe('staff', () => {
  test('grant and deduct credit with a reason, and not more than the balance', async () => {
    expect(Number(await give(50))).toBe(50);
    expect(Number(await give(-20))).toBe(30);
    const adjust = 'select adjust_store_credit($1, $2::text::uuid, $3::text::numeric, $4)';
    const with_ = (delta: string, reason: string) => [store.tenantId, shopper.id, delta, reason];
    expect(await admin.refusal(adjust, with_('-30.01', 'Gone'))).toMatchObject({
      detail: 'insufficient_credit',
    });
    expect(await admin.refusal(adjust, with_('5', ' '))).toMatchObject({
      detail: 'reason_required',
    });
    expect(await admin.refusal(adjust, with_('0.001', 'Dust'))).toMatchObject({
      detail: 'invalid_credit',
    });
    expect(await shopper.refusal(adjust, with_('5', 'Mine'))).toMatchObject({
      code: '42501',
    });
    expect(await balance()).toBe(30);
  });
});
