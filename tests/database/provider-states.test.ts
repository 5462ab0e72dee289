import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { paymentReports } from '../../server/payments/payment-reports.ts';
import { startKashierStub } from '../support/kashier-stub.ts';
import { type Customer, type PayingStore, startPayingStore } from '../support/paying-store.ts';
import { startPaymobStub } from '../support/paymob-stub.ts';
import type { Announcement, Attempt, ProviderStub } from '../support/provider-stub.ts';
import { stripeAsProvider } from '../support/stripe-provider.ts';
import { freshTenant } from './store.ts';

let paymob: ProviderStub;
let kashier: ProviderStub;
let shop: PayingStore;
let staff: Customer;
let shopper: Customer;

beforeAll(async () => {
  [paymob, kashier] = await Promise.all([startPaymobStub(), startKashierStub()]);
  shop = await startPayingStore(freshTenant(), { ...paymob.environment, ...kashier.environment });
  staff = await shop.person('admin');
  const { hoodieId } = shop.store;
  const variants = await shop.backend.owner<{ id: string }[]>`
    select id from product_variants where product_id = ${hoodieId}`;
  for (const { id } of variants)
    await shop.admin.rpc('adjust_stock', { p_product_id: hoodieId, p_delta: 100, p_variant_id: id });
});
afterAll(async () => {
  await shop.close();
  await Promise.all([paymob.close(), kashier.close()]);
});
beforeEach(async () => {
  shopper = await shop.person();
});

const waiting = { status: 'awaiting_payment', payment_status: 'unpaid' };
const confirmed = { status: 'confirmed', payment_status: 'paid' };
const stubs: Record<string, () => ProviderStub> = {
  paymob: () => paymob,
  kashier: () => kashier,
  stripe: () => stripeAsProvider(shop.stub),
};

const moneyOf = async (orderId: string) => {
  const [row] = await shop.backend.owner<{ received: number; given_back: number }[]>`
    select (received * 100)::int as received, (given_back * 100)::int as given_back from orders where id = ${orderId}`;
  return row;
};
const paymentsOf = (orderId: string) => shop.backend.owner<
  { id: string; status: string; amount: number; held: number | null }[]
>`
  select id, status::text, (amount * 100)::int as amount, (held_amount * 100)::int as held from payments
  where order_id = ${orderId} order by created_at`;
const aWhileLater = () => shop.backend.owner`
  with due as (update private.jobs set run_at = now() where kind = 'send_refund')
  update payments set looked_at = now() - interval '2 hours'`;
const differencesOf = () => shop.backend.owner<{ kind: string; provider: string; order_id: string | null }[]>`
  select kind::text, provider, order_id from payment_differences
  where tenant_id = ${shop.store.tenantId} and resolved_at is null order by created_at`;

async function openedAt(stub: ProviderStub): Promise<{ id: string; attempt: Attempt }> {
  const order = await shop.order(shopper);
  const started = await shop.call('start', { order: order.id, option: stub.option }, shopper);
  const attempt = stub.attempts.find(({ url }) => url === started.body.url);
  if (!attempt) throw new Error(`No page at ${started.body.url}`);
  return { id: order.id, attempt };
}

