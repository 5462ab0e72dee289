import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Customer, type PayingStore, startPayingStore } from '../support/paying-store.ts';
import { freshTenant } from './store.ts';

let shop: PayingStore;
let shopper: Customer;
let staff: Customer;

beforeAll(async () => {
  shop = await startPayingStore(freshTenant());
  staff = await shop.person('admin');
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.stub.refundsEnd = 'succeeded';
  shopper = await shop.person();
});

const sessionOf = (url: unknown) => {
  const session = [...shop.stub.sessions.values()].find((one) => one.url === url);
  if (!session) throw new Error(`No checkout at ${url}`);
  return session;
};
/** The shopper's order, with its checkout open at the provider. */
async function opened() {
  const order = await shop.order(shopper);
  const { status, body } = await shop.call('start', { order: order.id }, shopper);
  expect(status).toBe(200);
  return { order, session: sessionOf(body.url) };
}
async function paid() {
  const { order, session } = await opened();
  expect(await shop.announce('checkout.session.completed', shop.stub.pay(session))).toBe(200);
  return { order, session };
}
const giveBack = (orderId: string, who = staff) => shop.giveBack(orderId, who);
const stock = async () => {
  const [row] = await shop.backend.owner`select stock from products where id = ${shop.store.hoodieId}`;
  return Number(row?.stock);
};
const eventsOf = (orderId: string) =>
  shop.backend.owner`select 1 from order_events where order_id = ${orderId} and from_status is not null`;
const mailsOf = async (orderId: string) =>
  (
    await shop.backend.owner`
      select kind::text from order_notifications where order_id = ${orderId} order by created_at, kind`
  ).map((row) => row.kind);
const runOut = (orderId: string) =>
  shop.backend.owner`update orders set reserved_until = now() - interval '1 second' where id = ${orderId}`;
const release = () =>
  shop.backend.client({ key: shop.backend.secretKey }).rpc('release_expired_reservations');
/** As if each payment and refund was last polled a while ago. */
const aWhileLater = () => shop.backend.owner`
  with due as (update private.jobs set run_at = now() where kind = 'send_refund')
  update payments set looked_at = now() - interval '1 hour'`;

describe('starting a card payment', () => {
  test('requests the order’s amount in the database, in piastres, with a checkout that expires', async () => {
    const { order, session } = await opened();
    expect(session).toMatchObject({ amount_total: order.total * 100, currency: 'egp' });
    const [row] = await shop.backend.owner`
      select reserved_until > to_timestamp(${session.expires_at}) as outlasts,
        reserved_until < now() + interval '35 minutes' as soon_over from orders where id = ${order.id}`;
    expect(row).toEqual({ outlasts: true, soon_over: true });
  });

  test('leads to the same checkout, however often and from however many tabs it is started', async () => {
    const order = await shop.order(shopper);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => shop.call('start', { order: order.id }, shopper)),
    );
    answers.push(await shop.call('start', { order: order.id }, shopper));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
  });

  test('survives temporary provider errors, and reports a permanent one', async () => {
    const order = await shop.order(shopper);
    shop.stub.failNext = 1;
    expect(await shop.call('start', { order: order.id }, shopper)).toMatchObject({ status: 200 });
    const second = await shop.order(shopper);
    shop.stub.failNext = 10;
    expect(await shop.call('start', { order: second.id }, shopper)).toMatchObject({
      status: 502,
      body: { message: 'The payment service does not answer. Try again in a moment.' },
    });
    shop.stub.failNext = 0;
    expect(await shop.call('start', { order: second.id }, shopper)).toMatchObject({ status: 200 });
  });

  test('times out if the provider does not respond, and the order stays', {
    tags: ['slow'],
  }, async () => {
    const order = await shop.order(shopper);
    shop.stub.hangs = true;
    const failed = await shop.call('start', { order: order.id }, shopper);
    shop.stub.hangs = false;
    expect(failed.status).toBe(502);
    const again = await shop.call('start', { order: order.id }, shopper);
    await shop.announce('checkout.session.completed', shop.stub.pay(sessionOf(again.body.url)));
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'paid' });
  });

  test('is only for the order’s own shopper, and only while it awaits payment', async () => {
    const order = await shop.order(shopper);
    const neighbour = await shop.person();
    expect((await shop.call('start', { order: order.id })).status).toBe(401);
    for (const other of [neighbour, staff]) {
      expect((await shop.call('start', { order: order.id }, other)).status).toBe(404);
      expect((await shop.call('update', { order: order.id }, other)).status).toBe(404);
    }
    expect((await shop.call('start', { order: 'all' }, shopper)).status).toBe(400);
    await shopper.client.rpc('cancel_order', { p_order_id: order.id });
    expect(await shop.call('start', { order: order.id }, shopper)).toMatchObject({
      status: 409,
      body: { message: 'This order is not waiting for a payment.' },
    });
  });
});

