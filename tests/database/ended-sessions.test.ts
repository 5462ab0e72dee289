import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { signedUpAt } from 'embedded-supabase/testing';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backendClient } from '../../server/backend/backend-clients.ts';
import { brandFileEndpoints } from '../../server/brand-files/brand-file-endpoints.ts';
import { brandFileReader } from '../../server/brands/brand-file-reader.ts';
import { carrierAccounts } from '../../server/carriers/carrier-accounts.ts';
import { carrierEndpoints } from '../../server/carriers/carrier-endpoints.ts';
import { createCarriers } from '../../server/carriers/carriers.ts';
import { readEnvironment } from '../../server/environment.ts';
import type { EndpointEnv } from '../../server/http/endpoints.ts';
import { invoiceEndpoint } from '../../server/invoices/invoice-endpoint.ts';
import { invoiceFiles } from '../../server/invoices/invoice-files.ts';
import { demoRemovalEndpoint } from '../../server/operations/demo-removal-endpoint.ts';
import { messagePreviewEndpoint } from '../../server/orders/message-preview-endpoint.ts';
import { staffInvitationEndpoint } from '../../server/owners/staff-invitation-endpoint.ts';
import { brandPreviewEndpoint } from '../../server/pages/brand-preview-endpoint.ts';
import { paymentEndpoints } from '../../server/payments/payment-endpoints.ts';
import { paymentAccounts } from '../../server/payments/payment-providers.ts';
import { payments } from '../../server/payments/payments.ts';
import { pictureImportEndpoint } from '../../server/pictures/picture-import-endpoint.ts';
import { printEndpoint } from '../../server/print-files/print-endpoint.ts';
import { setupEndpoints } from '../../server/setup/setup-endpoints.ts';
import { storeEndpoints } from '../../server/setup/store-endpoints.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

const id = randomUUID();
const store = { store: 'inkthread', language: 'en' };

/** Requests with a session to the store's own endpoints, by handler file. */
const asked: Record<string, [path: string, body?: object][]> = {
  'brand-files/brand-file-endpoints.ts': [['/brand-files?tenant=inkthread&use=logo', {}]],
  'carriers/carrier-endpoints.ts': [
    ['/carriers?store=inkthread'],
    ['/carriers/days?store=inkthread&carrier=bosta'],
    ['/carriers/book', { carrier: 'bosta', shipments: [id], request: id }],
    ['/carriers/labels', { shipments: [id] }],
    ['/carriers/pickups', { store: 'inkthread', carrier: 'bosta', day: '2030-01-01' }],
  ],
  'invoices/invoice-endpoint.ts': [[`/invoices/${id}.pdf`]],
  'operations/demo-removal-endpoint.ts': [
    ['/demo-removal'],
    ['/demo-removal', { requestId: id, keepChanged: true, withoutBackup: true }],
  ],
  'owners/staff-invitation-endpoint.ts': [
    ['/staff-invitations', { tenantId: 'inkthread' }],
    ['/staff-invitations/renewal', { tenantId: 'inkthread', id }],
  ],
  'pages/brand-preview-endpoint.ts': [
    ['/brand-preview', { store: 'inkthread', language: 'en', path: '/', draft: {} }],
  ],
  'payments/payment-endpoints.ts': ['start', 'update', 'send-refunds', 'settle-holds'].map((action) => [
    `/payments/${action}`,
    { order: id },
  ]),
  'pictures/picture-import-endpoint.ts': [
    [
      '/picture-imports',
      { tenant: 'inkthread', name: '0123456789abcdef', address: 'https://old.example/a.jpg' },
    ],
  ],
  'orders/message-preview-endpoint.ts': [
    ['/message-preview'],
    ['/message-preview', { orderId: id, kind: 'placed', language: 'en', drafts: {} }],
  ],
  'print-files/print-endpoint.ts': [
    [`/print-files/${id}/front.png`],
    ['/print-files/archive', { kind: 'png', lines: [id] }],
  ],
  'setup/setup-endpoints.ts': [
    'readiness',
    'addresses',
    'payment-keys',
    'mail',
    'test-mail',
    'trial-products',
    'trial-products/add',
    'trial-products/remove',
  ].map((action) => [`/setup/${action}`, store]),
  'setup/store-endpoints.ts': [
    ['/stores'],
    ['/stores', { id: 'delta', name: 'Delta Wear', look: 'gallery', sells: 'goods', requestId: id }],
    ['/stores/removal', { store: 'inkthread', name: 'Inkthread', withoutBackup: true, requestId: id }],
  ],
};

