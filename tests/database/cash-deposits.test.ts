import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, server } from './people.ts';
import { call, move, orderOf, type PlacedOrder, setStock, stockOf } from './store.ts';

storeForEachTest({ alone: true });
beforeEach(async () => {
  await setStock(db, store.hoodieId, 100);
  await offer({ onlinePayment: true, bankTransfer: true });
  await setRules({ firstOrder: 'deposit', depositPercent: 25 });
});

const setRules = (rules: object) => db.owner`
  insert into staff_settings (tenant_id, cash_rules) values (${store.tenantId}, ${rules as Record<string, string>})
  on conflict (tenant_id) do update set cash_rules = excluded.cash_rules`;
const offer = (payment: Record<string, boolean | object[]>) => db.owner`
  update settings set payment = payment || ${payment as Record<string, never>} where tenant_id = ${store.tenantId}`;
const quoted = (changes = {}) =>
  call<{ cash: object }>(db, anonymous, 'select to_jsonb(quote_order($1::text::jsonb)) as value', [
    JSON.stringify(orderOf(store, changes)),
  ]);
const standing = async ({ id }: { id: string }) => {
  const [row] = await db.owner`
    select status::text, payment_status::text as paid, deposit::float, received::float, given_back::float, queues::text[] as queues
    from orders where id = ${id}`;
  return row;
};
interface Attempt {
  payment_id: string;
  amount: number;
}
const startPaying = async ({ id }: { id: string }, amount = ''): Promise<Attempt> => {
  const payment = await call<{ id: string; amount: number }>(
    db,
    server,
    `select to_jsonb(payment_to_start($1::text::uuid, $2::text::uuid, 'paymob', 'wallet', nullif($3, '')::numeric)) as value`,
    [id, shopper.id, amount],
  );
  return { payment_id: payment.id, amount: Math.round(payment.amount * 100) };
};
/** The provider reports a payment, in piastres. */
const announce = (attempt: Attempt, { event = randomUUID(), transaction = `t-${attempt.payment_id}` } = {}) =>
  call<string>(
    db,
    server,
    `select record_payment_event($1, 'transaction', 'paid', $2::text::uuid, null, $3, $4::text::bigint, 'EGP', p_provider => 'paymob')
     as value`,
    [event, attempt.payment_id, transaction, String(attempt.amount)],
  );
const release = () => call<number>(db, server, 'select release_expired_reservations() as value');
const timeIsOver = ({ id }: { id: string }) => db.owner`
  update orders set reserved_until = now() - interval '1 minute', confirm_until = now() - interval '1 minute' where id = ${id}`;
const shipmentOf = async ({ id }: { id: string }) => {
  const [shipment] = await db.owner`select id, cash_due::float from shipments where order_id = ${id}`;
  return shipment;
};
const moveShipment = (id: string, state: string) =>
  admin.run('select move_shipments(array[$1::text::uuid], $2::text::shipment_state)', [id, state]);
const refundsOf = async ({ id }: { id: string }) => [
  ...(await db.owner`select amount::float, way::text, state::text from refunds where order_id = ${id} order by number`),
];

/** A cash order of 280 pounds with 70 paid at the provider. */
async function deposited(): Promise<PlacedOrder> {
  const order = await buy();
  await announce(await startPaying(order));
  return order;
}