test('a person who keeps requesting is told to wait, and others are not', async () => {
  const { order } = await opened();
  const statuses = await Promise.all(
    Array.from({ length: 45 }, async () => (await shop.call('update', { order: order.id }, shopper)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  const neighbour = await shop.person();
  const other = await shop.order(neighbour);
  expect((await shop.call('start', { order: other.id }, neighbour)).status).toBe(200);
});

describe('provider events', () => {
  test('a payment confirms the order once, however often and concurrently its event arrives', async () => {
    const { order, session } = await opened();
    const body = shop.stub.pay(session);
    const statuses = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        shop.announce('checkout.session.completed', body, `evt_${session.id}`),
      ),
      shop.announce('checkout.session.completed', body),
    ]);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'paid' });
    expect(await eventsOf(order.id)).toHaveLength(1);
  });

  test('a forged, altered or old signature changes nothing', async () => {
    const { order, session } = await opened();
    const body = shop.stub.pay(session);
    const { signature } = shop.stub.announce('checkout.session.completed', body);
    const old = signature.replace(/t=\d+/, 't=1600000000');
    for (const forged of ['', 't=1,v1=00', old, signature.replace(/v1=./, 'v1=z'), signature]) {
      // The last signature is valid, but for another event.
      expect(await shop.announce('checkout.session.completed', body, undefined, forged)).toBe(400);
    }
    expect(await shop.read(order.id)).toEqual({ status: 'awaiting_payment', payment_status: 'unpaid' });
  });

  test('out of order: an expiry after the payment does not undo it', async () => {
    const { order, session } = await paid();
    expect(
      await shop.announce('checkout.session.expired', {
        ...session,
        status: 'expired',
        payment_status: 'unpaid',
      }),
    ).toBe(200);
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'paid' });
  });

  test('an undocumented state or event changes nothing', async () => {
    const { order, session } = await opened();
    const puzzling = { ...session, status: 'complete', payment_status: 'maybe_paid' };
    for (const type of ['checkout.session.completed', 'checkout.session.puzzled'])
      expect(await shop.announce(type, puzzling)).toBe(200);
    expect(await shop.read(order.id)).toEqual({ status: 'awaiting_payment', payment_status: 'unpaid' });
    await shop.announce('checkout.session.completed', shop.stub.pay(session));
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'paid' });
  });

  test('a checkout that expires unpaid releases the stock at once', async () => {
    const before = await stock();
    const { order, session } = await opened();
    expect(await stock()).toBe(before - 1);
    await shop.announce('checkout.session.expired', shop.stub.expire(session));
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'failed' });
    expect(await stock()).toBe(before);
  });

  test('a wrong amount or currency is not booked: it is refunded, and the order can still be paid', async () => {
    const { order, session } = await opened();
    const body = shop.stub.pay(Object.assign(session, { amount_total: 100 }));
    await shop.announce('checkout.session.completed', body);
    await shop.announce('checkout.session.completed', { ...body, currency: 'usd' });
    expect(await shop.read(order.id)).toEqual({ status: 'awaiting_payment', payment_status: 'unpaid' });
    const remarks = await shop.backend.owner<{ remark: { code: string }; is_internal: boolean }[]>`
      select remark, is_internal from order_events
      where order_id = ${order.id} and remark is not null order by created_at`;
    expect(remarks.map(({ remark, is_internal }) => [is_internal, remark.code])).toEqual([
      [true, 'other_amount_announced'],
      [false, 'other_amount_paid'],
    ]);
    await shop.updateDue();
    await aWhileLater();
    await shop.updateDue();
    const backAgain = shop.stub.refunds.filter((one) => one.payment_intent === session.payment_intent);
    expect(backAgain.map(({ amount }) => amount)).toEqual([100]);
    await shop.announce('refund.updated', { ...backAgain[0] });
    expect(await shop.read(order.id)).toEqual({ status: 'awaiting_payment', payment_status: 'unpaid' });
    const again = sessionOf((await shop.call('start', { order: order.id }, shopper)).body.url);
    await shop.announce('checkout.session.completed', shop.stub.pay(again));
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'paid' });
  });

  test('events about other accounts’ orders are logged and ignored', async () => {
    expect(await shop.announce('customer.created', { id: 'cus_1' })).toBe(200);
    expect(
      await shop.announce('checkout.session.completed', {
        id: 'cs_other',
        payment_status: 'paid',
        amount_total: 1,
        currency: 'egp',
        metadata: {},
      }),
    ).toBe(200);
  });
});

