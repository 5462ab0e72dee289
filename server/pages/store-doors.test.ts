import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { answerRequests } from '../http/answer-requests.ts';
import { originReader } from '../http/origin.ts';
import { PageCache } from './page-cache.ts';
import { pageRequestKeyReader } from './page-request-key.ts';
import { pageServer } from './serve-page.ts';
import { storeDoors } from './store-doors.ts';
import { tenantTag } from './tenant-tag.ts';

const right = 'a'.repeat(64);
const wrong = 'b'.repeat(64);
const HOST = 'casecraft.example';
const settingsOf = (tenantId: string) => new Set([tenantTag(tenantId, 'settings')]);

/** State of the stubbed database: the closed stores; each store has one token. */
let closed: Set<string>;
let isAway: boolean;
/** How often the state of a store was read. */
let reads: number;

const answerOf = (name: string, args: Record<string, string>) => {
  if (isAway) return { data: null, error: { code: 'away' } };
  if (name === 'is_store_preview') return { data: args.p_token === right, error: null };
  reads += 1;
  return { data: { state: closed.has(args.p_tenant_id ?? '') ? 'closed' : 'open' }, error: null };
};
const database = {
  rpc: (name: string, args: Record<string, string>) => {
    const answer = Promise.resolve(answerOf(name, args));
    return Object.assign(answer, { maybeSingle: () => answer });
  },
} as Pick<SupabaseClient<Database>, never> as SupabaseClient<Database>;

beforeEach(() => {
  closed = new Set();
  isAway = false;
  reads = 0;
});

describe('the state of a store', () => {
  it('is read once, and again after its settings changed', async () => {
    const doors = storeDoors(database);
    expect(await doors.isClosed('casecraft')).toBe(false);
    closed.add('casecraft');
    expect(await doors.isClosed('casecraft')).toBe(false);
    doors.invalidate(settingsOf('inkthread'));
    expect(await doors.isClosed('casecraft')).toBe(false);
    doors.invalidate(settingsOf('casecraft'));
    expect(await doors.isClosed('casecraft')).toBe(true);
    expect(reads).toBe(2);
  });

  it('is read again if it changed during a read', async () => {
    const doors = storeDoors(database);
    const before = doors.isClosed('casecraft');
    closed.add('casecraft');
    doors.invalidateTenant('casecraft');
    await before;
    expect(await doors.isClosed('casecraft')).toBe(true);
  });

  it('stays the same while the database is unavailable', async () => {
    const doors = storeDoors(database);
    closed.add('casecraft');
    expect(await doors.isClosed('casecraft')).toBe(true);
    isAway = true;
    doors.invalidateTenant('casecraft');
    expect(await doors.isClosed('casecraft')).toBe(true);
    expect(await doors.isClosed('inkthread')).toBe(false);
  });
});

