import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { registerBrands } from '../brands/brand-registry.ts';
import { answerRequests } from '../http/answer-requests.ts';
import { originReader } from '../http/origin.ts';
import { PageCache } from './page-cache.ts';
import { pageRequestKeyReader } from './page-request-key.ts';
import { pageServer } from './serve-page.ts';
import type { StoreDoors } from './store-doors.ts';

const openDoors: StoreDoors = {
  isClosed: () => false,
  previewOf: async () => undefined,
  isPreview: async () => false,
  invalidate: () => {},
  invalidateTenant: () => {},
};

const now: ServerBuild['routes'][string] = {
  id: 'now',
  path: 'now',
  module: { default: () => null, handle: { live: true } },
};

const form: ServerBuild['routes'][string] = {
  id: 'form',
  path: 'form',
  module: { default: () => null, action: () => null },
};

const signIn: ServerBuild['routes'][string] = {
  id: 'signIn',
  path: 'signin',
  module: { default: () => null },
};

/** Pages whose text is the store and origin they were rendered for. */
function serving(strictHosts: boolean) {
  const { addressOf, hostOf, canonicalOriginOf, addressIn } = originReader({
    trustedProxies: '127.0.0.1',
    ownOrigin: 'https://shop.example',
    strictHosts,
  });
  const pages = pageServer({
    cache: new PageCache({ maxBytes: 1_000_000, freshFor: 60_000, onRefreshError: () => {} }),
    address: pageRequestKeyReader({
      build: { routes: { now, form, signIn } } as Pick<ServerBuild, 'routes'> as ServerBuild,
      strictHosts,
      ownHost: 'shop.example',
    }),
    render: async ({ tenantId, origin, path, form }) => ({
      status: path === '/missing' ? 404 : path === '/broken' ? 500 : 200,
      headers: { 'content-type': 'text/plain' },
      tags: new Set<string>(),
      body: Buffer.from(
        form ? JSON.stringify({ ...form, body: String(form.body) }) : `${tenantId} at ${origin}`,
      ),
      freshUntil: path.startsWith('/until/') ? Date.now() + Number(path.slice(7)) * 1000 : undefined,
    }),
    doors: openDoors,
    addressOf,
    hostOf,
    originOf: canonicalOriginOf,
    addressIn,
    onError: () => {},
  });
  return createServer(answerRequests([pages], () => {}));
}

