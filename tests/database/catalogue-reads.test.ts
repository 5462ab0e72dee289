import { randomUUID } from 'node:crypto';
import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { countProducts, readStock } from '../../app/catalog/data/product-facts.ts';
import { readProduct, readProductRow } from '../../app/catalog/data/read-product.ts';
import { readFeatured, readProducts } from '../../app/catalog/data/read-products.ts';
import { readSuggestions } from '../../app/catalog/data/read-suggestions.ts';
import { parseListing, sorts } from '../../app/catalog/listing/listing-query.ts';
import { readListing } from '../../app/catalog/listing/read-listing.ts';
import { readSitemap } from '../../app/catalog/sitemap.ts';
import { readBanners } from '../../app/landing/banners/read-banners.ts';
import type { StoreContext } from '../../app/lib/context.ts';
import { storeContext } from '../../app/lib/context.ts';
import { normaliseProduct } from '../../app/product/normalise-product.ts';
import { loader as cartProducts } from '../../app/routes/cart/products.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { addProduct } from './store.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

/** The test's own store as its server reads it; `tags` collects the cache tags. */
async function openStore(): Promise<{ store: StoreContext; tags: Set<string>; changes: number[] }> {
  const tenantId = `t${randomUUID().slice(0, 8)}`;
  await backend.owner`insert into tenants (id, name) values (${tenantId}, ${tenantId})`;
  const tags = new Set<string>();
  const changes: number[] = [];
  const store: StoreContext = {
    tenantId,
    hostTenantId: 'inkthread',
    office: undefined,
    brand: presets[0],
    stores: [],
    origin: 'https://store.example',
    sharedHost: false,
    language: 'en',
    supabase: backend.client(),
    backend: { url: '', publishableKey: '' },
    mail: null,
    sendMessage: async () => null,
    onlineOptions: [],
    ownProviders: [],
    sendsMail: true,
    freshUntil: (time) => void changes.push(time),
    tag: (...read) => {
      for (const tag of read) tags.add(tag);
    },
    unavailable: () => {},
    cached: (_key, _tags, read) => read(),
  };
  return { store, tags, changes };
}

type Row = Record<string, string | number | boolean | null>;

async function stock(store: StoreContext, ...rows: Row[]): Promise<string[]> {
  const ids: string[] = [];
  for (const row of rows)
    ids.push(await addProduct(backend, { tenant_id: store.tenantId, name: 'Thing', price: 10, ...row }));
  return ids;
}

async function makeCategory(store: StoreContext, name: string): Promise<string> {
  const id = randomUUID();
  await backend.owner`insert into categories (id, tenant_id, name) values (${id}, ${store.tenantId}, ${name})`;
  return id;
}

const listing = (store: StoreContext, search: string) =>
  readListing(store, parseListing(new URLSearchParams(search)));
const names = (products: { name: string }[]) => products.map(({ name }) => name);

let store: StoreContext;
let tags: Set<string>;
let other: StoreContext;

beforeEach(async () => {
  ({ store, tags } = await openStore());
  other = (await openStore()).store;
});