describe('after the payment deadline', () => {
  test('a payment that arrives after the stock was released is refunded automatically', async () => {
    const before = await stock();
    const { order, session } = await opened();
    await runOut(order.id);
    await release();
    expect(await stock()).toBe(before);
    await shop.announce('checkout.session.completed', shop.stub.pay(session));
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refund_due' });
    await aWhileLater();
    await shop.updateDue();
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
    expect(shop.stub.refunds.filter((one) => one.payment_intent === session.payment_intent)).toHaveLength(1);
  });

  test('a payment whose event was lost is found before the stock is released', async () => {
    const { order, session } = await opened();
    shop.stub.pay(session);
    await shop.backend
      .owner`update payments set expires_at = now() - interval '1 minute' where order_id = ${order.id}`;
    await runOut(order.id);
    await aWhileLater();
    await shop.updateDue();
    await release();
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'paid' });
  });

  test('a shopper who returns before the event sees the payment as soon as the provider confirms it', async () => {
    const { order, session } = await opened();
    shop.stub.pay(session);
    expect((await shop.call('update', { order: order.id }, shopper)).status).toBe(200);
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'paid' });
  });

  test('the checkout of a cancelled order is closed at the provider', async () => {
    const { order, session } = await opened();
    await shopper.client.rpc('cancel_order', { p_order_id: order.id });
    await aWhileLater();
    await shop.updateDue();
    expect(session.status).toBe('expired');
    expect(await shop.read(order.id)).toMatchObject({ status: 'cancelled' });
  });
});

test('paid, cancelled and expired at the same moment: stock and money agree, whichever is first', async () => {
  const orders = await Promise.all(Array.from({ length: 4 }, opened));
  await Promise.all(
    orders.flatMap(({ order, session }) => [
      runOut(order.id).then(release),
      shopper.client.rpc('cancel_order', { p_order_id: order.id }),
      shop.announce('checkout.session.completed', shop.stub.pay(session)),
    ]),
  );
  await aWhileLater();
  await shop.updateDue();
  for (const { order, session } of orders) {
    const backAgain = shop.stub.refunds.filter((one) => one.payment_intent === session.payment_intent).length;
    expect([
      [{ status: 'confirmed', payment_status: 'paid' }, 0],
      [{ status: 'cancelled', payment_status: 'refunded' }, 1],
    ]).toContainEqual([await shop.read(order.id), backAgain]);
  }
});

