import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { copyClosedStore } from '../support/closed-store.ts';
import { transcript } from '../support/processes.ts';
import { rawBytes, rawRequest } from '../support/raw-request.ts';
import { runs } from '../support/runs.ts';
import { PROJECT, type StoreProcess, startStoreProcess } from '../support/store-process.ts';

// A whole store is asked some thousand hostile things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const UUID = '00000000-0000-4000-8000-000000000000';
const LONG = 'a'.repeat(12_000);

/** Targets that cannot be parsed, or parse as something other than they seem. */
const UNREADABLE = [
  '*',
  'x',
  '?',
  'http://a:99999999/',
  'http://[',
  'http://',
  'a:b',
  '%2f',
  '\\',
  'http:///\\',
];
const ODD = [
  ...[
    '//',
    '///',
    '/\\',
    '//[',
    '/\\[',
    '//a:99999999/',
    '//evil.example/',
    '//evil.example',
    '/\\evil.example/',
  ],
  ...[
    '//_.data',
    '/.data',
    '/_.data',
    '//.data',
    '/%2f.data',
    '/shop/.data',
    '/shop.data?_routes=%ff',
    '/shop.data/',
  ],
  ...[
    '/%',
    '/%ff',
    '/%00',
    '/%E0%A4%A',
    '/..//..',
    '/%2e%2e/%2e%2e',
    '/./',
    '/;',
    '/:',
    '/?',
    '/#',
    '/?#?',
    '/?=',
  ],
  ...[`/${LONG}`, `/?q=${LONG}`, `/shop?${'search=%&'.repeat(900)}`, '/\xff\xfe', '/shop?search=\xff'],
  ...[
    '/product/%ff',
    '/product/%00',
    `/product/${UUID}%00`,
    '/product/..%2f',
    `/product/${UUID}//now`,
    '/product//',
  ],
  ...[
    '/shop?search=%00',
    '/shop?page=1e999',
    '/shop?page=-1&sort=%00',
    '/shop?tenant=%ff',
    '/shop?search=%ud83d',
    `/search/suggestions?q=${'a'.repeat(99)}%F0%9F%98%80`,
    `/deals?search=${'a'.repeat(99)}%F0%9F%98%80`,
    `/shop?color=${'c'.repeat(159)}%F0%9F%98%80`,
  ],
  ...[
    '/shop/suggestions?q=%00',
    '/cart/products?ids=%00',
    `/cart/products?ids=${UUID},%ff`,
    '/cart/offers?lines=%00',
    `/cart/offers?lines=${UUID}.${UUID}.999,%ff`,
    '/banners?x=%00',
    '/districts?q=%00&governorate=%00',
    `/districts?q=${'a'.repeat(79)}%F0%9F%98%80`,
    '/delivery?governorate=Cairo&city=%00&subtotal=1e999',
    '/delivery?governorate=Cairo&city=%00',
  ],
  ...[
    '/constructor',
    '/__proto__',
    '/hasOwnProperty.data',
    'http://localhost//',
    'http://localhost/\\',
    'HTTP://x/shop',
  ],
  ...[
    '/__manifest?paths=%00,%ff,//,%2e%2e&version=%00',
    `/__manifest?paths=${LONG}&version=x`,
    '/assets/%00',
    '/assets/..%2f..%2fpackage.json',
    '/healthz?',
    '/readyz/',
    '/robots.txt?\xff',
    '/sitemap.xml%00',
  ],
];
const PICTURES = [
  ...[
    '/pictures/',
    '/pictures//',
    '/pictures/[',
    '/pictures//[',
    '/pictures/b/%ff',
    '/pictures/product-images/%00',
  ],
  ...[
    '/pictures/product-images/a?w=NaN',
    '/pictures/product-images/a?w=%ff',
    '/pictures/product-images/..%2f..%2fx',
  ],
  ...[
    `/pictures/product-images/${LONG}`,
    '/pictures/%5b/x',
    '/pictures/a/\\',
    '/pictures/a/..',
    '/pictures/\\\\a/b',
  ],
  ...[
    '/pictures/product-images/%d8%00?w=',
    '/pictures/product-images/a%0d%0ab',
    '/pictures/__proto__/constructor',
  ],
];
const ENDPOINTS = [
  ...[
    '/payments/start',
    '/payments/update',
    '/payments/send-refunds',
    '/payments/webhook',
    '/payments/webhook?x',
  ],
  ...[
    '/contact',
    '/contact.data?x',
    `/print-files/${UUID}/front.png`,
    `/print-files/${UUID}/front.%`,
    '/print-files/archive',
  ],
];
const BACKEND = [
  ...[
    '/_mail',
    '/_mail/',
    '/_mail//',
    '/_mail/%ff',
    '/_mail/%00',
    '/_mail/..%2f..%2f',
    '/_mail?x=%ff',
    '/_mail/[',
    '/_mail\\',
  ],
  ...[
    '/auth/v1',
    '/auth/v1//',
    '/auth/v1/verify?token=%00&type=signup',
    '/auth/v1/verify?redirect_to=//[&token=x&type=x',
  ],
  ...[
    '/auth/v1/authorize?provider=%ff&redirect_to=//[',
    '/auth/v1/authorize?provider=google&redirect_to=http://a:99999999',
  ],
  ...[
    '/auth/v1/callback?code=%ff&state=%00',
    '/auth/v1/callback?error=\xff',
    '/auth/v1/.well-known/jwks.json%00',
  ],
  ...[
    '/auth/v1/token?grant_type=%00',
    '/auth/v1/user',
    '/auth/v1/%ff',
    '/auth/v1/health?apikey=%ff',
    '/auth/v1\\',
  ],
  ...[
    '/rest/v1',
    '/rest/v1//',
    '/rest/v1/%ff',
    '/rest/v1/products?select=%ff&apikey=%ff',
    '/rest/v1/rpc/%00',
    '/rest/v1/[?[',
  ],
  ...[
    '/storage/v1/object/public/%ff/%00',
    '/storage/v1/object/public/product-images/%ff',
    '/storage/v1/object/public//',
  ],
  ...[
    '/storage/v1/object/public/product-images/a?download=%ff%0d%0ax',
    '/storage/v1/object/sign/a/b?token=%ff',
  ],
  ...[
    '/storage/v1/render/image/public/product-images/a?width=%ff',
    '/storage/v1/%00',
    '/storage/v1/object/list/[',
  ],
  ...[
    '/realtime/v1/websocket?apikey=%ff',
    '/realtime/v1/api/broadcast',
    '/realtime/v1//',
    '/realtime/v1/%ff',
  ],
  ...['//auth/v1/health', '/auth/v1/../../rest/v1/', 'http://localhost/auth/v1//[', 'http://x:1/rest/v1/%ff'],
];