describe('product reads', () => {
  test('filter by category, featured and discounted, paginate by limit and offset, newest first', async () => {
    const tees = await makeCategory(store, 'Tees');
    await stock(
      store,
      { name: 'Oldest', category_id: tees, created_at: '2025-01-01T00:00:00Z', featured: true },
      { name: 'Reduced', price: 80, original_price: 100, created_at: '2025-02-01T00:00:00Z' },
      { name: 'Newest', category_id: tees, created_at: '2025-03-01T00:00:00Z' },
      { name: 'Hidden', is_active: false },
    );
    await stock(other, { name: 'Elsewhere' });
    expect(names(await readProducts(store))).toEqual(['Newest', 'Reduced', 'Oldest']);
    expect(names(await readProducts(store, { categoryId: tees }))).toEqual(['Newest', 'Oldest']);
    expect(names(await readProducts(store, { featured: true }))).toEqual(['Oldest']);
    expect(names(await readProducts(store, { discounted: true }))).toEqual(['Reduced']);
    expect(names(await readProducts(store, { limit: 1, offset: 1 }))).toEqual(['Reduced']);
  });

  test('stock by id and count by category are limited to the store', async () => {
    const tees = await makeCategory(store, 'Tees');
    const [id = ''] = await stock(store, { category_id: tees, stock: 7 }, { category_id: tees });
    expect(await readStock(store, id)).toBe(7);
    expect(await readStock(other, id)).toBeNull();
    expect(await countProducts(store, tees)).toBe(2);
    expect(await countProducts(other, tees)).toBe(0);
  });

  test('the featured list is the flagged ones, at most 8', async () => {
    await stock(store, { name: 'Plain', price: 999 });
    await stock(store, ...Array.from({ length: 10 }, (_, n) => ({ name: `Flagged ${n}`, featured: true })));
    const featured = await readFeatured(store);
    expect(featured).toHaveLength(8);
    expect(names(featured).every((name) => name.startsWith('Flagged'))).toBe(true);
  });

  test('without flagged ones it is the 8 most expensive', async () => {
    await stock(store, ...Array.from({ length: 10 }, (_, n) => ({ name: `For ${n}`, price: n })));
    expect(names(await readFeatured(store))).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `For ${n}`));
  });

  test('legacy rows become cards', async () => {
    const rows = [
      { name: 'As JSON text', images: JSON.stringify(JSON.stringify(['/a.webp', '/b.webp'])) },
      { name: 'As one address', images: JSON.stringify('/a.webp') },
    ];
    for (const { name, images } of rows) {
      const row = { tenant_id: store.tenantId, name, price: 10, images: JSON.parse(images) };
      await addProduct(backend, { ...row, size: 'S, M', color: '["black"]' });
    }
    const cards = await readProducts(store);
    expect(new Map(cards.map((card) => [card.name, card.images]))).toEqual(
      new Map([
        ['As JSON text', ['/a.webp', '/b.webp']],
        ['As one address', ['/a.webp']],
      ]),
    );
    expect(cards[0]).toMatchObject({ category: '', hasOptions: true, colors: 1 });
  });
});

describe('a product page', () => {
  test('reads the product, its neighbors and its approved reviews', async () => {
    const tees = await makeCategory(store, 'Tees');
    const [id = ''] = await stock(
      store,
      { name: 'This', category_id: tees },
      { name: 'Sold out neighbour', category_id: tees, stock: 0 },
      { name: 'Neighbour', category_id: tees, stock: 9 },
      { name: 'Stranger', featured: true },
    );
    const person = randomUUID();
    await backend.owner`insert into auth.users (id, email) values (${person}, ${`${person}@example.com`})`;
    await backend.owner`insert into profiles (id, tenant_id, email, name)
      values (${person}, ${store.tenantId}, 'mona@example.com', 'Mona Adel')`;
    await backend.owner`insert into reviews (tenant_id, product_id, user_id, rating, body, status)
      values (${store.tenantId}, ${id}, ${person}, 4, 'Warm.', 'approved')`;
    const found = await readProduct(store, id);
    expect(found?.product).toMatchObject({ name: 'This', rating: 4, review_count: 1, category_id: tees });
    expect(names(found?.related ?? [])).toEqual(['Neighbour', 'Sold out neighbour', 'Stranger']);
    expect(found?.reviews).toMatchObject([{ author: 'Mona', rating: 4, body: 'Warm.' }]);
    expect(normaliseProduct(await readProductRow(store, id))).toEqual(found?.product);
    const shown = (found?.related ?? []).map((product) => `card:${product.id}`);
    expect([...tags]).toEqual(expect.arrayContaining([`product:${id}`, `category:${tees}`, ...shown]));

    await backend.owner`update reviews set status = 'pending' where product_id = ${id}`;
    expect((await readProduct(store, id))?.reviews).toEqual([]);
  });

  test('an uppercase id is the same product, tagged as changes name it', async () => {
    const { store: own, tags: named } = await openStore();
    const [id = ''] = await stock(own, { name: 'This' });
    for (const read of [readProduct, readProductRow]) {
      named.clear();
      expect(await read(own, id.toUpperCase())).not.toBeNull();
      expect([...named].filter((tag) => tag.startsWith('product:'))).toEqual([`product:${id}`]);
    }
    named.clear();
    const context = new RouterContextProvider();
    context.set(storeContext, own);
    const url = new URL(`http://store/cart/products?ids=${id.toUpperCase()},${id}`);
    const answer = await cartProducts({
      context,
      url,
      params: {},
      pattern: '',
      request: new Request(url),
    });
    expect(await answer.json()).toMatchObject([{ id }]);
    expect([...named]).toEqual([`product:${id}`]);
  });

  test('there is none for unknown, hidden, malformed and foreign ids', async () => {
    const [hidden = ''] = await stock(store, { is_active: false });
    const [foreign = ''] = await stock(other, { name: 'Elsewhere' });
    const ids = [hidden, foreign, randomUUID(), 'abc', '', "1' or '1'='1", `${foreign}\u0000`];
    for (const read of [readProduct, readProductRow]) {
      expect(await Promise.all(ids.map((id) => read(store, id)))).toEqual(ids.map(() => null));
    }
  });
});

