import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bestEncoding, type Rendered } from './page.ts';
import { PageCache } from './page-cache.ts';

function rendered(body: string, tags: string[] = [], status = 200): Rendered {
  return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from(body), tags: new Set(tags) };
}

/** A page that does not compress. */
function incompressible(size: number, tags: string[] = []): Rendered {
  return { ...rendered('', tags), body: randomBytes(size) };
}

async function bodyOf(page: Awaited<ReturnType<PageCache['get']>>): Promise<string> {
  return (await page.bytes('identity')).toString();
}

function makeCache(options: { freshFor?: number; maxBytes?: number } = {}) {
  let time = 1_000_000;
  const cache = new PageCache({ maxBytes: 1e6, freshFor: 60_000, now: () => time, ...options });
  return {
    cache,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

describe('the page cache', () => {
  it('renders a page once for concurrent requests', async () => {
    const { cache } = makeCache();
    const render = vi.fn(async () => rendered('home'));
    const pages = await Promise.all(Array.from({ length: 50 }, () => cache.get('a', render)));
    expect(render).toHaveBeenCalledTimes(1);
    expect(new Set(pages).size).toBe(1);
  });

  it('serves an expired page at once and replaces it in the background', async () => {
    const { cache, pass } = makeCache();
    const render = vi.fn(async () => rendered('new'));
    render.mockImplementationOnce(async () => rendered('old'));
    await cache.get('a', render);
    pass(61_000);
    expect(await bodyOf(await cache.get('a', render))).toBe('old');
    await expect.poll(() => render).toHaveBeenCalledTimes(2);
    expect(await bodyOf(await cache.get('a', render))).toBe('new');
  });

  it('renders a page in use again when its data changes', async () => {
    const { cache, pass } = makeCache();
    let version = 1;
    const render = async () => rendered(`v${version}`, ['t/product:1']);
    await cache.get('a', render);
    await cache.get('a', render);
    version = 2;
    pass(1_000);
    cache.invalidate(['t/product:1']);
    await expect.poll(async () => bodyOf(await cache.get('a', render))).toBe('v2');
  });

  it('renders a store’s pages again when anything in it may have changed, and no other’s', async () => {
    const { cache } = makeCache();
    const renders = {
      a: vi.fn(async () => rendered('a', ['a/listing'])),
      ab: vi.fn(async () => rendered('ab', ['ab/settings'])),
    };
    for (const [key, render] of Object.entries(renders)) await cache.get(key, render);
    cache.invalidateTenant('a');
    for (const [key, render] of Object.entries(renders)) await cache.get(key, render);
    expect(renders.a).toHaveBeenCalledTimes(2);
    expect(renders.ab).toHaveBeenCalledTimes(1);
  });

  it('refreshes few pages at a time when a whole store may have changed, without delaying requests', async () => {
    const { cache, pass } = makeCache();
    const [open, most] = [new Set<() => void>(), { at: 0 }];
    let slow = false;
    const render = vi.fn(async () => {
      if (slow) {
        await new Promise<void>((done) => {
          open.add(done);
          most.at = Math.max(most.at, open.size);
        });
      }
      return rendered('page', ['t/listing']);
    });
    const keys = Array.from({ length: 20 }, (_, index) => `page ${index}`);
    for (const key of [...keys, ...keys]) await cache.get(key, render);
    slow = true;
    pass(1_000);
    cache.invalidateTenant('t');
    const endAll = () => {
      for (const done of open) {
        open.delete(done);
        done();
      }
      return render;
    };
    await expect.poll(() => open.size).toBe(4);
    expect(await bodyOf(await cache.get('page 19', render))).toBe('page');
    const first = cache.get('new', render);
    expect(open.size).toBe(5);
    endAll();
    expect(await bodyOf(await first)).toBe('page');
    await expect.poll(endAll).toHaveBeenCalledTimes(41);
    expect(most.at).toBe(5);
  });

  it('recompresses a page that has stayed a while and is still requested', async () => {
    const { cache, pass } = makeCache();
    const words = Array.from({ length: 4_000 }, (_, at) => `<p>${(at * at) % 977}</p>`).join('');
    const render = vi.fn(async () => rendered(words));
    const bytes = async () => (await (await cache.get('a', render)).bytes('br')).length;
    const fast = await bytes();
    expect(await bytes()).toBe(fast);
    pass(11_000);
    await expect.poll(bytes).toBeLessThan(fast);
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('renders a changed page that was not in use before serving it', async () => {
    const { cache } = makeCache();
    let version = 1;
    const render = async () => rendered(`v${version}`, ['t/listing']);
    await cache.get('a', render);
    version = 2;
    cache.invalidate(['t/listing']);
    expect(await bodyOf(await cache.get('a', render))).toBe('v2');
  });

  it('leaves pages with other data alone', async () => {
    const { cache, pass } = makeCache();
    const render = vi.fn(async () => rendered('page', ['t/product:1']));
    await cache.get('a', render);
    await cache.get('a', render);
    pass(1_000);
    cache.invalidate(['t/product:2', 'other/product:1']);
    await delay(10);
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('renders a page again whose data changed during the render', async () => {
    const { cache } = makeCache();
    const first = Promise.withResolvers<Rendered>();
    const render = vi.fn(async () => rendered('read after the change', ['t/listing']));
    render.mockImplementationOnce(() => first.promise);
    const page = cache.get('a', render);
    cache.invalidate(['t/listing']);
    first.resolve(rendered('read before the change', ['t/listing']));
    expect(await bodyOf(await page)).toBe('read before the change');
    await expect.poll(() => render).toHaveBeenCalledTimes(2);
    expect(await bodyOf(await cache.get('a', render))).toBe('read after the change');
  });

  it('shows all changes so far to a request for the current page, even during a render that began earlier', async () => {
    const { cache } = makeCache();
    let version = 1;
    const render = vi.fn(async () => rendered(`v${version}`, ['t/product:1']));
    const current = async () => bodyOf(await cache.get('a', render, { current: true }));
    for (let times = 0; times < 3; times += 1) await cache.get('a', render);
    version = 2;
    cache.invalidate(['t/product:1']);
    expect(await current()).toBe('v2');
    const early = Promise.withResolvers<Rendered>();
    render.mockImplementationOnce(() => early.promise);
    cache.invalidate(['t/product:1']);
    const underWay = current();
    version = 3;
    cache.invalidate(['t/product:1']);
    const asked = current();
    early.resolve(rendered('v2', ['t/product:1']));
    expect([await underWay, await asked]).toEqual(['v2', 'v3']);
  });

  it('stores a permanent redirect until what it read changes', async () => {
    const { cache } = makeCache();
    const render = vi.fn(async () => rendered('', ['t/product:1'], 301));
    for (let times = 0; times < 3; times += 1) expect((await cache.get('former', render)).status).toBe(301);
    expect(render).toHaveBeenCalledTimes(1);
    render.mockImplementation(async () => rendered('it is here again', ['t/product:1']));
    cache.invalidate(['t/product:1']);
    await expect.poll(async () => (await cache.get('former', render)).status).toBe(200);
  });

  it('stores no missing or failed page, and serves the last good one while the backend is down', async () => {
    const { cache, pass } = makeCache();
    await cache.get('missing', async () => rendered('not found', [], 404));
    expect(cache.size.pages).toBe(0);
    let up = true;
    const render = async () => (up ? rendered('good', ['t/listing']) : rendered('broken', [], 500));
    await cache.get('a', render);
    up = false;
    pass(120_000);
    for (let i = 0; i < 3; i += 1) {
      expect(await bodyOf(await cache.get('a', render))).toBe('good');
      await delay(1);
    }
  });

  it('survives a refresh that throws, and reports it', async () => {
    const onRefreshError = vi.fn();
    let time = 0;
    const cache = new PageCache({ maxBytes: 1e6, freshFor: 10, now: () => time, onRefreshError });
    let fail = false;
    const render = async () => {
      if (fail) throw new Error('no database');
      return rendered('good');
    };
    await cache.get('a', render);
    fail = true;
    time = 100;
    expect(await bodyOf(await cache.get('a', render))).toBe('good');
    await expect.poll(() => onRefreshError).toHaveBeenCalledOnce();
    expect(await bodyOf(await cache.get('a', render))).toBe('good');
  });

  it('stays within its size limit', async () => {
    const { cache } = makeCache({ maxBytes: 50_000 });
    for (let i = 0; i < 100; i += 1) await cache.get(`k${i}`, async () => incompressible(5_000, [`t/${i}`]));
    expect(cache.size.bytes).toBeLessThanOrEqual(50_000);
    expect(cache.size.pages).toBeGreaterThan(2);
  });

  it('counts overhead too, so that long URLs of small pages do not fill the memory', async () => {
    const { cache } = makeCache({ maxBytes: 1_000_000 });
    for (let i = 0; i < 200; i += 1)
      await cache.get(`${i} ${'q'.repeat(15_000)}`, async () => rendered('[]'));
    expect(cache.size.pages).toBeLessThan(34);
    for (let i = 0; i < 500; i += 1) {
      const tags = Array.from({ length: 100 }, (_, n) => `t/product:${i}-${n}`);
      await cache.get(`/cart/products?${i}`, async () => rendered('[]', tags));
    }
    expect(cache.size.pages).toBeLessThan(60);
  });

  it('does not store a page larger than the cache', async () => {
    const { cache } = makeCache({ maxBytes: 10_000 });
    const render = vi.fn(async () => incompressible(20_000, ['t/listing']));
    await cache.get('a', render);
    cache.invalidate(['t/listing']);
    await cache.get('a', render);
    expect([cache.size.pages, render.mock.calls.length]).toEqual([0, 2]);
  });

  it('renders a page again that was first rendered while its store changed', async () => {
    const { cache } = makeCache();
    const first = Promise.withResolvers<Rendered>();
    const render = vi.fn(async () => rendered('after the change', ['t/listing']));
    render.mockImplementationOnce(() => first.promise);
    const page = cache.get('a', render);
    cache.invalidateTenant('t');
    first.resolve(rendered('before the change', ['t/listing']));
    await page;
    expect(await bodyOf(await cache.get('a', render))).toBe('after the change');
  });

  it('renders a page past its own expiry before serving it, or serves the last one if that fails', async () => {
    const { cache, pass } = makeCache();
    const until = (body: string, freshUntil: number): Rendered => ({ ...rendered(body), freshUntil });
    const render = vi.fn(async () => until('second', 1_002_000));
    render.mockImplementationOnce(async () => until('first', 1_001_000));
    await cache.get('a', render);
    pass(999);
    expect(await bodyOf(await cache.get('a', render))).toBe('first');
    pass(1);
    expect(await bodyOf(await cache.get('a', render))).toBe('second');
    pass(1_000);
    render.mockRejectedValueOnce(new Error('no database'));
    expect(await bodyOf(await cache.get('a', render))).toBe('second');
    expect(render).toHaveBeenCalledTimes(3);
  });

  it('gives each client the best encoding it accepts', () => {
    expect(bestEncoding('gzip, deflate, br')).toBe('br');
    expect(bestEncoding('gzip')).toBe('gzip');
    expect(bestEncoding('br;q=0, gzip')).toBe('gzip');
    expect(bestEncoding('identity')).toBe('identity');
    expect(bestEncoding(undefined)).toBe('identity');
  });
});

describe('a page that could not be refreshed', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A page in use whose data has just changed, while the backend fails. */
  async function changedWhile(failing: () => Promise<Rendered>) {
    const cache = new PageCache({ maxBytes: 1e6, freshFor: 60_000, onRefreshError: () => {} });
    let version = 1;
    let up = true;
    const render = vi.fn(async () => (up ? rendered(`v${version}`, ['t/product:1']) : failing()));
    const currentBody = async () => bodyOf(await cache.get('a', render));
    await currentBody();
    await currentBody();
    up = false;
    const change = () => {
      version += 1;
      cache.invalidate(['t/product:1']);
    };
    change();
    await vi.advanceTimersByTimeAsync(600);
    expect(render).toHaveBeenCalledTimes(2);
    return { cache, render, currentBody, change, recover: () => (up = true) };
  }
  const failures: [string, () => Promise<Rendered>][] = [
    ['throws', () => Promise.reject(new Error('no database'))],
    ['answers 503', async () => rendered('try again', [], 503)],
  ];

  it.each(failures)('is retried by itself, less and less often, when a render %s', async (_, failing) => {
    const { render, currentBody, recover } = await changedWhile(failing);
    expect(await currentBody()).toBe('v1');
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = render.mock.calls.length;
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(9);
    recover();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await currentBody()).toBe('v2');
  });

  it.each(failures)('follows later changes when a render %s', async (_, failing) => {
    const { render, currentBody, change, recover } = await changedWhile(failing);
    recover();
    change();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await currentBody()).toBe('v3');
    change();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await currentBody()).toBe('v4');
    expect(render).toHaveBeenCalledTimes(4);
  });

  it('delays no request, and calls the backend only now and then, however many requests there are', async () => {
    const { render, currentBody, cache } = await changedWhile(() => Promise.reject(new Error('no database')));
    for (let i = 0; i < 50; i += 1) expect(cache.get('a', render)).not.toBeInstanceOf(Promise);
    expect(await currentBody()).toBe('v1');
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('is no longer rendered once evicted', async () => {
    const { render, cache } = await changedWhile(() => Promise.reject(new Error('no database')));
    for (let i = 0; i < 60; i += 1) await cache.get(`k${i}`, async () => incompressible(30_000));
    const before = render.mock.calls.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(render).toHaveBeenCalledTimes(before);
  });
});