const HOST = 'Host: localhost';
/** Headers to combine with every target. */
const HEADERS: string[][] = [
  [HOST],
  ['Host: '],
  ['Host: ['],
  ['Host: a:99999999'],
  ['Host: \xff\xfe'],
  ['Host: //evil.example/', 'X-Forwarded-Host: //[', 'X-Forwarded-Proto: \xff', 'X-Forwarded-For: ,,['],
  [HOST, 'Cookie: souk-tenant=%; souk-tenant=\xff; =; ;', 'Authorization: Bearer \xff\xfe', 'apikey: \xff'],
  [
    HOST,
    'Accept-Encoding: \xff;q=x, br;q=, gzip;;',
    'If-None-Match: \xff"',
    'Accept: ;;;\xff',
    'Accept-Language: \xff',
  ],
  [HOST, 'Range: bytes=99-1,\xff', 'Origin: \xff', 'Referer: //[', 'X-Request-Id: \xff', 'Prefer: ,,=\xff'],
  [
    HOST,
    'Authorization: Bearer a.b.c',
    'Content-Type: multipart/form-data',
    'Accept-Profile: "',
    'X-Client-Info: ',
  ],
  [HOST, 'Origin: null', 'Access-Control-Request-Method: \xff', 'Access-Control-Request-Headers: \xff, ['],
  [HOST, 'Expect: 100-continue'],
  [HOST, 'Expect: \xff'],
];
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS', 'QUERY'];

/** Every target with every set of headers, rotating the methods. */
function requestsFor(targets: readonly string[]): string[] {
  return targets.flatMap((target, t) =>
    HEADERS.map((headers, h) => {
      const method = METHODS[(t + h) % METHODS.length] ?? 'GET';
      const body = method === 'POST' || method === 'QUERY' ? '{"a":\xff' : '';
      return rawBytes(h === 0 ? 'GET' : method, target, headers, h === 0 ? '' : body);
    }),
  );
}