describe('a listing', () => {
  test('reads one page and the counts of its filters', async () => {
    const tees = await makeCategory(store, 'Tees');
    await stock(
      store,
      ...Array.from({ length: 30 }, (_, n) => ({
        name: `Tee ${n}`,
        price: 100 + n,
        stock: n % 3,
        category_id: tees,
        size: n % 2 ? 'M' : '["L"]',
        color: 'black',
        is_new: n === 0,
      })),
    );
    const first = await listing(store, '?sort=price-asc');
    expect(first).toMatchObject({ pages: 2, facets: { total: 30, inStock: 20, isNew: 1 } });
    expect(first.products).toHaveLength(24);
    expect(first.products[0]).toMatchObject({ name: 'Tee 0', category: 'Tees' });
    expect(first.facets.category).toEqual([{ value: tees, label: 'Tees', count: 30 }]);
    const second = await listing(store, '?sort=price-asc&page=2');
    expect(names(second.products)[0]).toBe('Tee 24');
    const narrowed = await listing(store, `?size=M&stock=in&max=109&category=${tees}`);
    expect(narrowed.facets.total).toBe(3);
    expect(narrowed.facets.size.map(({ value, count }) => [value, count])).toEqual([
      ['M', 3],
      ['L', 3],
    ]);
    expect((await listing(store, '?page=9')).products).toEqual([]);
  });

  test('a selected category has its name even without results, and a nonexistent one is not selected', async () => {
    const [tees, mugs] = [await makeCategory(store, 'Tees'), await makeCategory(store, 'Mugs')];
    const foreign = await makeCategory(other, 'Elsewhere');
    await stock(store, { name: 'Tee', category_id: tees });
    const found = await listing(store, `?search=tee&category=${mugs.toUpperCase()}&category=${tees}`);
    expect(found.query.category).toEqual([mugs, tees]);
    expect(found.facets.category).toEqual([
      { value: mugs, label: 'Mugs', count: 0 },
      { value: tees, label: 'Tees', count: 1 },
    ]);
    const unknown = await listing(store, `?category=${foreign}&category=${randomUUID()}`);
    expect(unknown.query.category).toEqual([]);
    expect(names(unknown.products)).toEqual(['Tee']);
    expect(unknown.facets.category).toEqual([{ value: tees, label: 'Tees', count: 1 }]);
  });

  test('forgives typos, and finds nothing where there is nothing', async () => {
    await stock(store, { name: 'Block hoodie' }, { name: 'Mug' });
    const found = await listing(store, '?search=hodie');
    expect(names(found.products)).toEqual(['Block hoodie']);
    expect(found.facets.corrected).toBe('hoodie');
    expect(await listing(store, '?search=xylophone')).toMatchObject({ products: [], facets: { total: 0 } });
    const { entries, corrected } = await readSuggestions(store, 'hodie');
    expect([entries.map(({ label }) => label), corrected]).toEqual([['Block hoodie'], 'hoodie']);
  });

  test.each(sorts)('can be sorted by %s', async (sort) => {
    await stock(store, { name: 'Tee B', price: 2, original_price: 4 }, { name: 'Tee A', price: 1 });
    const { products } = await listing(store, `?search=tee&sort=${sort}`);
    expect(names(products).sort()).toEqual(['Tee A', 'Tee B']);
  });

  test.each([
    '?search=%27%29%3B--',
    '?search=%3A%2A%20%26%20%21%28',
    '?size=%7B%22a%22%7D&color=a%2Cb&brand=%22%7D',
    '?min=9999999999&max=0',
    '?search=%00',
  ])('an odd URL like %s is a listing, not an error', async (search) => {
    await expect(listing(store, search)).resolves.toMatchObject({ pages: 1 });
  });

  test('listings of the same products in another order show the same, and changes appear in the next one', async () => {
    const [mug = ''] = await stock(
      store,
      { name: 'Enamel mug', price: 150 },
      ...Array.from({ length: 25 }, (_, n) => ({ name: `Tee ${n}`, price: 200 + n })),
    );
    const cardOfMug = ({ products }: { products: { id: string }[] }) => products.find(({ id }) => id === mug);
    const cheap = await listing(store, '?min=100&sort=price-asc');
    const byName = await listing(store, '?min=100&sort=name');
    expect(cardOfMug(cheap)).toMatchObject({ name: 'Enamel mug', price: 150 });
    expect(cardOfMug(byName)).toEqual(cardOfMug(cheap));
    expect(cardOfMug(await listing(store, '?sort=name'))).toEqual(cardOfMug(cheap));
    expect(byName.facets).toEqual(cheap.facets);

    await backend.owner`update products set price = 160 where id = ${mug}`;
    const changed = await listing(store, '?min=100&sort=price-asc');
    expect(cardOfMug(changed)).toMatchObject({ price: 160 });
    expect(changed.facets).toMatchObject({ total: 26, price: { lowest: 160 } });
  });
});