describe('a deposit', () => {
  test('is shown before the order is placed, in percent or in pounds, never more than the open amount', async () => {
    const asked = { requirement: 'deposit', reasons: [{ rule: 'first_order' }], hours: 24 };
    expect(await quoted()).toMatchObject({ cash: { ...asked, deposit: 70 } });
    await setRules({ firstOrder: 'deposit', depositAmount: 100.5 });
    expect(await quoted()).toMatchObject({ cash: { ...asked, deposit: 100.5 } });
    await setRules({ firstOrder: 'deposit', depositAmount: 5_000 });
    expect(await quoted()).toMatchObject({ cash: { ...asked, deposit: 280 } });
  });

  test('is quoted with the options that do not take it, beside those that do not take the order', async () => {
    const limit = (option: string, from: number | null, to: number | null) => ({
      option,
      offered: true,
      from,
      to,
    });
    await offer({
      options: [
        limit('bank_transfer', 70.01, null),
        limit('stripe_card', 70, 279.99),
        limit('paymob_card', null, 280),
      ],
    });
    expect(await quoted()).toMatchObject({
      cash: { deposit: 70 },
      closed_payments: ['stripe_card'],
      deposit_closed_payments: ['bank_transfer'],
    });
    await setRules({ firstOrder: 'pay_before' });
    expect(await quoted()).toMatchObject({ closed_payments: ['stripe_card', 'cash_on_delivery'] });
  });

  test('becomes a confirmation if transfers are the only way to pay it, and take no such amount', async () => {
    const limit = { option: 'bank_transfer', offered: true, from: 70.01 };
    await offer({ onlinePayment: false, options: [limit] });
    expect(await quoted()).toMatchObject({ cash: { requirement: 'confirm', deposit: 0 } });
    await offer({ options: [{ ...limit, from: 70 }] });
    expect(await quoted()).toMatchObject({ cash: { requirement: 'deposit', deposit: 70 } });
  });

  test('becomes a confirmation if the store has no open method to pay it', async () => {
    await offer({ onlinePayment: false, bankTransfer: false });
    expect(await quoted()).toMatchObject({ cash: { requirement: 'confirm', deposit: 0 } });
    expect(await standing(await buy())).toMatchObject({ status: 'pending', deposit: 0 });
  });

  test('is what the order awaits; nothing of it is packed, and no confirmation is requested', async () => {
    const order = await buy();
    expect(await standing(order)).toEqual({
      ...{ status: 'awaiting_payment', paid: 'unpaid', deposit: 70, received: 0, given_back: 0 },
      queues: [],
    });
    const [message] = await db.owner`select kind::text from order_notifications where order_id = ${order.id}`;
    expect(message).toEqual({ kind: 'placed' });
    expect(
      await admin.refusal("select change_order_status($1::text::uuid, 'confirmed')", [order.id]),
    ).toMatchObject({ detail: 'payment_missing' });
    expect(await admin.refusal('select pack_order($1::text::uuid)', [order.id])).toMatchObject({
      detail: 'not_confirmed',
    });
  });

  test('is requested from the provider unless the shopper pays more, and confirms the order, with a notification', async () => {
    const order = await buy();
    expect(await startPaying(order, '280')).toMatchObject({ amount: 28_000 });
    const attempt = await startPaying(order);
    expect(attempt).toMatchObject({ amount: 7_000 });
    expect(await announce(attempt)).toBe('booked');
    expect(await standing(order)).toEqual({
      ...{ status: 'confirmed', paid: 'partly_paid', deposit: 70, received: 70, given_back: 0 },
      queues: ['to_pack'],
    });
    const notifications =
      await db.owner`select kind::text from order_notifications where order_id = ${order.id}`;
    expect(notifications.map(({ kind }) => kind)).toContain('paid');
  });

  test('is booked once however often its event arrives, and a second one counts toward the rest', async () => {
    const order = await buy();
    const attempt = await startPaying(order);
    const event = randomUUID();
    const outcomes = await Promise.all([1, 2, 3].map(() => announce(attempt, { event })));
    expect(outcomes.sort()).toEqual(['booked', 'known', 'known']);
    expect(await announce(attempt)).toBe('late');
    expect(await standing(order)).toMatchObject({ received: 70 });
    expect(await announce(attempt, { transaction: 'another' })).toBe('booked');
    expect(await standing(order)).toMatchObject({ received: 140, paid: 'partly_paid' });
    await move(db, admin.identity, order.id, 'in_production', 'shipped');
    expect(await shipmentOf(order)).toMatchObject({ cash_due: 140 });
  });

  test('leaves the rest to the carrier, who collects no more, and whose cash completes the payment', async () => {
    const order = await deposited();
    await move(db, admin.identity, order.id, 'in_production', 'shipped');
    const shipment = await shipmentOf(order);
    expect(shipment).toMatchObject({ cash_due: 210 });
    await moveShipment(shipment?.id, 'delivered');
    expect(await standing(order)).toMatchObject({ status: 'delivered', paid: 'with_carrier', received: 280 });
  });

  test('is paid by a transfer that staff find, in parts too, and waits for staff while they review it', async () => {
    const order = await buy();
    const photo = `${store.tenantId}/${shopper.id}/${randomUUID()}.webp`;
    await db.owner`insert into storage.objects (bucket_id, name) values ('order-photos', ${photo})`;
    await shopper.run('select send_transfer_proof($1::text::uuid, array[$2])', [order.id, photo]);
    const [proof] = await db.owner`select amount::float from transfers where order_id = ${order.id}`;
    expect(proof).toEqual({ amount: 70 });
    expect(await standing(order)).toMatchObject({ queues: ['to_confirm'] });
    await timeIsOver(order);
    expect(await release()).toBe(0);
    const book = (amount: number) =>
      admin.run('select book_transfer($1::text::uuid, $2::text::numeric, $3)', [
        order.id,
        String(amount),
        `TRX ${amount}`,
      ]);
    await book(30);
    expect(await standing(order)).toMatchObject({ status: 'awaiting_payment', received: 30, queues: [] });
    await book(40);
    expect(await standing(order)).toMatchObject({ status: 'confirmed', received: 70 });
    const methods = await db.owner`
      select distinct method::text from payment_entries where order_id = ${order.id} and kind = 'received'`;
    expect([...methods]).toEqual([{ method: 'bank_transfer' }]);
    await expect(book(10)).rejects.toMatchObject({ detail: 'not_payable' });
  });

  test('that does not arrive in time ends the order and releases its stock; money that arrives later is refunded', async () => {
    const before = await stockOf(db, store.hoodieId);
    const order = await buy();
    const attempt = await startPaying(order);
    expect(await release()).toBe(0);
    await timeIsOver(order);
    await expect(startPaying(order)).rejects.toMatchObject({ detail: 'reservation_over' });
    expect(await release()).toBe(1);
    expect(await standing(order)).toMatchObject({ status: 'cancelled', paid: 'failed' });
    expect(await stockOf(db, store.hoodieId)).toBe(before);
    expect(await announce(attempt)).toBe('booked');
    expect(await standing(order)).toMatchObject({ status: 'cancelled', paid: 'refund_due' });
    expect(await refundsOf(order)).toEqual([{ amount: 70, way: 'card', state: 'sending' }]);
  });

  test('can be paid until its deadline, and stock stays reserved while the provider processes the payment', async () => {
    const order = await buy();
    await db.owner`
      update orders set created_at = now() - interval '23 hours', reserved_until = now() + interval '1 hour',
        confirm_until = now() + interval '1 minute' where id = ${order.id}`;
    await startPaying(order);
    await db.owner`update orders set reserved_until = now() + interval '1 minute' where id = ${order.id}`;
    await db.owner`update payments set status = 'closed' where order_id = ${order.id}`;
    await startPaying(order);
    const [row] = await db.owner`
      select reserved_until > now() + interval '30 minutes' as kept from orders where id = ${order.id}`;
    expect(row).toEqual({ kept: true });
  });

  test('is refunded when the order is cancelled', async () => {
    const order = await deposited();
    await shopper.run('select cancel_order($1::text::uuid)', [order.id]);
    expect(await standing(order)).toMatchObject({ status: 'cancelled', paid: 'refund_due' });
    expect(await refundsOf(order)).toEqual([{ amount: 70, way: 'card', state: 'sending' }]);
  });

  test.each([
    { keepsDeliveryFee: false, back: 70 },
    { keepsDeliveryFee: true, back: 40 },
  ])(
    'of a shipment that nobody accepts is refunded, less the delivery fee if the store keeps it: %j',
    async ({ keepsDeliveryFee, back }) => {
      await db.owner`
      update settings set returns = returns || ${{ keepsDeliveryFee }} where tenant_id = ${store.tenantId}`;
      const order = await deposited();
      await move(db, admin.identity, order.id, 'in_production', 'shipped');
      await moveShipment((await shipmentOf(order))?.id, 'returned_to_sender');
      expect(await standing(order)).toMatchObject({
        status: 'returned_to_sender',
        paid: 'refund_due',
        received: 70,
      });
      expect(await refundsOf(order)).toEqual([{ amount: back, way: 'card', state: 'sending' }]);
    },
  );

  test('does not count store credit that pays a part', async () => {
    await admin.run(`select adjust_store_credit($1, $2::text::uuid, '80'::text::numeric, 'A gift')`, [
      store.tenantId,
      shopper.id,
    ]);
    const order = await buy({ store_credit: true });
    expect(await standing(order)).toMatchObject({ status: 'awaiting_payment', deposit: 130, received: 80 });
    const attempt = await startPaying(order);
    expect(attempt).toMatchObject({ amount: 5_000 });
    await announce(attempt);
    expect(await standing(order)).toMatchObject({ status: 'confirmed', received: 130 });
  });

  test('is waived by staff with a reason, and the order continues like any cash order', async () => {
    const order = await buy();
    await admin.run('select overrule_cash_rule($1::text::uuid, $2)', [order.id, 'A regular']);
    expect(await standing(order)).toMatchObject({ status: 'pending', deposit: 0, queues: ['to_confirm'] });
    await timeIsOver(order);
    expect(await release()).toBe(0);
    await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped');
    expect(await shipmentOf(order)).toMatchObject({ cash_due: 280 });
    const [entry] = await db.owner`
      select actor_id, after ->> 'cash_overruled' as reason from audit_log
      where entity = 'orders' and entity_id = ${order.id} and after ? 'cash_overruled' order by id desc limit 1`;
    expect(entry).toEqual({ actor_id: admin.id, reason: 'A regular' });
  });

  test('applies to telephone orders too, unless staff overrule the rule', async () => {
    const place = (changes: object) =>
      admin.value<PlacedOrder>('select to_jsonb(place_order_for($1::text::jsonb)) as value', [
        JSON.stringify({
          ...orderOf(store),
          channel: 'phone',
          customer: { name: 'Nadia', phone: '01055566677' },
          ...changes,
        }),
      ]);
    const order = await place({});
    expect(await standing(order)).toMatchObject({ status: 'awaiting_payment', deposit: 70 });
    await admin.run("select record_payment($1::text::uuid, 'paid')", [order.id]);
    expect(await standing(order)).toMatchObject({ status: 'confirmed', received: 70 });
    const overruled = await place({ cash_overruled: 'She paid for ten orders' });
    expect(await standing(overruled)).toMatchObject({ status: 'pending', deposit: 0 });
    const [entry] = await db.owner`
      select actor_id, after ->> 'cash_overruled' as reason from audit_log
      where entity = 'orders' and entity_id = ${overruled.id}`;
    expect(entry).toEqual({ actor_id: admin.id, reason: 'She paid for ten orders' });
  });
});

test.each([
  { firstOrder: 'deposit' },
  { depositPercent: 0 },
  { depositPercent: 101 },
  { depositAmount: 0 },
  { depositAmount: 10, depositPercent: 10 },
])('an invalid deposit is refused: %j', async (rules) => {
  await expect(setRules(rules)).rejects.toThrow('staff_settings_cash_rules_check');
});
