import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { subscribeCatalogue } from '../../app/product/live-catalogue.ts';
import { until } from '../support/processes.ts';
import { type Asked, openSmallShop, type SmallShop } from '../support/small-shop.ts';

// Its store starts and stops in the hooks.
vi.setConfig({ hookTimeout: 180_000 });

const ON_THE_WAY = 'max-age=60, stale-while-revalidate=600';
const ASKS_EACH_TIME = 'public, max-age=0, must-revalidate';

let shop: SmallShop;
let admin: SmallShop['admin'];
let add: SmallShop['add'];
let ask: SmallShop['ask'];
let category: string;
let product: string;

beforeAll(async () => {
  shop = await openSmallShop();
  ({ admin, add, ask, category, product } = shop);
});

afterAll(() => shop.close());

const kept = async (path: string, asked: Asked = {}) => {
  const { status, headers } = await ask(path, asked);
  return [status, headers['cache-control'], headers['cdn-cache-control']];
};

describe('who may cache a response', () => {
  it('browsers revalidate pages, data and JSON each time, and shared caches may serve them for a while', async () => {
    const paths = ['/', '/shop', '/shop.data', `/product/${product}`, `/product/${product}.data`];
    for (const path of [...paths, '/banners', '/search/suggestions?q=lantern', '/policies', '/sitemap.xml']) {
      expect([path, ...(await kept(path))]).toEqual([path, 200, ASKS_EACH_TIME, ON_THE_WAY]);
    }
  });

  it('nobody caches momentary responses or missing pages', async () => {
    for (const path of [`/product/${product}/now`, `/cart/products?ids=${product}`]) {
      expect([path, ...(await kept(path))]).toEqual([path, 200, 'no-store', undefined]);
    }
    expect(await kept('/nowhere')).toEqual([404, 'no-store', undefined]);
  });

  it('on a host shared by stores, only browsers cache', async () => {
    expect(await kept('/shop?tenant=casecraft', { host: '127.0.0.1' })).toEqual([
      ...[200, 'private, no-cache', undefined],
    ]);
  });

  it('answers 304 without a body to clients that have the page, and 200 once it has changed', async () => {
    const path = `/product/${await add('casecraft', 'Beacon case')}`;
    let first = await ask(path);
    let again = first;
    // News of the new product may arrive between the two requests and change the related products.
    await until('a client with the page gets 304', async () => {
      first = await ask(path);
      again = await ask(path, { headers: { 'if-none-match': `"other", ${first.headers.etag}` } });
      return again.status === 304;
    });
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    for (const name of ['cache-control', 'cdn-cache-control', 'vary', 'content-security-policy']) {
      expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
    }
    // Each encoding has its own etag.
    expect((await ask(path, { headers: { 'if-none-match': etag, 'accept-encoding': 'br' } })).status).toBe(
      200,
    );
    await admin.from('products').update({ name: 'Other case' }).eq('id', path.slice('/product/'.length));
    await until('the page has changed', async () => {
      const { status, text } = await ask(path, { headers: { 'if-none-match': etag } });
      return status === 200 && text.includes('Other case');
    });
  });

  it('a browser that requests its page’s data on hearing of a change gets the new data, however fast changes come', async () => {
    const id = await add('casecraft', 'Fast case');
    const data = async () => (await ask(`/product/${id}.data`)).text;
    // A page in use is served stale while it is rendered again.
    for (let times = 0; times < 3; times += 1) await ask(`/product/${id}`);
    const rename = async (name: string) =>
      (await admin.from('products').update({ name }).eq('id', id).select('version').single().throwOnError())
        .data.version;
    /** The response to a browser that requested the page on hearing of a version. */
    const answers = new Map<number, Promise<string>>();
    const stop = await subscribeCatalogue({
      url: shop.url,
      key: shop.publishableKey,
      tenantId: 'casecraft',
      since: Date.now(),
      onChange: ({ ids, versions: [version = 0] = [] }) => {
        if (ids?.includes(id)) answers.set(version, data());
      },
    });
    try {
      await until('the browser hears of changes', async () => {
        await rename(`Fast case ${Date.now()}`);
        return answers.size > 0;
      });
      for (const name of ['First name', 'Second name', 'Third name', 'Fourth name', 'Fifth name']) {
        const version = await rename(name);
        await until('the browser hears of it', () => answers.has(version));
        expect((await answers.get(version))?.includes(name), name).toBe(true);
      }
    } finally {
      stop();
    }
  });

  it('a review and the shop’s answer appear on the page, and its rating in the structured data', async () => {
    const path = `/product/${await add('inkthread', 'Reviewed hoodie')}`;
    const page = async () => (await ask(path, { host: 'inkthread.example' })).text;
    expect(await page()).not.toContain('aggregateRating');
    const person = await admin.auth.admin.createUser({
      email: 'mona+inkthread@example.com',
      password: 'a harmless phrase of mine',
      email_confirm: true,
    });
    const id = person.data.user?.id ?? '';
    const profile = { id, tenant_id: 'inkthread', email: 'mona@example.com', name: 'Mona Adel' };
    expect((await admin.from('profiles').insert(profile)).error).toBeNull();
    const values = { tenant_id: 'inkthread', product_id: path.slice('/product/'.length), rating: 4 };
    const made = await admin
      .from('reviews')
      .insert({ ...values, user_id: id, body: 'Warm as toast.', status: 'approved' })
      .select('id')
      .single();
    expect(made.error).toBeNull();
    await until('the review shows', async () => (await page()).includes('Warm as toast.'));
    const rating = {
      '@type': 'AggregateRating',
      ratingValue: '4.0',
      reviewCount: 1,
      bestRating: 5,
      worstRating: 1,
    };
    expect(await page()).toContain(`"aggregateRating":${JSON.stringify(rating)}`);
    const { error } = await admin
      .from('reviews')
      .update({ staff_reply: 'So are we, Mona.' })
      .eq('id', made.data?.id ?? '');
    expect(error).toBeNull();
    await until('the answer shows', async () => (await page()).includes('So are we, Mona.'));
  });

  it('a product’s page follows changes of related products', async () => {
    const path = `/product/${product}`;
    const page = async () => (await ask(path)).text;
    expect(await page()).not.toContain('Neighbour');
    const neighbour = await add('casecraft', 'New Neighbour', category);
    await until('it is there', async () => (await page()).includes('New Neighbour'));
    await admin.from('products').update({ name: 'Renamed Neighbour' }).eq('id', neighbour);
    await until('it has its new name', async () => (await page()).includes('Renamed Neighbour'));
    await admin.from('products').update({ is_active: false }).eq('id', neighbour);
    await until('it is gone', async () => !(await page()).includes('Neighbour'));
  });

  it('a banner shows from its start time on, although nothing changes in the database then', async () => {
    const starts = Date.now() + 2_000;
    const { error } = await admin.from('banners').insert([
      { tenant_id: 'casecraft', title: 'Runs already', end_date: new Date(starts + 60_000).toISOString() },
      { tenant_id: 'casecraft', title: 'Opening hour', start_date: new Date(starts).toISOString() },
    ]);
    expect(error).toBeNull();
    await until('the banners are known', async () => (await ask('/banners')).text.includes('Runs already'));
    const before = await ask('/banners');
    expect(before.text).not.toContain('Opening hour');
    expect(before.headers['cdn-cache-control']).toMatch(/^max-age=[012], stale-while-revalidate=0$/);
    await until('the banner shows', async () => (await ask('/banners')).text.includes('Opening hour'));
    expect(Date.now() - starts).toBeGreaterThanOrEqual(0);
  });
});
