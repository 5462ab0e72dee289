import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isSameSecret, pathOf } from 'embedded-supabase';
import { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { bearerOf } from '../backend/session.ts';
import type { Endpoints } from '../http/endpoints.ts';
import type { PageCache } from '../pages/page-cache.ts';
import type { RenderPage } from '../pages/render-page.ts';
import type { OperationsStatus } from './operations-status.ts';

/** Seconds: cached pages take about 0.1 ms, imports up to half a minute. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const PREFIX = 'souk_';

export interface Metrics {
  /** `/metrics`; 401 without the token. */
  endpoints: Endpoints;
  /** Counts and times a server's requests, labeled by a path pattern such as `/product/:id`. */
  watchRequests(server: Server, patternOf: (path: string) => string): void;
  onPageAsked(result: 'hit' | 'stale' | 'miss'): void;
  onStatement(lane: string, seconds: number): void;
  timed(render: RenderPage): RenderPage;
  /** Adds gauges computed at scrape time: sizes, queues and sockets. */
  watch(parts: WatchedParts): void;
}

interface WatchedParts {
  /** Undefined for a standalone backend. */
  cache?: PageCache;
  backend: Pick<BackendConnection, 'embedded' | 'sockets' | 'waiting'>;
  status: () => Promise<OperationsStatus>;
}

/** Collects Prometheus metrics, served behind a bearer token. */
export function collectMetrics(token: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: `${PREFIX}http_requests_total`,
    help: 'Answered requests',
    labelNames: ['route', 'method', 'status'] as const,
    registers,
  });
  const answered = histogram('http_request_seconds', 'Seconds from a request to the end of its answer', [
    'route',
  ]);
  const pages = new Counter({
    name: `${PREFIX}page_cache_requests_total`,
    help: 'Pages asked of the cache: found, found and made anew behind the answer, or rendered first',
    labelNames: ['result'] as const,
    registers,
  });
  const rendered = histogram('page_render_seconds', 'Seconds to render a page', ['result']);
  const statements = histogram('database_statement_seconds', 'Seconds that a request had a connection', [
    'lane',
  ]);

  function histogram(name: string, help: string, labelNames: string[]) {
    return new Histogram({ name: PREFIX + name, help, labelNames, buckets: BUCKETS, registers });
  }

  let refresh = async () => {};
  const endpoints: Endpoints = new Hono();
  endpoints.get('/metrics', async (c) => {
    if (!isSameSecret(bearerOf(c.req.header('authorization')) ?? '', token))
      return c.body(null, 401, { 'www-authenticate': 'Bearer' });
    await refresh();
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });

  return {
    endpoints,
    watchRequests(server, patternOf) {
      server.on('request', (request, response: ServerResponse) => {
        const started = performance.now();
        response.once('close', () => {
          const route = routeOf(pathOf(request.url), patternOf);
          const status = response.writableFinished ? String(response.statusCode) : 'broken off';
          requests.inc({ route, method: methodOf(request), status });
          answered.observe({ route }, (performance.now() - started) / 1_000);
        });
      });
    },
    onPageAsked: (result) => pages.inc({ result }),
    onStatement: (lane, seconds) => statements.observe({ lane }, seconds),
    timed: (render) => async (page) => {
      const end = rendered.startTimer();
      return render(page).then(
        (done) => {
          end({ result: String(done.status) });
          return done;
        },
        (error: unknown) => {
          end({ result: 'failed' });
          throw error;
        },
      );
    },
    watch(parts) {
      refresh = watchParts(registry, parts);
    },
  };
}

function watchParts(registry: Registry, { cache, backend, status }: WatchedParts): () => Promise<void> {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  if (cache) {
    gauge('page_cache_pages', 'Pages in the cache', () => cache.size.pages);
    gauge('page_cache_bytes', 'Bytes that the pages in the cache take', () => cache.size.bytes);
  }
  if (backend.embedded) {
    gauge('realtime_sockets', 'Open sockets of realtime', () => backend.sockets());
    new Gauge({
      name: `${PREFIX}database_waiting`,
      help: 'Statements that wait for a connection',
      labelNames: ['lane'] as const,
      registers: [registry],
      collect() {
        for (const [lane, waiting] of Object.entries(backend.waiting())) this.set({ lane }, waiting);
      },
    });
  }
  return databaseGauges(registry, status);
}

/**
 * Gauges counted in the database for all processes; omitted while it does not respond.
 * @returns a function that refreshes them
 */
function databaseGauges(registry: Registry, status: () => Promise<OperationsStatus>): () => Promise<void> {
  const registers = [registry];
  const labelled = (name: string, help: string) =>
    new Gauge({ name: PREFIX + name, help, labelNames: ['state'] as const, registers });
  const counted = {
    orders: labelled('orders', 'Orders, by status'),
    mails: labelled('order_mails', 'Messages about orders, by what became of them'),
    payments: labelled('card_payments', 'Card payments, by status, and those that are stuck'),
    jobs: labelled('jobs', 'Jobs of the server: those that wait, and those that failed for good'),
  };
  const bytes = new Gauge({ name: `${PREFIX}database_bytes`, help: 'Size of the database', registers });
  const up = new Gauge({ name: `${PREFIX}database_up`, help: 'Whether the database answers', registers });
  return async () => {
    const operations = await status().catch(() => undefined);
    up.set(operations ? 1 : 0);
    for (const gauge of [...Object.values(counted), bytes]) gauge.reset();
    if (!operations) return;
    for (const name of ['orders', 'mails', 'payments', 'jobs'] as const) {
      for (const [state, count] of Object.entries(operations[name])) counted[name].set({ state }, count);
    }
    bytes.set(operations.database_bytes);
  };
}

/** Unknown methods share one label, which bounds its cardinality. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function methodOf({ method = '' }: IncomingMessage): string {
  return METHODS.has(method) ? method : 'other';
}

/** Maps paths to few labels: backend services by name, files as one, pages by route pattern. */
function routeOf(path: string, patternOf: (path: string) => string): string {
  const service =
    /^\/(?:(?:auth|rest|storage|realtime)\/v1|_mail|pictures|assets|payments|print-files)(?=\/|$)/.exec(path);
  return service?.[0] ?? patternOf(path);
}
