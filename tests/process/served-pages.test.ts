import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { until } from '../support/processes.ts';
import { type StoreProcess, startStoreProcess } from '../support/store-process.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const HOST = 'casecraft.example';
const OTHER = 'northblock.example';
const ON_THE_WAY = 'max-age=60, stale-while-revalidate=600';
const ASKS_EACH_TIME = 'public, max-age=0, must-revalidate';

let folder: string;
let store: StoreProcess;
let admin: SupabaseClient<Database>;
let category: string;
let product: string;
let foreign: string;

async function add(tenantId: string, name: string, categoryId: string | null = null): Promise<string> {
  const values = {
    ...{ tenant_id: tenantId, category_id: categoryId, name, description: `${name} that lasts.` },
    ...{ price: 250, stock: 7, images: ['/a.webp', 'https://pictures.example/b.webp'] },
  };
  const { data, error } = await admin.from('products').insert(values).select('id').single();
  expect(error).toBeNull();
  return data?.id ?? '';
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-served-'));
  await chmod(folder, 0o755);
  store = await startStoreProcess(join(folder, 'data'), { SOUK_SEED: 'none' });
  const keys = JSON.parse(await readFile(join(folder, 'data/api-keys.json'), 'utf8'));
  const auth = { persistSession: false };
  admin = createClient<Database>(`http://127.0.0.1:${store.port}`, keys.secretKey, { auth });
  const made = await admin
    .from('categories')
    .insert({ tenant_id: 'casecraft', name: 'Lanterns' })
    .select('id')
    .single();
  category = made.data?.id ?? '';
  product = await add('casecraft', 'Lantern </script> case', category);
  foreign = await add('northblock', 'Foreign brick');
});