let backend: TestBackend;
const endpoints = new Hono<EndpointEnv>();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  const connection = {
    internalUrl: backend.url,
    publishableKey: backend.publishableKey,
    fetch,
    embedded: true,
    backUp: undefined,
  };
  const admin = backendClient(connection, backend.secretKey);
  const log = pino({ enabled: false });
  const environment = readEnvironment({});
  const accounts = await paymentAccounts(environment, () => ['inkthread']);
  const accountsOfCarriers = carrierAccounts(environment, {
    tenantIds: () => ['inkthread'],
    callbackUrlOf: () => undefined,
  });
  const shared = { backend: connection, admin, log };
  const readBrandFile = brandFileReader(admin, 'public');
  const groups = [
    brandFileEndpoints({ ...shared, read: readBrandFile }),
    carrierEndpoints({
      ...shared,
      carriers: createCarriers({ accounts: accountsOfCarriers, admin, log }),
    }),
    invoiceEndpoint({ ...shared, files: invoiceFiles({ readBrandFile, log }) }),
    demoRemovalEndpoint({ ...shared, environment }),
    paymentEndpoints({ ...shared, payments: payments({ accounts, admin, log }) }),
    brandPreviewEndpoint({
      ...shared,
      render: () => Promise.reject(new Error('Nothing is rendered')),
      doors: { isClosed: () => false },
    }),
    pictureImportEndpoint(shared),
    messagePreviewEndpoint({ ...shared, origin: 'http://localhost:3000' }),
    printEndpoint({
      ...shared,
      printer: { print: () => Promise.reject(new Error('Nothing is printed')), close() {} },
    }),
    staffInvitationEndpoint({ ...shared, transport: undefined, origin: 'http://localhost:3000' }),
    storeEndpoints({ ...shared, brands: { upToDate: async () => {}, invalidateAll: () => {} } }),
    setupEndpoints({
      ...shared,
      environment,
      accounts,
      transport: undefined,
      addresses: { proofOf: () => '' },
    }),
  ];
  for (const group of groups) endpoints.route('/', group);
  const [left, removed] = [await signedUpAt(backend), await signedUpAt(backend)];
  tokens['that signed out'] = left.session.access_token;
  tokens['whose account is gone'] = removed.session.access_token;
  await backend.client({ token: left.session.access_token }).auth.admin.signOut(left.session.access_token);
  await backend.client({ key: backend.secretKey }).auth.admin.deleteUser(removed.user.id);
  tokens['that is none'] = 'not-a-token';
  tokens['that is not there'] = '';
});
afterAll(() => backend.close());

async function statusOf(path: string, body: object | undefined, token: string): Promise<number> {
  const response = await endpoints.request(path, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  await response.body?.cancel();
  return response.status;
}

describe('a session', () => {
  const calls = Object.values(asked).flat();

  test.each(['that signed out', 'whose account is gone', 'that is none', 'that is not there'])(
    '%s gets 401 from every endpoint that requires one',
    async (kind) => {
      const statuses = await Promise.all(
        calls.map(async ([path, body]) => [path, await statusOf(path, body, tokens[kind] ?? '')]),
      );
      expect(statuses).toEqual(calls.map(([path]) => [path, 401]));
    },
  );

  test('that is valid is accepted', async () => {
    const { session } = await signedUpAt(backend);
    for (const [path, body] of calls)
      expect(await statusOf(path, body, session.access_token), path).not.toBe(401);
  });

  test('is read the same way by each endpoint tested here', async () => {
    const readers: string[] = [];
    for await (const file of glob('server/**/*.ts'))
      if (/\brequireSession\(/.test(readFileSync(file, 'utf8'))) readers.push(file.replace('server/', ''));
    expect(readers.sort()).toEqual([...Object.keys(asked), 'backend/session.ts'].sort());
  });
});