describe.each(Object.keys(stubs))('at %s', (name) => {
  let stub: ProviderStub;
  beforeEach(() => {
    const made = stubs[name]?.();
    if (!made) throw new Error('No stub');
    stub = made;
    Object.assign(stub, { capturesEnd: 'done', refundsEnd: 'done', failNext: 0 });
  });

  const opened = () => openedAt(stub);
  const held = async () => {
    const { id, attempt } = await opened();
    expect(await shop.callback(stub.name, stub.hold(attempt))).toBe(200);
    const [payment] = await paymentsOf(id);
    if (!payment) throw new Error('No payment');
    return { id, attempt, payment };
  };
  const decide = async (orderId: string, call: 'capture_payment' | 'release_payment', args: object) => {
    const { error } = await staff.client.rpc(call, args as { p_payment_id: string });
    if (error) return error.details;
    expect((await shop.call('settle-holds', { order: orderId }, staff)).status).toBe(200);
    return null;
  };

  test('authorized money is held, not paid, and the order waits for staff with its stock reserved', async () => {
    const { id, attempt, payment } = await held();
    expect(await shop.read(id)).toEqual(waiting);
    expect(payment).toMatchObject({ status: 'held', held: attempt.amount });
    expect(await moneyOf(id)).toEqual({ received: 0, given_back: 0 });
    const [order] = await shop.backend.owner`
      select queues::text[], reserved_until > now() + interval '2 days' as outlasts from orders where id = ${id}`;
    expect(order).toEqual({ queues: ['to_confirm'], outlasts: true });
    const again = await shop.call('start', { order: id, option: stub.option }, shopper);
    expect(again).toMatchObject({ status: 409, body: { details: 'not_payable' } });
    const holds = await shopper.client.rpc('order_holds', { p_order_id: id });
    expect(holds.data).toEqual([{ amount: attempt.amount / 100, held_until: expect.any(String) }]);
    const stranger = await shop.person();
    const refused = await stranger.client.rpc('order_holds', { p_order_id: id });
    expect(refused.error?.details).toBe('unknown_order');
  });

  test('staff capture a hold, once, and the order is paid', async () => {
    const { id, attempt, payment } = await held();
    expect(await decide(id, 'capture_payment', { p_payment_id: payment.id })).toBeNull();
    expect(await shop.read(id)).toEqual(confirmed);
    expect(stub.sum(attempt)).toBe(attempt.amount);
    expect(await decide(id, 'capture_payment', { p_payment_id: payment.id })).toBe('payment_not_held');
    expect(await moneyOf(id)).toEqual({ received: attempt.amount, given_back: 0 });
  });

  test('staff capture a part of a hold, and never more', async () => {
    const { id, attempt, payment } = await held();
    const above = { p_payment_id: payment.id, p_amount: attempt.amount / 100 + 1 };
    expect(await decide(id, 'capture_payment', above)).toBe('capture_above_held');
    expect(await decide(id, 'capture_payment', { p_payment_id: payment.id, p_amount: 100.5 })).toBeNull();
    expect(await shop.read(id)).toEqual({ status: 'awaiting_payment', payment_status: 'partly_paid' });
    expect(await moneyOf(id)).toEqual({ received: 10_050, given_back: 0 });
    expect(stub.sum(attempt)).toBe(10_050);
  });

  test('staff release a hold, and the order ends', async () => {
    const { id, attempt, payment } = await held();
    expect(await decide(id, 'release_payment', { p_payment_id: payment.id })).toBeNull();
    expect(await shop.read(id)).toEqual({ status: 'cancelled', payment_status: 'failed' });
    expect(stub.sum(attempt)).toBe(0);
    expect(await paymentsOf(id)).toMatchObject([{ status: 'released' }]);
    expect(() => stub.capture(attempt, 100)).toThrow();
  });

  test('a hold past its deadline, or of a cancelled order, is released automatically', async () => {
    const [late, cancelled] = [await held(), await held()];
    await shop.backend
      .owner`update payments set held_until = now() - interval '1 minute' where order_id = ${late.id}`;
    await shopper.client.rpc('cancel_order', { p_order_id: cancelled.id });
    await aWhileLater();
    await shop.updateDue();
    for (const { id } of [late, cancelled]) {
      expect(await paymentsOf(id)).toMatchObject([{ status: 'released' }]);
      expect((await shop.read(id)).status).toBe('cancelled');
    }
  });

  test('a capture whose response is lost is made once; a rejected one waits for staff again', async () => {
    const lost = await held();
    stub.capturesEnd = 'lost';
    await decide(lost.id, 'capture_payment', { p_payment_id: lost.payment.id });
    stub.capturesEnd = 'done';
    await aWhileLater();
    await shop.updateDue();
    expect(await moneyOf(lost.id)).toEqual({ received: lost.attempt.amount, given_back: 0 });
    expect(stub.sum(lost.attempt)).toBe(lost.attempt.amount);
    const refused = await held();
    stub.capturesEnd = 'refused';
    await decide(refused.id, 'capture_payment', { p_payment_id: refused.payment.id });
    expect(await shop.read(refused.id)).toEqual(waiting);
    stub.capturesEnd = 'done';
    expect(await decide(refused.id, 'capture_payment', { p_payment_id: refused.payment.id })).toBeNull();
    expect(await shop.read(refused.id)).toEqual(confirmed);
  });

  test('a capture or release in the provider’s dashboard is booked once', async () => {
    const [taken, released] = [await held(), await held()];
    const capture = stub.capture(taken.attempt, taken.attempt.amount);
    for (const announced of [capture, capture]) await shop.callback(stub.name, announced);
    expect(await shop.read(taken.id)).toEqual(confirmed);
    expect(await moneyOf(taken.id)).toEqual({ received: taken.attempt.amount, given_back: 0 });
    await shop.callback(stub.name, stub.void(released.attempt));
    expect(await shop.read(released.id)).toEqual({ status: 'cancelled', payment_status: 'failed' });
  });

  test('a hold of a wrong amount is released, and the order can still be paid', async () => {
    const { id, attempt } = await opened();
    await shop.callback(stub.name, stub.hold(attempt, { amount: attempt.amount - 100 }));
    await aWhileLater();
    await shop.updateDue();
    expect(await moneyOf(id)).toEqual({ received: 0, given_back: 0 });
    expect(await paymentsOf(id)).toMatchObject([{ status: 'released' }]);
    expect(stub.sum(attempt)).toBe(0);
  });

  test('nothing is booked while the provider is unreachable, and it sends its callback again', async () => {
    const { id, attempt } = await opened();
    const announced = stub.pay(attempt);
    stub.failNext = 1;
    expect(await shop.callback(stub.name, announced)).toBe(502);
    expect(await shop.read(id)).toEqual(waiting);
    stub.failNext = 0;
    expect(await shop.callback(stub.name, announced)).toBe(200);
    expect(await shop.read(id)).toEqual(confirmed);
  });

  test('its account’s events for others pay nothing and refund nothing', async () => {
    const { id, attempt } = await opened();
    for (const stranger of stub.strangers(attempt)) await shop.callback(stub.name, stranger);
    expect(await shop.read(id)).toEqual(waiting);
    await shop.callback(stub.name, stub.pay(attempt));
    for (const stranger of stub.strangers(attempt)) await shop.callback(stub.name, stranger);
    expect(await shop.read(id)).toEqual(confirmed);
    expect(await moneyOf(id)).toEqual({ received: attempt.amount, given_back: 0 });
  });

  const today = () =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo', dateStyle: 'short' }).format();

  test('a day is compared with the ledger, and lost events are booked first', async () => {
    const { id, attempt } = await opened();
    stub.pay(attempt);
    const { accounts, payments, admin, log } = shop;
    const account = accounts.all.find(({ provider }) => provider.name === name);
    if (!account) throw new Error('No account');
    await paymentReports({ accounts, payments, admin, log }).compare(account, today());
    expect(await shop.read(id)).toEqual(confirmed);
    const unexplained = (await differencesOf()).filter(
      ({ provider, kind }) => provider === name && kind !== 'foreign',
    );
    expect(unexplained).toEqual([]);
  });

  test('a report’s duplicate, unknown, differing, missing or refunded entry is listed for a person', async () => {
    const { id, attempt } = await opened();
    await shop.callback(stub.name, stub.pay(attempt));
    const [payment] = await shop.backend.owner<{ transaction_id: string }[]>`
      select transaction_id from payments where order_id = ${id}`;
    const line = { id: payment?.transaction_id, kind: 'paid', amount: attempt.amount, currency: 'EGP' };
    const listed = async (lines: object[]) => {
      await shop.backend.owner`delete from payment_differences where tenant_id = ${shop.store.tenantId}`;
      const { error } = await shop.admin.rpc('compare_payments', {
        p_provider: name,
        p_tenant_ids: [shop.store.tenantId],
        p_report: JSON.parse(JSON.stringify({ day: today(), lines })),
        p_is_whole: true,
      });
      expect(error).toBeNull();
      const kinds = (await differencesOf()).filter(({ order_id }) => order_id === id || order_id === null);
      return kinds.map(({ kind }) => kind).toSorted();
    };
    expect(await listed([line])).toEqual([]);
    expect(await listed([line, line])).toEqual(['doubled']);
    const [doubled] = await shop.backend
      .owner`select stated, expected from payment_differences where order_id = ${id} and kind = 'doubled'`;
    expect(doubled).toEqual({
      stated: String(doubled?.expected),
      expected: (attempt.amount / 100).toFixed(2),
    });
    expect(await listed([line, { ...line, id: 'nobody' }])).toEqual(['foreign']);
    expect(await listed([{ ...line, amount: 1 }])).toEqual(['other_amount']);
    expect(await listed([{ ...line, currency: 'USD' }])).toEqual(['other_amount']);
    expect(await listed([{ ...line, back: 500 }])).toEqual(['missing']);
    expect(
      await listed([line, { ...line, id: 're_1', kind: 'refunded', reference: attempt.reference }]),
    ).toContain(name === 'paymob' ? 'foreign' : 'missing');
    expect(await listed([])).toEqual(['unreported']);
    await shop.backend.owner`delete from payment_differences where tenant_id = ${shop.store.tenantId}`;
  });
});