describe('which store’s page is served', () => {
  const servers = { open: serving(false), strict: serving(true) };
  const get = async (host: string, path: string, cookie = '', server = servers.open, from = '127.0.0.1') => {
    const { port } = server.address() as AddressInfo;
    const headersOfRequest = { host, cookie, 'x-forwarded-for': from };
    const clientRequest = request({ port, host: '127.0.0.1', path, headers: headersOfRequest }).end();
    const [answer] = await once(clientRequest, 'response');
    const { headers, statusCode: status } = answer;
    return { status, headers, text: await text(answer), setCookie: headers['set-cookie']?.[0] };
  };
  const cacheHeadersOf = async (host: string, path: string) => {
    const { headers } = await get(host, path);
    return { browser: headers['cache-control'], onTheWay: headers['cdn-cache-control'] };
  };

  beforeAll(async () => {
    for (const server of Object.values(servers)) await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    for (const server of Object.values(servers)) server.close();
  });

  it('at an unknown host is the one in the query, with its own domain as origin', async () => {
    for (const host of ['192.168.1.5:3000', 'staging.test']) {
      const page = await get(host, '/shop?tenant=meeplehouse');
      expect(page.text).toBe('meeplehouse at https://meeplehouse.example');
      expect(page.setCookie).toMatch(/^souk-tenant=meeplehouse;/);
    }
  });

  it('at a shared host is the one in the query, also for the next page', async () => {
    expect((await get('shop.example', '/shop?tenant=casecraft')).text).toBe(
      'casecraft at https://shop.example',
    );
    const next = await get('shop.example', '/cart', 'souk-tenant=casecraft');
    expect(next.text).toBe('casecraft at https://shop.example');
    expect((await get('shop.example', '/cart')).text).toBe('inkthread at https://shop.example');
  });

  it('in the query survives a redirect to a corrected URL', async () => {
    const { status, headers, setCookie } = await get('shop.example', '//shop?tenant=casecraft');
    expect([status, headers.location]).toEqual([301, '/shop']);
    expect(setCookie).toMatch(/^souk-tenant=casecraft;/);
  });

  it('is in the address of an office, at any store’s host, which gives people their session', async () => {
    for (const path of ['/stores/meeplehouse/admin/orders', '/ar/stores/meeplehouse/admin'])
      expect((await get('casecraft.example', path)).text).toBe('meeplehouse at http://meeplehouse.example');
    const all = await get('casecraft.example', '/stores/all/admin/orders');
    expect(all.text).toBe('casecraft at http://casecraft.example');
    const chosen = await get('shop.example', '/stores/meeplehouse/admin?tenant=duoworks');
    expect(chosen.setCookie).toMatch(/^souk-tenant=duoworks;/);
    // An office of an unknown store is an unknown path of the host's.
    expect((await get('casecraft.example', '/stores/nobody/admin')).text).toContain('casecraft at');
  });

  it('leads from below an office to the store’s own pages, and to the host’s for signing in', async () => {
    const leads = async (host: string, path: string) => (await get(host, path)).headers.location;
    const product = '/stores/meeplehouse/now?x=1';
    expect(await leads('casecraft.example', product)).toBe('http://meeplehouse.example/now?x=1');
    expect(await leads('casecraft.localhost:3000', `/ar${product}`)).toBe(
      'http://meeplehouse.localhost:3000/ar/now?x=1',
    );
    expect(await leads('shop.example', product)).toBe('https://shop.example/now?x=1&tenant=meeplehouse');
    expect(await leads('casecraft.example', '/stores/all/now')).toBe('http://casecraft.example/now');
    expect(await leads('casecraft.example', '/stores/meeplehouse/signin?next=%2Fstores%2Fmeeplehouse')).toBe(
      '/signin?next=%2Fstores%2Fmeeplehouse',
    );
  });

  it('is in the store’s only language, if it has one, except where it has no language', async () => {
    const own = presets.map((brand) =>
      brand.id === 'casecraft' ? { ...brand, onlyLanguage: 'ar' as const } : brand,
    );
    registerBrands(own, { storeOfDomain: new Map([['casecraft.example', 'casecraft']]) });
    try {
      const { status, headers } = await get('casecraft.example', '/shop?page=2');
      expect([status, headers.location, headers['cache-control']]).toEqual([
        302,
        '/ar/shop?page=2',
        'no-store',
      ]);
      for (const path of ['/ar/shop', '/admin', '/robots.txt', '/shop.data'])
        expect((await get('casecraft.example', path)).status, path).toBe(200);
    } finally {
      registerBrands([]);
    }
  });

  it('only a store’s own host allows shared caching, and browsers always revalidate', async () => {
    expect(await cacheHeadersOf('casecraft.example', '/')).toEqual({
      browser: 'public, max-age=0, must-revalidate',
      onTheWay: 'max-age=60, stale-while-revalidate=600',
    });
    for (const path of ['/?tenant=casecraft', '/']) {
      expect(await cacheHeadersOf('shop.example', path)).toEqual({
        browser: 'private, no-cache',
        onTheWay: undefined,
      });
    }
  });

  it('live pages and errors are never cached', async () => {
    const nobody = { browser: 'no-store', onTheWay: undefined };
    for (const path of ['/now', '/now.data', '/missing', '/broken'])
      expect([path, await cacheHeadersOf('casecraft.example', path)]).toEqual([path, nobody]);
    expect(await cacheHeadersOf('shop.example', '/now?tenant=casecraft')).toEqual(nobody);
  });

  it('shared caches drop a page at its own expiry', async () => {
    const onTheWay = async (seconds: number) =>
      (await cacheHeadersOf('casecraft.example', `/until/${seconds}`)).onTheWay;
    expect(await onTheWay(30)).toMatch(/^max-age=(29|30), stale-while-revalidate=0$/);
    expect(await onTheWay(100)).toMatch(/^max-age=60, stale-while-revalidate=(39|40)$/);
    expect(await onTheWay(-5)).toBe('max-age=0, stale-while-revalidate=0');
    expect(await onTheWay(10_000)).toBe('max-age=60, stale-while-revalidate=600');
  });

  it('is none for an invalid host, such as one with an impossible port', async () => {
    for (const host of [
      'localhost:99999',
      'localhost:65536',
      'a b',
      'casecraft.example:x',
      'evil.example/',
    ]) {
      expect([host, (await get(host, '/')).status]).toEqual([host, 400]);
    }
    expect((await get('CASECRAFT.example:65535', '/')).status).toBe(200);
  });

  it('with strict hosts is none at an unknown host, whatever the query', async () => {
    for (const path of ['/', '/?tenant=casecraft']) {
      expect((await get('evil.example', path, '', servers.strict)).status).toBe(404);
      expect((await get('shop.example', path, '', servers.strict)).status).toBe(200);
      expect((await get('casecraft.example', path, '', servers.strict)).status).toBe(200);
      expect((await get('localhost:3000', path, '', servers.strict)).status).toBe(200);
    }
  });

  it('with strict hosts is none at a local name from elsewhere', async () => {
    for (const host of ['localhost:3000', 'a1.localhost', 'inkthread.localhost', '127.0.0.1', '[::1]:3000']) {
      const statusFrom = async (address: string) =>
        (await get(host, '/', '', servers.strict, address)).status;
      expect([host, await statusFrom('203.0.113.9')]).toEqual([host, 404]);
      expect([host, await statusFrom('127.0.0.1')]).toEqual([host, 200]);
      expect([host, await statusFrom('::1')]).toEqual([host, 200]);
    }
  });

  it('accepts a form if it has an action, never caches the answer, and tells its own forms from other sites’', async () => {
    const { port } = servers.open.address() as AddressInfo;
    const post = async (path: string, { from = '', body = 'name=Mona' } = {}) => {
      const headers = {
        host: 'www.casecraft.example',
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': '203.0.113.9',
        ...(from && { origin: from }),
      };
      const sending = request({ port, host: '127.0.0.1', method: 'POST', path, headers }).end(body);
      const [answer] = await once(sending, 'response');
      return { status: answer.statusCode, cache: answer.headers['cache-control'], text: await text(answer) };
    };
    const sent = await post('/form', { from: 'http://www.casecraft.example' });
    expect([sent.status, sent.cache]).toEqual([200, 'no-store']);
    expect(JSON.parse(sent.text)).toEqual({
      body: 'name=Mona',
      client: '203.0.113.9',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://casecraft.example',
      },
    });
    expect(JSON.parse((await post('/form', { from: 'https://evil.example' })).text).headers.origin).toBe(
      'https://evil.example',
    );
    expect((await post('/form', { body: 'x'.repeat(40_000) })).status).toBe(413);
    expect((await post('/now')).status).toBe(405);
  });

  it('is rendered once for all of a store’s hosts and ports', async () => {
    const hosts = [
      'casecraft.example',
      'casecraft.example:77',
      'www.casecraft.example',
      'a1.casecraft.example',
    ];
    for (const server of Object.values(servers)) {
      const texts = await Promise.all(hosts.map(async (host) => (await get(host, '/', '', server)).text));
      expect(new Set(texts)).toEqual(new Set(['casecraft at http://casecraft.example']));
    }
  });
});

