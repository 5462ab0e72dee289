import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerRequests } from '../http/answer-requests.ts';
import { serveEndpoints } from '../http/endpoints.ts';
import { originReader } from '../http/origin.ts';
import { PageCache } from '../pages/page-cache.ts';
import { collectMetrics, type Metrics } from './metrics.ts';

const TOKEN = 'a-token-of-this-test';
let server: Server;
let metrics: Metrics;
let origin: string;

beforeEach(async () => {
  metrics = collectMetrics(TOKEN);
  server = createServer();
  metrics.watchRequests(server, (path) => (path.startsWith('/product/') ? '/product/:id' : '*'));
  server.on(
    'request',
    answerRequests(
      [
        serveEndpoints([metrics.endpoints], originReader({ trustedProxies: '' })),
        (_request, response) => {
          response.writeHead(200).end('a page');
          return true;
        },
      ],
      () => {},
    ),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((done) => server.close(done)));

const read = async () =>
  (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();

test('nobody reads metrics without the right token', async () => {
  const without = await fetch(`${origin}/metrics`);
  const wrong = await fetch(`${origin}/metrics`, { headers: { authorization: 'Bearer something-else' } });
  expect([without.status, wrong.status]).toEqual([401, 401]);
  expect(await without.text()).toBe('');
});

test('requests are counted by route, method and status, not by the ids they contain', async () => {
  for (const path of ['/product/1', '/product/2?w=1', '/rest/v1/products?select=id', '/pictures/a/b.webp'])
    await (await fetch(origin + path)).text();
  const text = await read();
  expect(text).toContain('souk_http_requests_total{route="/product/:id",method="GET",status="200"} 2');
  expect(text).toContain('souk_http_requests_total{route="/rest/v1",method="GET",status="200"} 1');
  expect(text).toContain('souk_http_requests_total{route="/pictures",method="GET",status="200"} 1');
  expect(text).toContain('souk_http_request_seconds_count{route="/product/:id"} 2');
});

test('page cache hits and misses are counted, and renders timed', async () => {
  const cache = new PageCache({ maxBytes: 1e6, freshFor: 60_000, onLookup: metrics.onPageAsked });
  const render = metrics.timed(async () => ({
    status: 200,
    headers: {},
    tags: new Set<string>(),
    body: Buffer.from('page'),
  }));
  const page = { language: 'en' as const, tenantId: 'inkthread', path: '/', origin };
  for (let turn = 0; turn < 3; turn++) await cache.get('/', () => render(page));
  const text = await read();
  expect(text).toContain('souk_page_cache_requests_total{result="miss"} 1');
  expect(text).toContain('souk_page_cache_requests_total{result="hit"} 2');
  expect(text).toContain('souk_page_render_seconds_count{result="200"} 1');
});

test('queues and sizes come from the database, and are omitted while it does not respond', async () => {
  let answers = true;
  const found = {
    orders: { pending: 3 },
    mails: { sent: 4, waiting: 2, late: 1, given_up: 0 },
    phones: { held: 0 },
    payments: { stuck: 1 },
    differences: { payments: 0, statements: 0, claims: 0 },
    jobs: { waiting: 2, failed: 0 },
    database_bytes: 5_000,
  };
  metrics.watch({
    cache: new PageCache({ maxBytes: 1, freshFor: 1 }),
    backend: { embedded: true, sockets: () => 7, waiting: () => ({ reads: 9 }) },
    status: () => (answers ? Promise.resolve(found) : Promise.reject(new Error('gone'))),
  });
  const up = await read();
  for (const line of [
    'souk_database_up 1',
    'souk_orders{state="pending"} 3',
    'souk_order_mails{state="waiting"} 2',
    'souk_card_payments{state="stuck"} 1',
    'souk_jobs{state="waiting"} 2',
    'souk_database_bytes 5000',
    'souk_realtime_sockets 7',
    'souk_database_waiting{lane="reads"} 9',
  ])
    expect(up).toContain(line);
  answers = false;
  const down = await read();
  expect(down).toContain('souk_database_up 0');
  expect(down).not.toContain('souk_orders{');
});
