import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { originReader } from './origin.ts';
import { pageAddressReader } from './page-address.ts';
import { PageCache } from './page-cache/page-cache.ts';
import { pageServer } from './serve-page.ts';

/** Pages whose text is the store and the origin that they were rendered for. */
function serving(strictHosts: boolean) {
  const { hostOf, originOf } = originReader({ trustedProxies: '', ownOrigin: 'https://shop.example' });
  const pages = pageServer({
    cache: new PageCache({ maxBytes: 1_000_000, freshFor: 60_000, onRefreshError: () => {} }),
    address: pageAddressReader({
      build: { routes: {} } as Pick<ServerBuild, 'routes'> as ServerBuild,
      strictHosts,
      ownHost: 'shop.example',
    }),
    render: async ({ tenantId, origin }) => ({
      ...{ status: 200, headers: { 'content-type': 'text/plain' }, tags: new Set<string>() },
      body: Buffer.from(`${tenantId} at ${origin}`),
    }),
    ...{ hostOf, originOf, onError: () => {} },
  });
  return createServer((asked, response) => void pages(asked, response));
}

describe('which store’s page is served', () => {
  const servers = { open: serving(false), strict: serving(true) };
  const get = async (host: string, path: string, cookie = '', server = servers.open) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ port, host: '127.0.0.1', path, headers: { host, cookie } }).end();
    const [answer] = await once(asked, 'response');
    const { 'set-cookie': kept, 'cache-control': caching } = answer.headers;
    return { status: answer.statusCode, text: await text(answer), kept: kept?.[0], caching };
  };

  beforeAll(async () => {
    for (const server of Object.values(servers)) await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    for (const server of Object.values(servers)) server.close();
  });

  it('M01 at an unknown host is the one of the query, with its own domain as its address', async () => {
    for (const host of ['192.168.1.5:3000', 'staging.test']) {
      const page = await get(host, '/shop?tenant=meeplehouse');
      expect(page.text).toBe('meeplehouse at https://meeplehouse.example');
      expect(page.kept).toMatch(/^souk-tenant=meeplehouse;/);
    }
  });

  it('M01 at one host for all stores is the one of the query, and stays it at the next page', async () => {
    expect((await get('shop.example', '/shop?tenant=casecraft')).text).toBe(
      'casecraft at https://shop.example',
    );
    const next = await get('shop.example', '/cart', 'souk-tenant=casecraft');
    expect(next.text).toBe('casecraft at https://shop.example');
    expect((await get('shop.example', '/cart')).text).toBe('inkthread at https://shop.example');
  });

  it('M01 only a store’s own host lets caches on the way keep its pages', async () => {
    expect((await get('casecraft.example', '/')).caching).toMatch(/^public/);
    expect((await get('shop.example', '/?tenant=casecraft')).caching).toMatch(/^private/);
    expect((await get('shop.example', '/')).caching).toMatch(/^private/);
  });

  it('M01 with strict hosts is none at an unknown host, whatever the query', async () => {
    for (const path of ['/', '/?tenant=casecraft']) {
      expect((await get('evil.example', path, '', servers.strict)).status).toBe(404);
      expect((await get('shop.example', path, '', servers.strict)).status).toBe(200);
      expect((await get('casecraft.example', path, '', servers.strict)).status).toBe(200);
      expect((await get('localhost:3000', path, '', servers.strict)).status).toBe(200);
    }
  });
});
