import type { ServerBuild } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { RouteHandle } from '../../app/lib/route-handle.ts';
import { pageRequestKeyReader } from './page-request-key.ts';

/** A build of two pages that counts route lookups; a cached URL needs none. */
function reading() {
  let looks = 0;
  const route = (id: string, path: string, handle: RouteHandle) => ({
    id,
    path,
    get module() {
      looks += 1;
      return { handle, default: () => null };
    },
  });
  const routes = {
    shop: route('shop', 'shop', { query: ['search', 'page'] }),
    now: route('now', 'product/:id/now', { live: true }),
  };
  const build = { routes } as Pick<ServerBuild, 'routes'> as ServerBuild;
  const address = pageRequestKeyReader({ build, strictHosts: false });
  return {
    page: (url: string, host = 'casecraft.example', cookie?: string) => {
      const found = address(host, url, cookie);
      if (found === 'unknown host') throw new Error(`${host} is unknown`);
      return found;
    },
    /** Number of route lookups during a read. */
    looksFor(read: () => void) {
      const before = looks;
      read();
      return looks - before;
    },
  };
}

describe('a page’s request key', () => {
  it('contains only the declared query, in one order', () => {
    const { page } = reading();
    const { key, path } = page('/shop?utm=1&search=tee&page=2');
    expect([key, path]).toEqual(['casecraft /shop?page=2&search=tee', '/shop?page=2&search=tee']);
    expect(page('/shop?page=2&search=tee#x').key).toBe(key);
  });

  it('differs between languages', () => {
    const { page } = reading();
    const { key, path, language } = page('/ar/shop?page=2&utm=1');
    expect([key, path, language]).toEqual(['casecraft /ar/shop?page=2', '/ar/shop?page=2', 'ar']);
    expect(page('/shop?page=2').language).toBe('en');
    expect(page('/ar/product/1/now')).toMatchObject({ live: true, language: 'ar' });
    expect(page('/ar.data')).toMatchObject({ current: true, language: 'ar' });
  });

  it('treats any target as a path of the store', () => {
    const { page } = reading();
    expect(page('//evil.example/shop').path).toBe('//evil.example/shop');
    expect(page('/\\[').path).toBe('//[');
  });

  it('says which pages are live, also for data requests', () => {
    const { page } = reading();
    expect(['/product/1/now', '/product/1/now.data', '/shop', '/'].map((url) => page(url).live)).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('marks data requests of an open page, which may follow a change', () => {
    const { page } = reading();
    expect(['/product/1/now', '/shop.data', '/_.data', '/shop'].map((url) => page(url).current)).toEqual([
      ...[true, true, true, false],
    ]);
  });

  it('is computed once for all clients, whatever other cookies they have', () => {
    const { page, looksFor } = reading();
    const cookie = (visitor: number) => `session=${visitor}; souk-tenant=northblock; other=${visitor}`;
    const first = page('/shop', '127.0.0.1', cookie(0));
    expect(first.tenantId).toBe('northblock');
    expect(
      looksFor(() => {
        for (let visitor = 1; visitor < 50; visitor += 1)
          expect(page('/shop', '127.0.0.1', cookie(visitor))).toBe(first);
      }),
    ).toBe(0);
    expect(page('/shop', '127.0.0.1', 'souk-tenant=duoworks').tenantId).toBe('duoworks');
  });

  it('is not cached when long, nor after many others', () => {
    const { page } = reading();
    const long = `/shop?search=${'q'.repeat(600)}`;
    expect(page(long)).not.toBe(page(long));
    const first = page('/shop?search=first');
    expect(page('/shop?search=first')).toBe(first);
    for (let i = 0; i < 12_000; i += 1) page(`/shop?search=${i}${'q'.repeat(400)}`);
    expect(page('/shop?search=first')).not.toBe(first);
  });

  it('matches routes once per path, and caches neither long paths nor an unlimited number', () => {
    const { page, looksFor } = reading();
    page('/shop?search=first');
    expect(looksFor(() => page('/shop?search=second'))).toBe(0);
    const long = `/product/${'q'.repeat(600)}/now`;
    page(`${long}?a`);
    expect(looksFor(() => page(`${long}?b`))).toBeGreaterThan(0);
    for (let i = 0; i < 1_000; i += 1) page(`/product/${i}/now`);
    expect(looksFor(() => page('/shop?search=third'))).toBeGreaterThan(0);
  });
});