describe('new pages', () => {
  it('of a client that requests many are rendered in turns with those of others', async () => {
    const rendered: string[] = [];
    const gates: (() => void)[] = [];
    const { addressOf, hostOf, canonicalOriginOf, addressIn } = originReader({ trustedProxies: '127.0.0.1' });
    const pages = pageServer({
      cache: new PageCache({ maxBytes: 1_000_000, freshFor: 60_000 }),
      address: pageRequestKeyReader({
        build: { routes: {} } as Pick<ServerBuild, 'routes'> as ServerBuild,
        strictHosts: false,
      }),
      render: async ({ path }) => {
        rendered.push(path);
        await new Promise<void>((done) => gates.push(done));
        return { status: 200, headers: {}, tags: new Set<string>(), body: Buffer.from(path) };
      },
      doors: openDoors,
      addressOf,
      hostOf,
      originOf: canonicalOriginOf,
      addressIn,
      onError: () => {},
    });
    const server = createServer(answerRequests([pages], () => {}));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const ask = async (path: string, from: string) => {
      const headers = { host: 'casecraft.example', 'x-forwarded-for': from };
      const [answer] = await once(request({ port, host: '127.0.0.1', path, headers }).end(), 'response');
      return text(answer);
    };
    try {
      const many = Array.from({ length: 20 }, (_, n) => ask(`/many-${n}`, '203.0.113.7'));
      await expect.poll(() => rendered.length).toBe(2);
      const one = ask('/one', '198.51.100.1');
      await expect.poll(() => rendered.at(-1)).toBe('/one');
      expect(rendered).toHaveLength(3);
      const finishing = setInterval(() => gates.shift()?.(), 1);
      expect(await one).toBe('/one');
      expect(await Promise.all(many)).toHaveLength(20);
      clearInterval(finishing);
    } finally {
      server.close();
    }
  });
});
