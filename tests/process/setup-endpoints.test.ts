import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { join } from 'node:path';
import type { MailTransport, Message } from 'embedded-supabase/mail';
import { signedUpAt } from 'embedded-supabase/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../server/environment.ts';
import { healthText, identityProof, nonceOf } from '../../server/operations/public-address.ts';
import { paymentAccounts } from '../../server/payments/payment-providers.ts';
import { setupEndpoints } from '../../server/setup/setup-endpoints.ts';
import { syncTenants } from '../../server/tenants.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { startKashierStub } from '../support/kashier-stub.ts';
import { startPaymobStub } from '../support/paymob-stub.ts';
import type { ProviderStub } from '../support/provider-stub.ts';
import { type StripeStub, startStripeStub } from '../support/stripe-stub.ts';

const certificates = join(import.meta.dirname, '../fixtures/certificates');
const proofOf = identityProof('secret of the store');

let backend: TestBackend;
let stripe: StripeStub;
let paymob: ProviderStub;
let kashier: ProviderStub;
let proxy: Server;
let owner: string;
let staff: string;
let shopper: string;
let ownerAddress: string;
const send = vi.fn<(message: Message) => Promise<void>>();
const transport: MailTransport = { send, close: () => {} };

/** Signs up a person with a role in one store or in all. */
async function somebody(role: 'user' | 'admin' | 'super_admin', tenantId: string | null) {
  const { user, session } = await signedUpAt(backend);
  await backend.owner`insert into public.profiles (id, tenant_id, name) values (${user.id}, ${tenantId ?? 'inkthread'}, 'Somebody')`;
  await backend.owner`insert into public.user_roles (user_id, tenant_id, role) values (${user.id}, ${tenantId}, ${role})`;
  return { token: session.access_token, email: user.email ?? '' };
}

