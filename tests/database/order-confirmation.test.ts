import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import type { Json } from '../../app/lib/database.types.ts';
import type { Endpoints } from '../../server/http/endpoints.ts';
import { composeOrderMail } from '../../server/mail/compose-order-mail.ts';
import { orderMailQueue } from '../../server/mail/order-mail-queue.ts';
import { orderConfirmationEndpoint } from '../../server/orders/order-confirmation-endpoint.ts';
import { composePhoneNotification } from '../../server/phone-notifications/compose-phone-notification.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { clientAt } from '../support/client.ts';
import { keptLog } from '../support/kept-log.ts';
import { makeStore, orderOf, type Store, setStock } from './store.ts';

const tenantId = 'duoworks';
const path = '/ar/confirm-order';

let backend: TestBackend;
let store: Store;
let endpoint: Endpoints;
let buyer: { id: string; client: ReturnType<typeof client> };
const { log, logged } = keptLog();
/** The client address that the endpoint sees. */
let address = '';

const client = (key = backend.secretKey) => clientAt(backend.url, key);

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  store = await makeStore(backend, tenantId);
  await setStock(backend, store.hoodieId, 500);
  const shopper = client(backend.publishableKey);
  const account = await shopper.auth.signUp({ email: 'mona@example.com', password: 'long-enough-password' });
  const id = account.data.user?.id ?? '';
  await backend.owner`insert into profiles (id, tenant_id, email, name) values (${id}, ${tenantId}, 'mona@example.com', 'Mona')`;
  await backend.owner`insert into user_roles (user_id, tenant_id, role) values (${id}, ${tenantId}, 'user')`;
  await backend.owner`
    insert into staff_settings (tenant_id, cash_rules) values (${tenantId}, '{"firstOrder": "confirm"}')
    on conflict (tenant_id) do update set cash_rules = excluded.cash_rules`;
  buyer = { id, client: shopper };
  endpoint = orderConfirmationEndpoint({ admin: client(), log });
});
afterAll(() => backend.close());
beforeEach(() => {
  address = `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;
});

/** Places an order that needs confirmation; returns the message that asks for it. */
async function asked() {
  const placed = await buyer.client.rpc('place_order', {
    p_order: orderOf(store) as { [key: string]: Json },
  });
  if (placed.error) throw new Error(placed.error.message);
  const taken = await client()
    .rpc('take_jobs', { p_kinds: ['send_email'], p_limit: 100 })
    .throwOnError();
  const messages = await orderMailQueue.read(
    client(),
    taken.data.map((job) => job.id),
  );
  const message = messages.find(({ kind }) => kind === 'confirm');
  if (!message?.confirmation) throw new Error('Nobody was asked to confirm');
  return { message, ...message.order, ...message.confirmation };
}
const send = async (url: string, init: RequestInit = { method: 'POST' }) =>
  endpoint.request(url, init, { host: 'duoworks.localhost', ip: address });
/** Sends a request; returns the outcome on its page, else the response status. */
async function outcomeOf(url: string, init: RequestInit = { method: 'POST' }) {
  const answer = await send(url, init);
  const location = answer.headers.get('location');
  return location ? new URL(location, 'http://store').searchParams.get('result') : answer.status;
}
const press = (token: string) => outcomeOf(`${path}?order=${token}`);
const type = (number: string, code: string) =>
  outcomeOf(path, { method: 'POST', body: new URLSearchParams({ number, code }) });
const standing = async (id: string) => {
  const [row] = await backend.owner`select status::text, confirmed_by from orders where id = ${id}`;
  return row;
};
const waiting = { status: 'pending', confirmed_by: null };

test('the page’s button confirms the order, and says so again when pressed again', async () => {
  const { id, token } = await asked();
  expect(await press(token)).toBe('confirmed');
  expect(await standing(id)).toEqual({ status: 'confirmed', confirmed_by: 'link' });
  expect(await press(token)).toBe('confirmed');
});

test('the result page is in the link’s language, and no longer contains the secret', async () => {
  const { token } = await asked();
  const answer = await send(`${path}?order=${token}&tenant=duoworks`);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/ar/confirm-order?result=confirmed&tenant=duoworks');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(logged()).not.toContain(token);
});

test('opening a link, as mail scanners do, confirms nothing', async () => {
  const { id, token } = await asked();
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT'])
    expect(await outcomeOf(`${path}?order=${token}`, { method })).toBe(404);
  expect(await standing(id)).toEqual(waiting);
});

test('a link says that it is too late, or that the order is cancelled', async () => {
  const late = await asked();
  await backend.owner`update orders set confirm_until = now() - interval '1 minute' where id = ${late.id}`;
  expect(await press(late.token)).toBe('expired');
  expect(await type(late.number, late.code)).toBe('expired');
  await client().rpc('cancel_unconfirmed_orders');
  expect(await press(late.token)).toBe('cancelled');
  expect(await type(late.number, late.code)).toBe('cancelled');
});

test.each([
  { what: 'nothing', secret: '' },
  { what: 'a word', secret: 'x' },
  { what: 'a very long one', secret: 'a'.repeat(5_000) },
  { what: 'one with a zero byte', secret: '%00' },
  { what: 'a piece of SQL', secret: "' or true --" },
])('a link that nobody was sent is unknown: $what', async ({ secret }) => {
  expect(await press(secret)).toBe('unknown');
});

test('the code and the number confirm it, in any digits', async () => {
  const { id, number, code } = await asked();
  const arabic = code.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
  expect(await type(number.toLowerCase(), ` ${arabic.slice(0, 3)} ${arabic.slice(3)} `)).toBe('confirmed');
  expect(await standing(id)).toEqual({ status: 'confirmed', confirmed_by: 'code' });
});

test('a wrong code, and a form that is empty or much too large, confirm nothing', async () => {
  const { id, number, code } = await asked();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  expect(await type(number, wrong)).toBe('wrong_code');
  expect(await type('', '')).toBe('wrong_code');
  expect(await type(number, '7'.repeat(100_000))).toBe('wrong_code');
  expect(await type(`${number}\0`, `${wrong}\0`)).toBe('wrong_code');
  expect(await outcomeOf(path)).toBe('wrong_code');
  expect(await standing(id)).toEqual(waiting);
});

test('people who try too often have to wait, and keep the link', async () => {
  const { id, token } = await asked();
  const tries = [];
  for (let time = 0; time < 31; time += 1) tries.push(await press('nobody'));
  expect(tries.at(29)).toBe('unknown');
  expect(tries.at(30)).toBe('later');
  const answer = await send(`${path}?order=${token}`);
  expect(answer.headers.get('location')).toContain(`result=later&order=${token}`);
  expect(await standing(id)).toEqual(waiting);
});

test('the notification has the link and the code, by mail and on the phone', async () => {
  const { message, token, code, number } = await asked();
  const brand = presets.find((preset) => preset.id === tenantId);
  if (!brand) throw new Error('No such brand');
  const page = `https://duoworks.example${orderMailQueue.pathOf(message)}`;
  expect(page).toContain(`/confirm-order?order=${token}`);
  const { text } = composeOrderMail(message, brand, page);
  for (const said of [page, `Code: ${code}`]) expect(text).toContain(said);
  expect(composePhoneNotification(message, brand, page)).toMatchObject({
    text: `Please confirm your Duoworks order ${number}\nCode: ${code}\n${page}`,
    template: 'order_confirm',
    parameters: ['Duoworks', number, page, code],
  });
});