describe('the pages of a closed store', () => {
  const { addressOf, hostOf, canonicalOriginOf, addressIn } = originReader({ trustedProxies: '127.0.0.1' });
  const doors = storeDoors(database);
  const pages = pageServer({
    cache: new PageCache({ maxBytes: 1_000_000, freshFor: 60_000 }),
    address: pageRequestKeyReader({
      build: { routes: {} } as Pick<ServerBuild, 'routes'> as ServerBuild,
      strictHosts: false,
    }),
    render: async ({ path, closed: isClosed, preview, language }) => ({
      status: 200,
      headers: { 'content-type': 'text/plain' },
      tags: new Set<string>(),
      body: Buffer.from([language, path, isClosed ? 'closed' : 'open', preview ?? 'public'].join(' ')),
    }),
    doors,
    addressOf,
    hostOf,
    originOf: canonicalOriginOf,
    addressIn,
    onError: () => {},
  });
  const server = createServer(answerRequests([pages], () => {}));
  const get = async (path: string, cookie = '', host = HOST) => {
    const { port } = server.address() as AddressInfo;
    const [answer] = await once(
      request({ port, host: '127.0.0.1', path, headers: { host, cookie } }).end(),
      'response',
    );
    const { headers, statusCode: status } = answer;
    return { status, headers, text: await text(answer), cookies: headers['set-cookie'] ?? [] };
  };
  const close = (tenantId = 'casecraft') => {
    closed.add(tenantId);
    doors.invalidateTenant(tenantId);
  };
  const open = () => {
    closed.clear();
    doors.invalidateTenant('casecraft');
  };
  const preview = `souk-preview-casecraft=${right}`;

  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  beforeEach(open);
  afterAll(() => {
    server.close();
  });

  it('show its door in the URL’s language, which is neither cached nor indexed, and which search engines retry', async () => {
    close();
    for (const [path, page] of [
      ['/', 'en /opens-soon closed public'],
      ['/shop?page=2', 'en /opens-soon closed public'],
      ['/nowhere', 'en /opens-soon closed public'],
      ['/sitemap.xml', 'en /opens-soon closed public'],
      ['/ar/product/1', 'ar /ar/opens-soon closed public'],
      ['/?asked=noted', 'en /opens-soon?asked=noted closed public'],
      ['/?asked=<script>', 'en /opens-soon closed public'],
    ]) {
      const answer = await get(path ?? '');
      expect([path, answer.status, answer.text]).toEqual([path, 503, page]);
      expect(answer.headers).toMatchObject({
        'retry-after': '86400',
        'x-robots-tag': 'noindex',
        'cache-control': 'no-store',
      });
      expect(answer.headers.etag).toBeUndefined();
    }
    expect((await get('/', '', 'inkthread.example')).text).toBe('en / open public');
  });

  it('send an open page to the door when it requests data', async () => {
    close();
    const { status, text: body } = await get('/ar/shop.data?_routes=x');
    expect([status, body]).toEqual([
      200,
      'ar /ar/opens-soon.data?from=%2Far%2Fshop&_routes=routes%2Fopens-soon closed public',
    ]);
  });

  it('stay available for the office, sign-in and placed orders', async () => {
    close();
    for (const path of [
      '/admin/orders',
      '/signin',
      '/account/orders/1',
      '/ar/reset-password',
      '/robots.txt',
    ]) {
      const { status, text: page } = await get(path);
      expect([path, status, page.includes('opens-soon')]).toEqual([path, 200, false]);
    }
  });

  it('are shown to visitors with the preview, bypassing every cache', async () => {
    expect((await get('/shop')).text).toBe('en /shop open public');
    close();
    const shown = await get('/shop', preview);
    expect([shown.status, shown.text]).toEqual([200, `en /shop closed ${right}`]);
    expect(shown.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    expect(shown.headers.etag).toBeUndefined();
    expect((await get('/shop')).text).toBe('en /opens-soon closed public');
    open();
    // The preview was not cached, and the cookie does not affect an open store.
    expect((await get('/shop', preview)).text).toBe('en /shop open public');
  });

  it('are not shown for a wrong token or another store’s', async () => {
    close();
    for (const cookie of [
      `souk-preview-casecraft=${wrong}`,
      `souk-preview-inkthread=${right}`,
      'souk-preview-casecraft=',
    ]) {
      expect([cookie, (await get('/shop', cookie)).status]).toEqual([cookie, 503]);
    }
  });

  it('cache nothing read while closed for the open store', async () => {
    close();
    expect((await get('/signin')).text).toBe('en /signin closed public');
    open();
    expect((await get('/signin')).text).toBe('en /signin open public');
    expect((await get('/')).text).toBe('en / open public');
  });

  it('are entered through a link, which stores its token in an HttpOnly cookie', async () => {
    close();
    const entered = await get(`/shop?sort=new&preview=${right}`);
    expect([entered.status, entered.headers.location]).toEqual([303, '/shop?sort=new']);
    expect(entered.cookies).toEqual([
      `souk-preview-casecraft=${right}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
    ]);
    const refused = await get(`/?preview=${wrong}`);
    expect([refused.status, refused.headers.location, refused.cookies]).toEqual([303, '/', []]);
  });

  it('redirect from the door’s own URL to the store once it is open', async () => {
    const { status, headers } = await get('/ar/opens-soon');
    expect([status, headers.location]).toEqual([303, '/ar']);
  });
});