describe('of a Paymob page that was paid more than once', () => {
  beforeEach(() => Object.assign(paymob, { failNext: 0, refundsEnd: 'done' }));
  const announce = async (announcement: Announcement) =>
    expect(await shop.callback('paymob', announcement)).toBe(200);

  test('a hold released before any callback refunds nothing else', async () => {
    const { id, attempt } = await openedAt(paymob);
    await announce(paymob.pay(attempt, { amount: 5_000 }));
    paymob.hold(attempt);
    await announce(paymob.void(attempt));
    expect(await paymentsOf(id)).toMatchObject([{ status: 'mismatched' }]);
    await aWhileLater();
    await shop.updateDue();
    expect(await paymentsOf(id)).toMatchObject([{ status: 'returned' }]);
    expect(paymob.sum(attempt)).toBe(0);
  });

  test('a hold stays when another one is released', async () => {
    const { id, attempt } = await openedAt(paymob);
    paymob.hold(attempt);
    const letGo = paymob.void(attempt);
    await announce(paymob.hold(attempt));
    await announce(letGo);
    expect(await paymentsOf(id)).toMatchObject([{ status: 'held' }]);
  });

  test('a refund that its dashboard refund leaves no room for comes from another payment', async () => {
    const { id, attempt } = await openedAt(paymob);
    await announce(paymob.pay(attempt));
    paymob.failNext = 9;
    await shop.giveBack(id, staff);
    paymob.failNext = 0;
    await announce(paymob.giveBack(attempt, attempt.amount - 4_000));
    expect(await checkLedger(shop.backend.owner)).toEqual([]);
    await announce(paymob.pay(attempt));
    for (let round = 0; round < 3; round += 1) {
      await aWhileLater();
      await shop.updateDue();
    }
    expect(paymob.sum(attempt)).toBe(0);
    expect(await shop.read(id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
  });

  test('a refund rejected before the dashboard’s refund is read comes from another payment', async () => {
    const { id, attempt } = await openedAt(paymob);
    await announce(paymob.pay(attempt));
    paymob.failNext = 9;
    await shop.giveBack(id, staff);
    paymob.failNext = 0;
    const desk = [paymob.giveBack(attempt, attempt.amount - 5_000), paymob.giveBack(attempt, 1_000)];
    paymob.refundsEnd = 'refused';
    await announce(paymob.pay(attempt));
    await aWhileLater();
    await shop.updateDue();
    for (const announcement of desk) await announce(announcement);
    paymob.refundsEnd = 'done';
    expect(await checkLedger(shop.backend.owner)).toEqual([]);
    for (let round = 0; round < 3; round += 1) {
      await shop.giveBack(id, staff);
      await aWhileLater();
      await shop.updateDue();
    }
    expect(paymob.sum(attempt)).toBe(0);
    expect(await shop.read(id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
  });
});

describe('of a Kashier order captured in parts', () => {
  const captured = async () => {
    Object.assign(kashier, { failNext: 0, refundsEnd: 'done', losesRefundAnswer: false });
    const { id, attempt } = await openedAt(kashier);
    const announcements = [
      kashier.hold(attempt),
      kashier.capture(attempt, 10_000),
      kashier.capture(attempt, 6_000),
    ];
    for (const announcement of announcements) expect(await shop.callback('kashier', announcement)).toBe(200);
    expect(await moneyOf(id)).toEqual({ received: 16_000, given_back: 0 });
    return { id, attempt };
  };

  test('a refund whose response was lost belongs to its requested part', async () => {
    const { id, attempt } = await captured();
    kashier.losesRefundAnswer = true;
    await shop.giveBack(id, staff);
    await aWhileLater();
    await shop.updateDue();
    expect(
      kashier.refunds
        .filter((one) => one.attempt === attempt)
        .map(({ amount }) => amount)
        .sort(),
    ).toEqual([10_000, 6_000]);
    expect(await shop.read(id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
    expect(await differencesOf()).toEqual([]);
  });

  test('its dashboard refunds more than any single capture', async () => {
    const { id, attempt } = await captured();
    expect(await shop.callback('kashier', kashier.giveBack(attempt, 12_000))).toBe(200);
    expect(await moneyOf(id)).toEqual({ received: 16_000, given_back: 12_000 });
    await shop.giveBack(id, staff);
    expect(kashier.sum(attempt)).toBe(0);
    expect(await moneyOf(id)).toEqual({ received: 16_000, given_back: 16_000 });
  });
});
