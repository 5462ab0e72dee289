import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customer, type PayingStore, startPayingStore } from '../support/paying-store.ts';
import { freshTenant } from './store.ts';

let shop: PayingStore;
let staff: Customer;

beforeAll(async () => {
  shop = await startPayingStore(freshTenant());
  staff = await shop.person('admin');
});
afterAll(() => shop.close());

/** A paid card order and its checkout at the provider. */
async function paid() {
  const shopper = await shop.person();
  const order = await shop.order(shopper);
  const { body } = await shop.call('start', { order: order.id }, shopper);
  const session = [...shop.stub.sessions.values()].find((one) => one.url === body.url);
  if (!session) throw new Error('No checkout');
  await shop.announce('checkout.session.completed', shop.stub.pay(session));
  return { order, session };
}
const refund = (orderId: string, goodwill: number) =>
  staff.client.rpc('refund_order', { p_order_id: orderId, p_refund: { goodwill } });
const send = (orderId: string) => shop.call('send-refunds', { order: orderId }, staff);

test('parts of a card payment are refunded one after the other, never more than was paid', async () => {
  const { order, session } = await paid();
  for (const part of [0.01, 99.99, 100]) {
    expect((await refund(order.id, part)).error).toBeNull();
    expect((await send(order.id)).status).toBe(200);
  }
  const amounts = shop.stub.refunds
    .filter((one) => one.payment_intent === session.payment_intent)
    .map(({ amount }) => amount);
  expect(amounts).toEqual([10_000, 9_999, 1]);
  expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'partly_refunded' });
  const { error } = await refund(order.id, order.total - 200 + 0.01);
  expect(error?.details).toBe('refund_above_paid');
  expect(JSON.parse(error?.hint ?? '{}')).toEqual({ amount: order.total - 200 });
  await refund(order.id, order.total - 200);
  await send(order.id);
  expect(await shop.read(order.id)).toMatchObject({ payment_status: 'refunded' });
});

test('a part whose response was lost is refunded once, even if the provider has forgotten the request', async () => {
  const { order, session } = await paid();
  await refund(order.id, 50);
  const [due] = await shop.backend.owner<
    { id: string }[]
  >`select id from refunds where order_id = ${order.id}`;
  shop.stub.giveBack(session, 5_000, { refund_id: due?.id ?? '' });
  await shop.updateDue();
  await shop.updateDue();
  expect(shop.stub.refunds.filter((one) => one.payment_intent === session.payment_intent)).toHaveLength(1);
  expect(await shop.read(order.id)).toMatchObject({ payment_status: 'partly_refunded' });
});