test('anonymous readers get the current banners, by position', async () => {
  await backend.owner`insert into banners (tenant_id, title, position, is_active, start_date, end_date) values
    (${store.tenantId}, 'Second', 2, true, now() - interval '1 day', null),
    (${store.tenantId}, 'First', 1, true, null, now() + interval '1 day'),
    (${store.tenantId}, 'Off', 0, false, null, null),
    (${store.tenantId}, 'Over', 0, true, null, now() - interval '1 minute'),
    (${store.tenantId}, 'To come', 0, true, now() + interval '1 day', null),
    (${other.tenantId}, 'Elsewhere', 0, true, null, null)`;
  expect((await readBanners(store)).map(({ title }) => title)).toEqual(['First', 'Second']);
});

test('a page of banners says when the next one starts or ends, and never shows another store’s', async () => {
  const { store: own, changes } = await openStore();
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const add = (tenantId: string, starts: string | null, ends: string | null, active = true) =>
    backend.owner`insert into banners (tenant_id, is_active, start_date, end_date) values (${tenantId}, ${active}, ${starts}, ${ends})`;
  await add(other.tenantId, inMinutes(1), null);
  await add(own.tenantId, inMinutes(2), null, false);
  await add(own.tenantId, inMinutes(-9), null);
  await readBanners(own);
  expect(changes).toEqual([]);
  const [end, start] = [inMinutes(8), inMinutes(7)];
  await add(own.tenantId, inMinutes(-8), end);
  await readBanners(own);
  await add(own.tenantId, start, inMinutes(9));
  await readBanners(own);
  expect(changes).toEqual([end, start].map(Date.parse));
});

test('the sitemap lists every product of the store, however many, and none of another', async () => {
  await backend.owner`insert into products (tenant_id, name, price)
    select ${store.tenantId}, 'Thing ' || n, 10 from generate_series(1, 1203) n`;
  await stock(other, { name: 'Elsewhere' });
  const paths = (await readSitemap(store)).map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith('/product/'))).toHaveLength(1203);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toEqual(expect.arrayContaining(['/', '/shop', '/categories', '/deals']));
});