describe('refunds', () => {
  test('staff refund a payment once, through the provider, and the order is cancelled with it', async () => {
    const before = await stock();
    const { order, session } = await paid();
    const answers = await Promise.all(Array.from({ length: 3 }, () => giveBack(order.id)));
    expect(answers).toContain(null);
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
    expect(await stock()).toBe(before);
    expect(await mailsOf(order.id)).toEqual(['paid', 'cancelled']);
    expect(shop.stub.refunds.filter((one) => one.payment_intent === session.payment_intent)).toHaveLength(1);
    expect(await giveBack(order.id)).toBe('nothing_to_refund');
    const [audit] = await shop.backend.owner`
      select actor_id from audit_log where entity = 'orders' and entity_id = ${order.id} order by id desc limit 1`;
    expect(audit?.actor_id).toBe(staff.id);
  });

  test('shoppers and strangers cannot refund', async () => {
    const { order } = await paid();
    const neighbour = await shop.person();
    expect((await shop.call('send-refunds', { order: order.id })).status).toBe(401);
    expect(await giveBack(order.id, shopper)).toBe('staff_only');
    expect(await giveBack(order.id, neighbour)).toBe('unknown_order');
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'paid' });
  });

  test('a pending refund ends with its event', async () => {
    shop.stub.refundsEnd = 'pending';
    const { order, session } = await paid();
    await giveBack(order.id);
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refund_due' });
    const refund = shop.stub.refunds.find((one) => one.payment_intent === session.payment_intent);
    if (!refund) throw new Error('No refund');
    await shop.announce('refund.updated', Object.assign(refund, { status: 'succeeded' }));
    expect((await shop.read(order.id)).payment_status).toBe('refunded');
  });

  test('a failed refund is due again and the order stays cancelled; a second attempt can succeed', async () => {
    const before = await stock();
    shop.stub.refundsEnd = 'failed';
    const { order } = await paid();
    await giveBack(order.id);
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refund_due' });
    expect(await stock()).toBe(before);
    shop.stub.refundsEnd = 'succeeded';
    await giveBack(order.id);
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
    expect(await stock()).toBe(before);
  });

  test('a refund that the provider reverses much later leaves the order cancelled and the refund due', async () => {
    shop.stub.refundsEnd = 'pending';
    const { order, session } = await paid();
    await giveBack(order.id);
    const refund = shop.stub.refunds.find((one) => one.payment_intent === session.payment_intent);
    if (!refund) throw new Error('No refund');
    refund.status = 'succeeded';
    await shop.announce('refund.updated', refund);
    refund.status = 'failed';
    await shop.announce('refund.failed', refund);
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refund_due' });
    shop.stub.refundsEnd = 'succeeded';
    await giveBack(order.id);
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
  });

  test('a refund that does not reach the provider is retried until it does', async () => {
    const { order } = await paid();
    shop.stub.failNext = 10;
    expect(await giveBack(order.id)).toBeNull();
    shop.stub.failNext = 0;
    expect((await shop.read(order.id)).payment_status).toBe('refund_due');
    await aWhileLater();
    await shop.updateDue();
    expect((await shop.read(order.id)).payment_status).toBe('refunded');
  });

  test('a refund in the provider’s dashboard is booked here, and cancels the order once it is complete', async () => {
    const { order, session } = await paid();
    await shop.announce('refund.created', shop.stub.giveBack(session, 100));
    expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'partly_refunded' });
    const rest = shop.stub.giveBack(session, session.amount_total - 100);
    await shop.announce('refund.created', rest);
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
    await shop.announce('refund.updated', rest);
    expect(await mailsOf(order.id)).toEqual(['paid', 'cancelled']);
  });

  test('staff refund the rest of a payment after a partial refund in the provider’s dashboard', async () => {
    const { order, session } = await paid();
    await shop.announce('refund.created', shop.stub.giveBack(session, 100));
    expect(await giveBack(order.id)).toBeNull();
    expect(await shop.read(order.id)).toEqual({ status: 'cancelled', payment_status: 'refunded' });
    await aWhileLater();
    const { data } = await shop.backend
      .client({ key: shop.backend.secretKey })
      .rpc('due_payments', { p_limit: 100 });
    expect(data).not.toContainEqual(expect.objectContaining({ transaction_id: session.payment_intent }));
  });

  test('staff cannot record a card payment themselves', async () => {
    const { order } = await opened();
    const { error } = await staff.client.rpc('record_payment', { p_order_id: order.id, p_outcome: 'paid' });
    expect(error).toMatchObject({ code: 'P0001', details: 'provider_decides' });
  });
});

test('an event that the database is too busy to book is answered so that the provider sends it again', async () => {
  const { order, session } = await opened();
  const { owner } = shop.backend;
  await owner`
    create function private.busy() returns trigger language plpgsql as $$
      begin perform private.refuse('orders_busy'); return new; end $$`;
  await owner`create trigger busy before update on public.orders for each row execute function private.busy()`;
  const body = shop.stub.pay(session);
  const id = `evt_${session.id}`;
  try {
    expect(await shop.announce('checkout.session.completed', body, id)).toBe(503);
  } finally {
    await owner`drop function private.busy cascade`;
  }
  expect(await shop.announce('checkout.session.completed', body, id)).toBe(200);
  expect(await shop.read(order.id)).toMatchObject({ payment_status: 'paid' });
});

test('no email address, token or secret is logged', async () => {
  const { order } = await paid();
  shop.stub.failNext = 3;
  await giveBack(order.id);
  shop.stub.failNext = 0;
  expect(shop.logged()).not.toBe('');
  for (const secret of ['@example.com', shopper.token, shop.stub.secretKey, shop.stub.webhookSecret]) {
    expect(shop.logged()).not.toContain(secret);
  }
});