beforeAll(async () => {
  [backend, stripe, paymob, kashier] = await Promise.all([
    startTestBackend({ auth: { mailerAutoconfirm: true } }),
    startStripeStub(),
    startPaymobStub(),
    startKashierStub(),
  ]);
  await syncTenants(backend.client({ key: backend.secretKey }), { storageGigabytes: 1, areOpen: true });
  const person = await somebody('super_admin', null);
  owner = person.token;
  ownerAddress = person.email;
  staff = (await somebody('admin', 'inkthread')).token;
  shopper = (await somebody('user', 'inkthread')).token;
  const key = await readFile(join(certificates, 'shop.pem'), 'utf8');
  proxy = createHttps({ key, cert: key }, (request, response) => {
    const nonce = nonceOf(new URL(request.url ?? '/', 'http://shop.example').searchParams);
    response.end(healthText(nonce && proofOf(nonce)));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  proxy.close();
  await Promise.all([backend.close(), stripe.close(), paymob.close(), kashier.close()]);
});
beforeEach(() => void send.mockReset().mockResolvedValue());

/** A resolver that maps shop.example to this machine. */
const resolver: LookupFunction = (hostname, options, callback) => {
  if (hostname !== 'shop.example')
    return callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/** A server with the endpoints for an environment; returns a function that requests them as a person. */
async function serve(variables: Record<string, string>, mail: MailTransport | null = transport) {
  const environment = readEnvironment(variables);
  const endpoints = setupEndpoints({
    environment,
    accounts: await paymentAccounts(environment, () => ['inkthread', 'duoworks']),
    transport: mail ?? undefined,
    admin: backend.client({ key: backend.secretKey }),
    backend: { internalUrl: backend.url, publishableKey: backend.publishableKey, fetch, embedded: true },
    addresses: {
      proofOf,
      network: {
        lookup: resolver,
        ca: await readFile(join(certificates, 'ca.pem'), 'utf8'),
        ports: { https: (proxy.address() as AddressInfo).port, http: 1 },
      },
    },
    log: pino({ enabled: false }),
  });
  return async (action: string, token = owner, body: object = { store: 'inkthread' }) => {
    const response = await endpoints.request(`/setup/${action}`, {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  };
}

it('only a super admin of the store may use them, and only for an existing store', async () => {
  const ask = await serve({});
  for (const action of [
    'addresses',
    'payment-keys',
    'mail',
    'test-mail',
    'trial-products',
    'trial-products/add',
  ]) {
    expect((await ask(action, '')).status).toBe(401);
    expect((await ask(action, shopper)).status).toBe(403);
    expect((await ask(action, staff)).status).toBe(403);
    expect((await ask(action, owner, { store: 'nowhere' })).status).toBe(400);
    expect((await ask(action, owner, {})).status).toBe(400);
  }
  expect((await ask('mail/add')).status).toBe(404);
  expect(send).not.toHaveBeenCalled();
});

it('the public addresses of a store are its brand’s domain and SOUK_ORIGIN, and no other is requested', async () => {
  const ask = await serve({ SOUK_ORIGIN: 'https://shop.example' });
  const { body } = await ask('addresses', owner, { store: 'inkthread', origin: 'https://evil.example' });
  expect(body).toEqual({
    hasOrigin: true,
    addresses: [
      expect.objectContaining({ origin: 'https://shop.example', leads: 'here', certificate: 'valid' }),
      expect.objectContaining({ origin: 'https://inkthread.example', leads: 'unknown_name' }),
    ],
  });
  const local = await (await serve({ SOUK_ORIGIN: 'http://localhost:3000' }))('addresses');
  expect(local.body.addresses.map(({ origin }: { origin: string }) => origin)).toEqual([
    'https://inkthread.example',
  ]);
});

describe('the keys of payment providers', () => {
  const stripeKeys = () => ({
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
  });
  const states = (body: { keys: { provider: string; state: string }[] }) =>
    Object.fromEntries(body.keys.map(({ provider, state }) => [provider, state]));

  it('are named if they are not set', async () => {
    const { body } = await (await serve({}))('payment-keys');
    expect(states(body)).toEqual({ stripe: 'no_account', paymob: 'no_account', kashier: 'no_account' });
    expect(body.keys[0].needs).toEqual(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
    expect(body.keys[1].needsOneOf).toContain('PAYMOB_CARD_INTEGRATION');
  });

  it('work if their provider accepts them, without a charge', async () => {
    const ask = await serve({ ...stripeKeys(), ...paymob.environment, ...kashier.environment });
    const { body } = await ask('payment-keys');
    expect(states(body)).toEqual({ stripe: 'works', paymob: 'works', kashier: 'works' });
    expect(body.keys[0]).toMatchObject({ isTest: true, isOwn: false });
    expect(stripe.sessions.size + paymob.attempts.length + kashier.attempts.length).toBe(0);
  });

  it('are refused if their provider rejects them, for one store or for all', async () => {
    const ask = await serve({
      ...stripeKeys(),
      ...paymob.environment,
      PAYMOB_API_KEY: 'wrong',
      ...kashier.environment,
      KASHIER_SECRET_KEY: 'wrong',
      STRIPE_SECRET_KEY_DUOWORKS: 'sk_live_wrong',
      STRIPE_WEBHOOK_SECRET_DUOWORKS: 'whsec_own',
    });
    expect(states((await ask('payment-keys')).body)).toEqual({
      stripe: 'works',
      paymob: 'refused',
      kashier: 'refused',
    });
    const { body } = await ask('payment-keys', owner, { store: 'duoworks' });
    expect(body.keys[0]).toMatchObject({ state: 'refused', isOwn: true, isTest: false });
    expect(JSON.stringify(body)).not.toContain('sk_live_wrong');
  });

  it('are not called wrong if their provider does not respond', async () => {
    const ask = await serve({ ...paymob.environment, ...kashier.environment });
    paymob.failNext = 1;
    kashier.failNext = 1;
    expect(states((await ask('payment-keys')).body)).toMatchObject({ paymob: 'silent', kashier: 'silent' });
  });
});

describe('a test message', () => {
  const smtp = { SMTP_HOST: 'mail.example', SMTP_FROM: 'shop@example.com' };

  it('goes to the person’s own address, in their language', async () => {
    const { body } = await (await serve(smtp))('test-mail', owner, { store: 'inkthread', language: 'ar' });
    expect(body).toEqual({ way: 'smtp', to: ownerAddress, problem: '' });
    expect(send.mock.calls[0]?.[0]).toMatchObject({
      to: ownerAddress,
      subject: expect.stringContaining('رسالة'),
    });
  });

  it('that the mail server rejects is reported with its reply', async () => {
    send.mockRejectedValue(new Error('Invalid login: 535 5.7.8\r\nBad credentials'));
    expect((await (await serve(smtp))('test-mail')).body).toMatchObject({
      problem: 'Invalid login: 535 5.7.8 Bad credentials',
    });
  });

  it('goes to the local mailbox without a mail server, and nowhere if nobody could read that', async () => {
    expect((await (await serve({}))('test-mail')).body).toMatchObject({ way: 'mailbox', problem: '' });
    const away = await serve({ SOUK_ORIGIN: 'https://shop.example' }, null);
    expect((await away('mail')).body).toEqual({ way: 'none' });
    expect((await away('test-mail')).body).toEqual({ way: 'none', to: '', problem: '' });
  });
});

it('twelve demo products are added once, with pictures and marked as demo, and can be removed without touching the store’s own', async () => {
  const ask = await serve({});
  const admin = backend.client({ key: backend.secretKey });
  const products = async () => {
    const { data } = await admin
      .from('products')
      .select('name, images, stock, price')
      .eq('tenant_id', 'inkthread')
      .is('deleted_at', null)
      .throwOnError();
    return data;
  };
  expect((await ask('trial-products')).body).toEqual({ count: 0 });
  expect(await ask('trial-products/add')).toEqual({ status: 200, body: { count: 12 } });
  expect((await ask('trial-products/add')).body).toEqual({ count: 12 });
  const added = await products();
  expect(added).toHaveLength(12);
  expect(added.every(({ stock, price }) => stock > 0 && Number(price) > 0)).toBe(true);
  const [picture] = (added[0]?.images ?? []) as string[];
  expect((await fetch(new URL(picture ?? '', backend.url))).status).toBe(200);
  const [marked] = await backend.owner`
    select count(*)::integer as products from private.demo_rows demo join public.products on products.id = demo.id
    where demo.kind = 'product' and demo.tenant_id = 'inkthread'`;
  expect(marked).toEqual({ products: 12 });
  await admin.from('products').insert({ tenant_id: 'inkthread', name: 'Our own', price: 5 }).throwOnError();
  expect((await ask('trial-products/remove')).body).toEqual({ count: 0 });
  expect((await products()).map(({ name }) => name)).toEqual(['Our own']);
  const { data: categories } = await admin.from('categories').select('name').eq('tenant_id', 'inkthread');
  expect(categories).toEqual([]);
});
