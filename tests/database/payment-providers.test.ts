import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runAllDueJobs } from '../../server/jobs/jobs.ts';
import { payments } from '../../server/payments/payments.ts';
import { dyingClient, locksExpire } from '../support/dying-process.ts';
import { startKashierStub } from '../support/kashier-stub.ts';
import { type Customer, type PayingStore, startPayingStore } from '../support/paying-store.ts';
import { startPaymobStub } from '../support/paymob-stub.ts';
import type { Attempt, ProviderStub } from '../support/provider-stub.ts';
import { freshTenant } from './store.ts';

const stubs = [
  { name: 'paymob', start: startPaymobStub },
  { name: 'kashier', start: startKashierStub },
];

describe.each(stubs)('payments through $name', ({ start }) => {
  let stub: ProviderStub;
  let shop: PayingStore;
  let shopper: Customer;
  let staff: Customer;

  beforeAll(async () => {
    stub = await start();
    shop = await startPayingStore(freshTenant(), stub.environment);
    staff = await shop.person('admin');
  });
  afterAll(async () => {
    await shop.close();
    await stub.close();
  });
  beforeEach(async () => {
    Object.assign(stub, { refundsEnd: 'done', failNext: 0, hangs: false, losesRefundAnswer: false });
    shopper = await shop.person();
  });

  const attemptAt = (url: unknown): Attempt => {
    const attempt = stub.attempts.find((one) => one.url === url);
    if (!attempt) throw new Error(`No page at ${url}`);
    return attempt;
  };
  const startPaying = async (orderId: string, body: object = {}) => {
    const answer = await shop.call('start', { order: orderId, option: stub.option, ...body }, shopper);
    expect(answer.status).toBe(200);
    return attemptAt(answer.body.url);
  };
  const opened = async () => {
    const order = await shop.order(shopper);
    return { order, attempt: await startPaying(order.id) };
  };
  const paid = async () => {
    const { order, attempt } = await opened();
    expect(await shop.callback(stub.name, stub.pay(attempt))).toBe(200);
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'paid' });
    return { order, attempt };
  };
  const aWhileLater = () => shop.backend.owner`
    with due as (update private.jobs set run_at = now() where kind = 'send_refund')
    update payments set looked_at = now() - interval '1 hour'`;
  const timeIsOver = (orderId: string) =>
    shop.backend
      .owner`update payments set expires_at = now() - interval '1 minute' where order_id = ${orderId}`;
  const refundsOf = (attempt: Attempt) =>
    stub.refunds.filter((one) => one.attempt === attempt).map(({ amount }) => amount);
  const waiting = { status: 'awaiting_payment', payment_status: 'unpaid' };
  const confirmed = { status: 'confirmed', payment_status: 'paid' };

  test('the page requests the order’s open amount in piastres, and returns to the store', async () => {
    const { order, attempt } = await opened();
    expect(attempt).toMatchObject({ amount: order.total * 100, currency: 'EGP' });
    expect(attempt.returnUrl).toContain(`/order-confirmation?order=${order.id}&payment=made`);
    expect((await startPaying(order.id)).url).toBe(attempt.url);
  });

  test('a callback books the payment once, however often and concurrently it arrives', async () => {
    const { order, attempt } = await opened();
    const announcement = stub.pay(attempt);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, () => shop.callback(stub.name, announcement)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await shop.read(order.id)).toEqual(confirmed);
    const entries = await shop.backend
      .owner`select amount from payment_entries where order_id = ${order.id} and kind = 'received'`;
    expect(entries).toHaveLength(1);
    expect(shop.logged()).toContain('a payment was announced again');
  });

  test('a callback that is not signed by the provider changes nothing and is logged', async () => {
    const { order, attempt } = await opened();
    const announced = stub.pay(attempt);
    for (const forged of stub.forge(announced)) {
      expect(await shop.callback(stub.name, forged)).toBe(400);
    }
    expect(await shop.read(order.id)).toEqual(waiting);
    expect(shop.logged()).toContain('a payment callback is not signed by its provider');
    expect(await shop.callback('nobody', announced)).toBe(404);
  });

  test('another store’s account cannot change this store’s payments with its events', async () => {
    const { order, attempt } = await opened();
    const account = shop.accounts.all.find(({ provider }) => provider.name === stub.name);
    const [payment] = await shop.backend
      .owner`select id, session_id from payments where order_id = ${order.id}`;
    if (!account) throw new Error('No account');
    stub.pay(attempt);
    const pointer = { paymentId: payment?.id, sessionId: payment?.session_id };
    await shop.payments.look(account.provider, pointer, { tenantIds: ['another-store'] });
    expect(await shop.read(order.id)).toEqual(waiting);
    expect(shop.logged()).toContain('a payment is not known here');
    await shop.payments.look(account.provider, pointer, {
      tenantIds: [shop.store.tenantId, 'another-store'],
    });
    expect(await shop.read(order.id)).toEqual(confirmed);
  });

  test('a callback that never comes is looked up when the shopper returns', async () => {
    const { order, attempt } = await opened();
    stub.pay(attempt);
    const answer = await shop.call('update', { order: order.id }, shopper);
    expect(answer).toEqual({ status: 200, body: { declined: false } });
    expect(await shop.read(order.id)).toEqual(confirmed);
  });

  test('a callback that never arrives is looked up by the timer before the stock is released', async () => {
    const { order, attempt } = await opened();
    stub.pay(attempt);
    await timeIsOver(order.id);
    await aWhileLater();
    await shop.updateDue();
    expect(await shop.read(order.id)).toEqual(confirmed);
  });

  test('an unpaid page is closed at its deadline, and the order with it', async () => {
    const { order } = await opened();
    await timeIsOver(order.id);
    await aWhileLater();
    await shop.updateDue();
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'failed' });
  });

  test('a payment reported after its order was cancelled is refunded automatically', async () => {
    const { order, attempt } = await opened();
    await shopper.client.rpc('cancel_order', { p_order_id: order.id });
    expect(await shop.callback(stub.name, stub.pay(attempt))).toBe(200);
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refund_due' });
    await aWhileLater();
    await shop.updateDue();
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
    expect(refundsOf(attempt)).toEqual([attempt.amount]);
  });

  test('a declined payment leaves the order, which the shopper then pays with another method', async () => {
    const { order, attempt } = await opened();
    expect(await shop.callback(stub.name, stub.decline(attempt))).toBe(200);
    expect(await shop.read(order.id)).toEqual(waiting);
    const updated = await shop.call('update', { order: order.id }, shopper);
    expect(updated.body).toEqual({ declined: true });
    const byCard = await shop.call('start', { order: order.id, option: 'stripe_card' }, shopper);
    const session = [...shop.stub.sessions.values()].find(({ url }) => url === byCard.body.url);
    if (!session) throw new Error('No checkout');
    await shop.announce('checkout.session.completed', shop.stub.pay(session));
    expect(await shop.read(order.id)).toEqual(confirmed);
  });

  test('a decline reported after the payment does not undo it', async () => {
    const { order, attempt } = await opened();
    const declined = stub.decline(attempt);
    await shop.callback(stub.name, stub.pay(attempt));
    expect(await shop.callback(stub.name, declined)).toBe(200);
    expect(await shop.read(order.id)).toEqual(confirmed);
  });

  test('of two paid attempts the second is refunded automatically', async () => {
    const { order, attempt } = await opened();
    const byCard = await shop.call('start', { order: order.id, option: 'stripe_card' }, shopper);
    const session = [...shop.stub.sessions.values()].find(({ url }) => url === byCard.body.url);
    if (!session) throw new Error('No checkout');
    await shop.announce('checkout.session.completed', shop.stub.pay(session));
    await shop.callback(stub.name, stub.pay(attempt));
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'refund_due' });
    await aWhileLater();
    await shop.updateDue();
    expect(refundsOf(attempt)).toEqual([attempt.amount]);
    expect(shop.stub.refunds.filter((one) => one.payment_intent === session.payment_intent)).toEqual([]);
    const [money] = await shop.backend
      .owner`select status::text, received - given_back as kept, charged from orders where id = ${order.id}`;
    expect(money).toMatchObject({ status: 'confirmed', kept: money?.charged });
  });

  test.each<[string, { amount?: number; currency?: string }]>([
    ['less', { amount: 100 }],
    ['more', { amount: 10_000_000 }],
    ['another currency', { currency: 'USD' }],
  ])(
    '%s than was asked for is not booked, is noted on the order, and goes back by itself',
    async (_what, paid) => {
      const { order, attempt } = await opened();
      expect(await shop.callback(stub.name, stub.pay(attempt, paid))).toBe(200);
      expect(await shop.read(order.id)).toEqual(waiting);
      const notes = await shop.backend
        .owner`select 1 from order_events where order_id = ${order.id} and remark ->> 'code' = 'other_amount_paid'`;
      expect(notes).toHaveLength(1);
      await shop.updateDue();
      await aWhileLater();
      await shop.updateDue();
      expect(refundsOf(attempt)).toEqual([paid.amount ?? attempt.amount]);
      const again = await startPaying(order.id);
      await shop.callback(stub.name, stub.pay(again));
      expect(await shop.read(order.id)).toEqual(confirmed);
    },
  );

  test('an undocumented state changes nothing', async () => {
    const { order, attempt } = await opened();
    expect(await shop.callback(stub.name, stub.puzzle(attempt))).toBe(200);
    await shop.call('update', { order: order.id }, shopper);
    expect(await shop.read(order.id)).toEqual(waiting);
  });

  test('an outage of the provider leaves the order, which is paid once it is back', async () => {
    const order = await shop.order(shopper);
    stub.failNext = 1;
    const failed = await shop.call('start', { order: order.id, option: stub.option }, shopper);
    expect(failed.status).toBe(502);
    expect(await shop.read(order.id)).toEqual(waiting);
    await shop.callback(stub.name, stub.pay(await startPaying(order.id)));
    expect(await shop.read(order.id)).toEqual(confirmed);
  });

  test('a provider that does not respond times out, and the order stays', {
    tags: ['slow'],
  }, async () => {
    const order = await shop.order(shopper);
    stub.hangs = true;
    const failed = await shop.call('start', { order: order.id, option: stub.option }, shopper);
    expect(failed.status).toBe(502);
    stub.hangs = false;
    await shop.callback(stub.name, stub.pay(await startPaying(order.id)));
    expect(await shop.read(order.id)).toEqual(confirmed);
  });

  test('staff refund a part and then the rest, never more than was paid', async () => {
    const { order, attempt } = await paid();
    await staff.client.rpc('refund_order', {
      p_order_id: order.id,
      p_refund: { goodwill: 10.5, reason: 'Late' },
    });
    await shop.call('send-refunds', { order: order.id }, staff);
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'partly_refunded' });
    await shop.giveBack(order.id, staff);
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
    expect(refundsOf(attempt)).toEqual([1050, attempt.amount - 1050]);
  });

  test('a refund whose response is lost is made once', async () => {
    const { order, attempt } = await paid();
    stub.losesRefundAnswer = true;
    await shop.giveBack(order.id, staff);
    expect((await shop.read(order.id)).payment_status).toBe('refund_due');
    await aWhileLater();
    await shop.updateDue();
    expect((await shop.read(order.id)).payment_status).toBe('refunded');
    expect(refundsOf(attempt)).toEqual([attempt.amount]);
  });

  test('a refund whose process dies after the provider has made it is made once', async () => {
    const { order, attempt } = await paid();
    await staff.client
      .rpc('request_refund', { p_order_id: order.id, p_reason: 'Out of thread' })
      .throwOnError();
    const isRefunded = () => refundsOf(attempt).length > 0;
    const admin = dyingClient(shop.backend, isRefunded);
    const { refunds } = payments({ accounts: shop.accounts, admin, log: shop.log });
    void runAllDueJobs({ admin, log: shop.log, handlers: refunds });
    await expect.poll(isRefunded).toBe(true);
    // Another process cannot know yet that it is dead.
    await shop.updateDue();
    expect((await shop.read(order.id)).payment_status).toBe('refund_due');
    await locksExpire(shop.backend, 'send_refund');
    await shop.updateDue();
    expect((await shop.read(order.id)).payment_status).toBe('refunded');
    expect(refundsOf(attempt)).toEqual([attempt.amount]);
  });

  test('a refund that the provider rejects is due again', async () => {
    const { order } = await paid();
    stub.refundsEnd = 'refused';
    await shop.giveBack(order.id, staff);
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refund_due' });
    stub.refundsEnd = 'done';
    await shop.giveBack(order.id, staff);
    expect((await shop.read(order.id)).payment_status).toBe('refunded');
  });

  test('a refund in the provider’s dashboard is booked once', async () => {
    const { order, attempt } = await paid();
    const announcement = stub.giveBack(attempt, 500);
    await shop.callback(stub.name, announcement);
    await shop.callback(stub.name, announcement);
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'partly_refunded' });
    const [money] = await shop.backend.owner`select given_back from orders where id = ${order.id}`;
    expect(Number(money?.given_back)).toBe(5);
  });

  test('a part of an order is paid first and the rest later', async () => {
    const order = await shop.order(shopper);
    const deposit = await startPaying(order.id, { amount: 50.25 });
    expect(deposit.amount).toBe(5025);
    await shop.callback(stub.name, stub.pay(deposit));
    expect(await shop.read(order.id)).toEqual({ status: 'awaiting_payment', payment_status: 'partly_paid' });
    const tooMuch = await shop.call(
      'start',
      { order: order.id, option: stub.option, amount: order.total },
      shopper,
    );
    expect(tooMuch).toMatchObject({ status: 409, body: { details: 'amount_not_due' } });
    const rest = await startPaying(order.id);
    expect(rest.amount).toBe(order.total * 100 - 5025);
    await shop.callback(stub.name, stub.pay(rest));
    expect(await shop.read(order.id)).toEqual(confirmed);
  });

  test('a surcharge on a paid order is paid online too', async () => {
    const { order } = await paid();
    const { error } = await staff.client.rpc('edit_order', {
      p_order_id: order.id,
      p_changes: { add: [{ product_id: shop.store.mugId, quantity: 1, price: 80 }] },
      p_reason: 'Asked by phone',
    });
    expect(error).toBeNull();
    const [edit] = await shop.backend.owner`select id from order_edits where order_id = ${order.id}`;
    await shopper.client.rpc('decide_edit', { p_edit_id: edit?.id, p_accept: true });
    expect((await shop.read(order.id)).payment_status).toBe('partly_paid');
    const extra = await startPaying(order.id);
    expect(extra.returnUrl).toContain(`/account/orders/${order.id}`);
    await shop.callback(stub.name, stub.pay(extra));
    expect(await shop.read(order.id)).toEqual(confirmed);
  });

  test('an option that the store does not offer, or not for the amount, starts nothing', async () => {
    const order = await shop.order(shopper);
    const { owner } = shop.backend;
    const offer = (option: object) => {
      const options = JSON.stringify([{ option: stub.option, offered: true, ...option }]);
      return owner`
        update settings set payment = payment || jsonb_build_object('options', ${options}::text::jsonb)
        where tenant_id = ${shop.store.tenantId}`;
    };
    const start = () => shop.call('start', { order: order.id, option: stub.option }, shopper);
    try {
      await offer({ offered: false });
      expect(await start()).toMatchObject({ status: 409, body: { details: 'payment_closed' } });
      await offer({ from: order.total + 1 });
      expect(await start()).toMatchObject({ status: 409, body: { details: 'payment_amount' } });
      await offer({ to: order.total - 0.01 });
      expect(await start()).toMatchObject({ status: 409, body: { details: 'payment_amount' } });
      await offer({ from: order.total, to: order.total });
      expect((await start()).status).toBe(200);
    } finally {
      await owner`update settings set payment = payment - 'options' where tenant_id = ${shop.store.tenantId}`;
    }
    const unknown = await shop.call('start', { order: order.id, option: 'fawry_kiosk' }, shopper);
    expect(unknown).toMatchObject({ status: 409, body: { details: 'payment_closed' } });
  });
});
