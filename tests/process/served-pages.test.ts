import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOST, OTHER, openSmallShop, type SmallShop } from '../support/small-shop.ts';

// Its store starts and stops in the hooks.
vi.setConfig({ hookTimeout: 180_000 });

let shop: SmallShop;
let ask: SmallShop['ask'];
let product: string;
let foreign: string;

beforeAll(async () => {
  shop = await openSmallShop();
  ({ ask, product, foreign } = shop);
});

afterAll(() => shop.close());

describe('the encodings of a response', () => {
  const plain = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    ['gzip', 'br;q=0, gzip;q=0.5'],
    ['identity', 'identity'],
    ['identity', ''],
  ] as const)('%s for who accepts %j', async (encoding, accepted) => {
    const whole = await ask('/shop');
    const { headers, bytes } = await ask('/shop', { headers: { 'accept-encoding': accepted } });
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(plain[encoding](bytes).equals(whole.bytes)).toBe(true);
    if (encoding !== 'identity') expect(bytes.length).toBeLessThan(whole.bytes.length / 2);
  });

  it.each(['', 'gzip', 'br'])(
    'HEAD has the headers of GET and no body, for Accept-Encoding %j',
    async (accepted) => {
      const headers = { 'accept-encoding': accepted };
      for (const path of ['/', `/product/${product}`, '/robots.txt', '/banners']) {
        const got = await ask(path, { headers });
        const head = await ask(path, { headers, method: 'HEAD' });
        expect([path, head.status, head.bytes.length]).toEqual([path, 200, 0]);
        expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' });
        expect(head.headers['content-length']).toBe(String(got.bytes.length));
      }
    },
  );

  it('connections stay open longer than a page is read, and longer than proxies keep theirs', async () => {
    for (const path of ['/shop', '/auth/v1/health']) {
      const { headers } = await ask(path, { headers: { connection: 'keep-alive' } });
      expect(headers['keep-alive']).toBe('timeout=65');
    }
  });

  it('only GET and HEAD are answered', async () => {
    const { status, headers } = await ask('/shop', { method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('a page’s CSP allows its own inline scripts by hash and no others', async () => {
    for (const path of ['/', `/product/${product}`, '/cart']) {
      const { headers, text } = await ask(path);
      const policy = String(headers['content-security-policy']);
      const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
      const inline = [
        ...text.matchAll(
          /<script(?![^>]*\ssrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g,
        ),
      ];
      const hashes = inline.map(
        ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
      );
      expect(hashes.length).toBeGreaterThan(0);
      expect(new Set(sources)).toEqual(new Set(["'self'", ...hashes]));
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
    }
  });
});

it('a response without a page, such as a redirect, has the security headers too', async () => {
  for (const [path, expected] of [
    ['/shop?page=9999', 302],
    ['//shop', 301],
    ['/categories/none-of-these', 404],
  ] as const) {
    const { status, headers } = await ask(path);
    expect([path, status]).toEqual([path, expected]);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect([
      headers['x-content-type-options'],
      headers['x-frame-options'],
      headers['referrer-policy'],
    ]).toEqual([...['nosniff', 'DENY', 'strict-origin-when-cross-origin']]);
  }
});

describe('route discovery', () => {
  const version = async () => /"version":\s*"(\w+)"/.exec((await ask('/shop')).text)?.[1];
  const paths = (count: number) => Array.from({ length: count }, (_, i) => `/p${i}`).join();

  it('answers a page of this version, the same for everybody', async () => {
    const path = `/__manifest?paths=%2Fshop,%2Fproduct%2F${product}&version=${await version()}`;
    const { status, headers, text } = await ask(path);
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    expect(Object.keys(JSON.parse(text))).toEqual(
      expect.arrayContaining(['routes/catalog/shop', 'routes/catalog/product']),
    );
    expect(text).not.toContain(product);
    const other = await ask(path, { host: OTHER, headers: { cookie: 'souk-tenant=duoworks' } });
    expect(other.text).toBe(text);
  });

  it('makes a page of an earlier version reload', async () => {
    const { status, headers } = await ask('/__manifest?paths=%2Fshop&version=old');
    expect([status, headers['x-remix-reload-document'], headers['cache-control']]).toEqual([
      ...[204, 'true', 'no-store'],
    ]);
  });

  it('refuses too many paths, none, and other methods', async () => {
    const now = await version();
    for (const query of [`paths=${paths(300)}`, `paths=${'x'.repeat(8000)}`, ''])
      expect((await ask(`/__manifest?${query}&version=${now}`)).status).toBe(400);
    expect((await ask('/__manifest', { method: 'POST' })).status).toBe(405);
  });
});

describe('a page belongs to nobody', () => {
  const person = {
    cookie: 'session=secret-of-mona; sb-access-token=secret-of-mona; souk-tenant=northblock',
    authorization: 'Bearer secret-of-mona',
    'x-forwarded-for': '203.0.113.7',
    'user-agent': 'Mona',
  };

  it.each(['/', '/shop', '/cart', '/account', '/admin', '/checkout'])(
    '%s has the same bytes for everybody, even if a signed-in person requests it first',
    async (path) => {
      // A host without cached pages.
      const host = 'meeplehouse.example';
      const personal = await ask(path, { host, headers: person });
      const anonymous = await ask(path, { host });
      expect(anonymous.bytes.equals(personal.bytes)).toBe(true);
      expect(anonymous.text).not.toContain('secret-of-mona');
      expect({ ...anonymous.headers, date: '' }).toEqual({ ...personal.headers, date: '' });
    },
  );

  it('a cached page never contains the first visitor’s cookie', async () => {
    const host = '127.0.0.1';
    const first = await ask('/deals?tenant=duoworks', { host });
    expect(first.headers['set-cookie']).toEqual([expect.stringMatching(/^souk-tenant=duoworks;/)]);
    const next = await ask('/deals', { host, headers: { cookie: 'souk-tenant=duoworks' } });
    expect(next.bytes.equals(first.bytes)).toBe(true);
    expect(next.headers).not.toHaveProperty('set-cookie');
    expect((await ask('/deals?tenant=duoworks', { host: HOST })).headers).not.toHaveProperty('set-cookie');
  });

  it('a cached page belongs to one store, whatever another has at the same path', async () => {
    expect((await ask(`/product/${foreign}`, { host: OTHER })).status).toBe(200);
    expect((await ask(`/product/${foreign}`)).status).toBe(404);
    expect((await ask('/shop')).text).not.toContain('Foreign brick');
  });
});