afterAll(async () => {
  expect(await store.stop()).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

interface Asked {
  host?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Asks as a client that puts nothing right: the body is what came over the wire. */
async function ask(path: string, { host = HOST, method = 'GET', headers = {} }: Asked = {}) {
  const asked = request({
    ...{ port: store.port, host: '127.0.0.1', path, method, agent: false },
    headers: { host, ...headers },
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() };
}

const kept = async (path: string, asked: Asked = {}) => {
  const { status, headers } = await ask(path, asked);
  return [status, headers['cache-control'], headers['cdn-cache-control']];
};

describe('what may keep an answer', () => {
  it('browsers ask each time and caches on the way may answer for a while, for pages, data and JSON', async () => {
    const paths = ['/', '/shop', '/shop.data', `/product/${product}`, `/product/${product}.data`];
    for (const path of [...paths, '/banners', '/search/suggestions?q=lantern', '/policies', '/sitemap.xml']) {
      expect([path, ...(await kept(path))]).toEqual([path, 200, ASKS_EACH_TIME, ON_THE_WAY]);
    }
  });

  it('nobody keeps what is of this moment, nor what is not there', async () => {
    for (const path of [`/product/${product}/now`, `/cart/products?ids=${product}`]) {
      expect([path, ...(await kept(path))]).toEqual([path, 200, 'no-store', undefined]);
    }
    expect(await kept('/nowhere')).toEqual([404, 'no-store', undefined]);
  });

  it('on a host that stores share, only the browser does', async () => {
    expect(await kept('/shop?tenant=casecraft', { host: '127.0.0.1' })).toEqual([
      ...[200, 'private, no-cache', undefined],
    ]);
  });

  it('answers 304 without a body to who has the page already, and 200 once it has changed', async () => {
    const path = `/product/${await add('casecraft', 'Beacon case')}`;
    let first = await ask(path);
    let again = first;
    // That the product is new may be heard between the two, and changes what is shown beside it.
    await until('who has the page is told so', async () => {
      first = await ask(path);
      again = await ask(path, { headers: { 'if-none-match': `"other", ${first.headers.etag}` } });
      return again.status === 304;
    });
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    for (const name of ['cache-control', 'cdn-cache-control', 'vary', 'content-security-policy']) {
      expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
    }
    // Another form of the same page is another thing to have.
    expect((await ask(path, { headers: { 'if-none-match': etag, 'accept-encoding': 'br' } })).status).toBe(
      200,
    );
    await admin.from('products').update({ name: 'Other case' }).eq('id', path.slice('/product/'.length));
    await until('the page has changed', async () => {
      const { status, text } = await ask(path, { headers: { 'if-none-match': etag } });
      return status === 200 && text.includes('Other case');
    });
  });

  it('M21 M112 a review and the shop’s answer to it come to the page, and its rating to search engines', async () => {
    const path = `/product/${await add('inkthread', 'Reviewed hoodie')}`;
    const page = async () => (await ask(path, { host: 'inkthread.example' })).text;
    expect(await page()).not.toContain('aggregateRating');
    const person = await admin.auth.admin.createUser({
      ...{ email: 'mona+inkthread@example.com', password: 'a harmless phrase of mine', email_confirm: true },
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
    const answered = Date.now();
    const { error } = await admin
      .from('reviews')
      .update({ staff_reply: 'So are we, Mona.' })
      .eq('id', made.data?.id ?? '');
    expect(error).toBeNull();
    await until('the answer shows', async () => (await page()).includes('So are we, Mona.'));
    expect(Date.now() - answered).toBeLessThan(1_500);
  });

  it('M21 M112 a product’s page shows neighbours that change, come and go', async () => {
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

  it('M26 a banner shows from the moment it starts, although nothing happens in the database then', async () => {
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
    expect(Date.now() - starts).toBeLessThan(1_000);
  });
});

describe('the forms of an answer', () => {
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
    'HEAD says what GET would and sends nothing, for who accepts %j',
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

  it('only GET and HEAD are answered', async () => {
    const { status, headers } = await ask('/shop', { method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('a page brings a policy that names its own inline scripts by their hashes and lets nobody else’s run', async () => {
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

describe('a page is nobody’s', () => {
  const person = {
    cookie: 'session=secret-of-mona; sb-access-token=secret-of-mona; souk-tenant=northblock',
    authorization: 'Bearer secret-of-mona',
    'x-forwarded-for': '203.0.113.7',
    'user-agent': 'Mona',
  };

  it.each(['/', '/shop', '/cart', '/account', '/admin', '/checkout'])(
    '%s has the same bytes for whoever asks, and first for a person with a session',
    async (path) => {
      // Nobody has asked this store before.
      const host = 'meeplehouse.example';
      const personal = await ask(path, { host, headers: person });
      const anonymous = await ask(path, { host });
      expect(anonymous.bytes.equals(personal.bytes)).toBe(true);
      expect(anonymous.text).not.toContain('secret-of-mona');
      expect({ ...anonymous.headers, date: '' }).toEqual({ ...personal.headers, date: '' });
    },
  );

  it('a kept page never brings the cookie of who asked first', async () => {
    const host = '127.0.0.1';
    const first = await ask('/deals?tenant=duoworks', { host });
    expect(first.headers['set-cookie']).toEqual([expect.stringMatching(/^souk-tenant=duoworks;/)]);
    const next = await ask('/deals', { host, headers: { cookie: 'souk-tenant=duoworks' } });
    expect(next.bytes.equals(first.bytes)).toBe(true);
    expect(next.headers).not.toHaveProperty('set-cookie');
    expect((await ask('/deals?tenant=duoworks', { host: HOST })).headers).not.toHaveProperty('set-cookie');
  });

  it('and of one store, whatever another has at the same address', async () => {
    expect((await ask(`/product/${foreign}`, { host: OTHER })).status).toBe(200);
    expect((await ask(`/product/${foreign}`)).status).toBe(404);
    expect((await ask('/shop')).text).not.toContain('Foreign brick');
  });
});

describe('M10 what search engines are told', () => {
  const tag = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];
  const canonicalOf = (text: string) => tag(text, /<link rel="canonical" href="([^"]*)"/);
  const robotsOf = (text: string) => tag(text, /<meta name="robots" content="([^"]*)"/);
  const dataOf = (text: string): Record<string, unknown>[] =>
    [...text.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json = '']) =>
      JSON.parse(json),
    );

  it('the address of a page without what does not change it', async () => {
    const pages = [
      ['/?utm_source=x', '/'],
      ['/shop?utm_source=x&sort=price-asc', '/shop'],
      [`/product/${product}?ref=mail`, `/product/${product}`],
      [`/category/${category}`, `/category/${category}`],
      [`/categories/${category}`, `/category/${category}`],
    ];
    for (const [path = '', canonical = ''] of pages) {
      const { text } = await ask(path);
      expect([path, canonicalOf(text), robotsOf(text)]).toEqual([
        path,
        `http://${HOST}${canonical}`,
        undefined,
      ]);
    }
  });

  it('an id in capitals leads to the one address of its page', async () => {
    const moved = async (path: string) => {
      const { status, headers } = await ask(path);
      return [status, headers.location];
    };
    expect(await moved(`/product/${product.toUpperCase()}`)).toEqual([301, `/product/${product}`]);
    const listing = `/category/${category.toUpperCase()}?sort=name`;
    expect(await moved(listing)).toEqual([301, `/category/${category}?sort=name`]);
    expect(JSON.parse((await ask(`/product/${product.toUpperCase()}/now`)).text)).toMatchObject({
      id: product,
    });
  });

  it.each(['/cart', '/checkout', '/order-confirmation', '/account', '/account/orders', '/signin', '/signup'])(
    'nothing of %s',
    async (path) => {
      const { text } = await ask(path);
      expect([robotsOf(text), canonicalOf(text)]).toEqual(['noindex', undefined]);
    },
  );
  it.each([
    '/auth/signin',
    '/auth/reset-password',
    '/callback',
    '/admin/dashboard',
    '/admin/orders',
    '/nowhere',
  ])('nor of %s', async (path) => {
    const { text } = await ask(path);
    expect([robotsOf(text), canonicalOf(text)]).toEqual(['noindex', undefined]);
  });

  it('a product with what schema.org requires of it, and the way to it', async () => {
    const url = `http://${HOST}/product/${product}`;
    const { text } = await ask(`/product/${product}`);
    expect(tag(text, /<title>([^<]*)<\/title>/)).toMatch(/^Lantern &lt;\/script&gt; case \| /);
    expect(dataOf(text)).toEqual([
      expect.objectContaining({
        ...{ '@context': 'https://schema.org', '@type': 'Product', url, sku: product },
        ...{ name: 'Lantern </script> case', description: 'Lantern </script> case that lasts.' },
        image: [`http://${HOST}/a.webp`, 'https://pictures.example/b.webp'],
        offers: expect.objectContaining({
          ...{ '@type': 'Offer', url, price: '250.00', priceCurrency: 'EGP' },
          availability: 'https://schema.org/InStock',
        }),
      }),
      {
        ...{ '@context': 'https://schema.org', '@type': 'BreadcrumbList' },
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: expect.any(String), item: `http://${HOST}/` },
          ...[
            {
              '@type': 'ListItem',
              position: 2,
              name: 'Lanterns',
              item: `http://${HOST}/category/${category}`,
            },
          ],
          { '@type': 'ListItem', position: 3, name: 'Lantern </script> case' },
        ],
      },
    ]);
  });

  it('which pages each store has, in its own robots.txt and sitemap.xml', async () => {
    for (const [host, own, other] of [
      [HOST, product, foreign],
      [OTHER, foreign, product],
    ] as const) {
      const robots = await ask('/robots.txt', { host });
      expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(robots.text).toMatch(/^User-agent: \*\n/);
      expect(robots.text).toContain(`\nSitemap: http://${host}/sitemap.xml\n`);
      const sitemap = await ask('/sitemap.xml', { host });
      expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
      const places = [...sitemap.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place = '']) => place);
      expect(places).toEqual(expect.arrayContaining([`http://${host}/`, `http://${host}/product/${own}`]));
      expect(places.every((place) => place.startsWith(`http://${host}/`))).toBe(true);
      expect(sitemap.text).not.toContain(other);
      for (const closed of ['/cart', '/checkout', '/account', '/admin', '/signin']) {
        expect(places).not.toContain(`http://${host}${closed}`);
      }
    }
  });
});
