import type { ServerBuild } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { RouteHandle } from '../../app/lib/route-handle.ts';
import { pageRequestKeyReader } from './page-request-key.ts';

/** A build of two pages that counts how often it is looked into, which a remembered address does not. */
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
    /** How often the build was looked into while something was read. */
    looksFor(read: () => void) {
      const before = looks;
      read();
      return looks - before;
    },
  };
}

describe('the address of a page', () => {
  it('holds the declared query alone, in one order', () => {
    const { page } = reading();
    const { key, path } = page('/shop?utm=1&search=tee&page=2');
    expect([key, path]).toEqual(['casecraft /shop?page=2&search=tee', '/shop?page=2&search=tee']);
    expect(page('/shop?page=2&search=tee#x').key).toBe(key);
  });

  it('is another one in each language', () => {
    const { page } = reading();
    const { key, path, language } = page('/ar/shop?page=2&utm=1');
    expect([key, path, language]).toEqual(['casecraft /ar/shop?page=2', '/ar/shop?page=2', 'ar']);
    expect(page('/shop?page=2').language).toBe('en');
    expect(page('/ar/product/1/now')).toMatchObject({ live: true, language: 'ar' });
    expect(page('/ar.data')).toMatchObject({ current: true, language: 'ar' });
  });

  it('is a path of the store whatever it begins with', () => {
    const { page } = reading();
    expect(page('//evil.example/shop').path).toBe('//evil.example/shop');
    expect(page('/\\[').path).toBe('//[');
  });

  it('says which answers are of this moment, as data requests too', () => {
    const { page } = reading();
    expect(['/product/1/now', '/product/1/now.data', '/shop', '/'].map((url) => page(url).live)).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('says which answers an open page asks for, maybe since it heard of a change', () => {
    const { page } = reading();
    expect(['/product/1/now', '/shop.data', '/_.data', '/shop'].map((url) => page(url).current)).toEqual([
      ...[true, true, true, false],
    ]);
  });

  it('is worked out once for all who ask for it, whatever other cookies they have', () => {
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

  it('is not remembered when it is long, nor when many others were asked for since', () => {
    const { page } = reading();
    const long = `/shop?search=${'q'.repeat(600)}`;
    expect(page(long)).not.toBe(page(long));
    const first = page('/shop?search=first');
    expect(page('/shop?search=first')).toBe(first);
    for (let i = 0; i < 12_000; i += 1) page(`/shop?search=${i}${'q'.repeat(400)}`);
    expect(page('/shop?search=first')).not.toBe(first);
  });

  it('looks for its routes once a path, and remembers neither long paths nor all of many', () => {
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