/** Sends all requests, a few at a time. @returns those without a response or with a server error */
async function complaints(port: number, requests: readonly string[]) {
  const found: { request: string; status: number; body: string }[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      while (next < requests.length) {
        const request = requests[next] ?? '';
        next += 1;
        const { status, body } = await rawRequest(port, request);
        if (status === 0 || status >= 500)
          found.push({ request: request.slice(0, 300), status, body: body.slice(0, 300) });
      }
    }),
  );
  return found;
}

/** Requests a WebSocket and disconnects before the response. */
async function leaveWhileUpgrading(port: number, target: string): Promise<void> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const handshake = [
    `GET ${target} HTTP/1.1`,
    ...[HOST, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  socket.write(`${handshake.join('\r\n')}\r\n\r\n`, 'latin1', () => socket.resetAndDestroy());
  await once(socket, 'close');
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-hostile-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a store that receives requests no browser sends', () => {
  let store: StoreProcess;

  beforeAll(async () => {
    await copyClosedStore(join(folder, 'store'));
    store = await startStoreProcess(join(folder, 'store'), {
      SOUK_SEED: 'none',
      SOUK_LOG: 'error',
      SOUK_TRUSTED_PROXIES: '127.0.0.1',
      // Unreachable: a request that is passed on to the provider results in 502.
      STRIPE_SECRET_KEY: 'sk_test_nobody',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_API_URL: 'http://127.0.0.1:9',
    });
  });
  afterAll(async () => {
    expect(await store.stop()).toBe(0);
  });

  it('answers 400 to a malformed target', async () => {
    for (const target of UNREADABLE) {
      const { status } = await rawRequest(store.port, rawBytes('GET', target, [HOST]));
      expect([target, status]).toEqual([target, 400]);
    }
  });

  it('treats a target as a path, whatever it begins with', async () => {
    for (const target of ['//', '///', '/\\', '//[', '//evil.example/', '/\\evil.example', '//a:99999999/']) {
      const { status, head, body } = await rawRequest(store.port, rawBytes('GET', target, [HOST]));
      expect([target, status]).toEqual([target, 301]);
      expect(head).toMatch(/^location: \/(?![/\\])/im);
      expect(body).not.toContain('"http://evil.example');
    }
  });

  it.each([
    ['pages', [...UNREADABLE, ...ODD]],
    ['pictures', PICTURES],
    ['endpoints', ENDPOINTS],
    ['the backend', BACKEND],
  ])('survives them without a server error: %s', async (_, targets) => {
    // All of them, or every fourth.
    const sent = targets.filter((_, n) => n % runs(1, 4) === 0);
    expect(await complaints(store.port, requestsFor(sent))).toEqual([]);
    expect(await (await fetch(`http://127.0.0.1:${store.port}/healthz`)).text()).toBe('alive\n');
    expect(store.output()).not.toContain('"level":50');
  });

  it('survives clients that disconnect during a WebSocket handshake', async () => {
    const targets = [
      '/realtime/v1/websocket',
      '/realtime/v1/nowhere',
      '/nowhere',
      '//',
      'http://a:99999999/',
      '*',
    ];
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(targets.map((target) => leaveWhileUpgrading(store.port, target)));
    }
    expect(await (await fetch(`http://127.0.0.1:${store.port}/healthz`)).text()).toBe('alive\n');
  });
});

describe('a standalone backend that receives requests no browser sends', () => {
  let backend: ChildProcess;
  let port: number;
  let output: () => string;

  beforeAll(async () => {
    backend = fork(join(PROJECT, 'server/backend-alone.ts'), {
      env: { ...process.env, PORT: '0', SOUK_LOG: 'error', SOUK_DATA: join(folder, 'backend') },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    output = transcript(backend);
    const [{ url }] = (await once(backend, 'message')) as [{ url: string }];
    port = Number(new URL(url).port);
  });
  afterAll(async () => {
    backend.kill('SIGTERM');
    expect(backend.exitCode ?? (await once(backend, 'exit'))[0]).toBe(0);
  });

  it('survives them without a server error', async () => {
    expect(await complaints(port, requestsFor([...UNREADABLE, ...ODD.slice(0, 13), ...BACKEND]))).toEqual([]);
    for (let round = 0; round < 20; round += 1) {
      await leaveWhileUpgrading(port, '/realtime/v1/websocket');
      await leaveWhileUpgrading(port, '//');
    }
    expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe('ok\n');
    expect(output()).not.toContain('"level":50');
  });
});
