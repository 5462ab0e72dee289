import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../app/lib/database.types.ts';
import { payLinkEndpoints } from '../../server/payments/pay-link-endpoints.ts';
import { type Customer, type PayingStore, startPayingStore } from '../support/paying-store.ts';
import { orderOf } from './store.ts';

let shop: PayingStore;
let staff: Customer;
/** Pages belong to the store that the host names. */
const tenantId = 'duoworks';

beforeAll(async () => {
  shop = await startPayingStore(tenantId);
  staff = await shop.person('admin');
});
afterAll(() => shop.close());

async function call(action: string, body: object | FormData, host = `${tenantId}.localhost`) {
  const answer = await payLinkEndpoints(shop).request(
    `/pay-links/${action}`,
    { method: 'POST', body: body instanceof FormData ? body : JSON.stringify(body) },
    { host, ip: '203.0.113.7', pageOf: (id: string, path: string) => `http://${id}.localhost${path}` },
  );
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** An order by telephone with a link to pay it. */
async function linked() {
  const customer = { name: 'Hoda', phone: '01055555555' };
  const document = orderOf(shop.store, { channel: 'phone', customer, payment_method: 'online' });
  const order = await staff.client
    .rpc('place_order_for', { p_order: document as { [key: string]: Json } })
    .select('id, number, total')
    .throwOnError();
  const link = await staff.client.rpc('create_pay_link', { p_order_id: order.data.id }).throwOnError();
  const token = await staff.client
    .rpc('share_pay_link', { p_pay_link_id: String(link.data.id) })
    .throwOnError();
  return { order: order.data, token: token.data };
}

test('a customer without an account pays a link at the provider, and its page says so', async () => {
  const { order, token } = await linked();
  const shown = await call('read', { token, language: 'ar' });
  expect(shown).toMatchObject({
    status: 200,
    body: { state: 'open', number: order.number, amount: order.total },
  });
  const started = await call('start', { token, option: 'stripe_card', amount: order.total });
  expect(started.status).toBe(200);
  const session = [...shop.stub.sessions.values()].find(({ url }) => url === started.body.url);
  expect(session).toMatchObject({ amount_total: order.total * 100 });
  // The callback is late: coming back reads the payment from the provider.
  if (session) shop.stub.pay(session);
  expect(await call('update', { token })).toEqual({ status: 200, body: { declined: false } });
  expect(await shop.read(order.id)).toEqual({ status: 'confirmed', payment_status: 'paid' });
  expect(await call('read', { token })).toMatchObject({ body: { state: 'paid', amount: 0 } });
  expect(await call('start', { token, option: 'stripe_card', amount: order.total })).toMatchObject({
    status: 409,
    body: { details: 'pay_link_ended' },
  });
});

test('another amount than is due, another way than the store has, and another store are refused', async () => {
  const { order, token } = await linked();
  const start = (changes: object) =>
    call('start', { token, option: 'stripe_card', amount: order.total, ...changes });
  expect(await start({ amount: order.total - 1 })).toMatchObject({
    status: 409,
    body: { details: 'pay_link_changed' },
  });
  expect(await start({ option: 'paymob_wallet' })).toMatchObject({
    status: 409,
    body: { details: 'payment_closed' },
  });
  expect(await call('read', { token }, 'inkthread.localhost')).toMatchObject({
    body: { details: 'unknown_pay_link' },
  });
  expect((await call('read', { token: 'guessed' })).status).toBe(400);
});

test('a transfer is announced with a picture, which staff find at the order', async () => {
  const { order, token } = await linked();
  const form = new FormData();
  form.set('token', token);
  form.set('amount', String(order.total));
  expect((await call('proof', form)).status).toBe(400);
  form.append('photos', new File(['RIFF'], 'transfer.webp', { type: 'image/webp' }));
  expect(await call('proof', form)).toEqual({ status: 200, body: {} });
  const { data } = await staff.client
    .from('transfers')
    .select('state, photos')
    .eq('order_id', order.id)
    .throwOnError();
  expect(data).toMatchObject([
    { state: 'to_check', photos: [expect.stringMatching(/^duoworks\/.+\.webp$/)] },
  ]);
});

test('guessing is stopped', async () => {
  const guess = () => call('read', { token: 'x'.repeat(22) });
  const answers = [];
  for (let count = 0; count < 45; count += 1) answers.push((await guess()).status);
  expect(answers).toContain(429);
});
