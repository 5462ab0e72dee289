import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantEmail } from '../../app/auth/account-contacts.ts';
import { duoworks } from '../../app/brands/duoworks.ts';
import { presets } from '../../app/brands/presets.ts';
import { garmentColors } from '../../app/garments/colors.ts';
import { GARMENT_TYPES } from '../../app/garments/types.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { defaultLegalTexts } from '../../app/store/default-content.ts';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { defaultSettings } from '../../server/tenants.ts';
import { startTestBackend, type TestBackend } from '../../tests/support/backend.ts';
import { DEMO, type DemoStore, hasDemo, readAccounts, readStore } from './demo-files.ts';
import { type Client, dataOf } from './load-context.ts';
import { type Loaded, loadDemo } from './load-demo.ts';
import { filesOf } from './load-files.ts';
import { markOlderStores } from './mark-demo.ts';

const demoBrands = presets.filter(({ id }) => hasDemo(id));
const stores: DemoStore[] = await Promise.all(demoBrands.map(({ id }) => readStore(id)));

describe('the demo’s data', () => {
  it('fills the five stores', () => {
    expect(stores.map(({ products }) => products.length)).toEqual([60, 40, 40, 50, 30]);
    for (const { store } of stores) expect(store.settings.faq.length).toBeGreaterThanOrEqual(6);
  });

  it('gives every product of all stores a name, a description and pictures of its own', () => {
    const products = stores.flatMap((store) => store.products);
    for (const of of ['name', 'description'] as const)
      expect(new Set(products.map((product) => product[of])).size).toBe(220);
    for (const { name, pictures } of products) {
      expect(pictures.length, name).toBeGreaterThanOrEqual(2);
      expect(pictures.length, name).toBeLessThanOrEqual(4);
    }
  });

  it.each(stores)('has something sold out, scarce, new, featured and reduced in $id', ({ products }) => {
    const count = (fits: (product: (typeof products)[number]) => unknown) => products.filter(fits).length;
    expect(count(({ stock }) => stock === 0)).toBe(1);
    expect(count(({ stock }) => stock > 0 && stock <= 5)).toBeGreaterThanOrEqual(1);
    expect(count(({ is_new }) => is_new)).toBeGreaterThanOrEqual(3);
    expect(count(({ featured }) => featured)).toBeGreaterThanOrEqual(5);
    expect(count(({ original_price }) => original_price)).toBeGreaterThanOrEqual(2);
    expect(count(({ videos }) => videos)).toBe(3);
  });

  it('offers garments only in colours that their type is dyed in', () => {
    for (const { type, color = [] } of stores.flatMap(({ products }) => products)) {
      if (typeof type !== 'string' || !GARMENT_TYPES.some((garment) => garment === type)) continue;
      expect(garmentColors(type).map(({ name }) => name)).toEqual(expect.arrayContaining(color));
    }
  });

  it.each(stores)('says in Arabic what shoppers of $id read in English', ({ store, products }) => {
    const { categories, banners, discounts, attributes = [], option_words: words, settings } = store;
    const read = ['name', 'description', 'title', 'question', 'answer', 'unit', 'material', 'gender', 'alt'];
    const rows = [products, products.flatMap(({ pictures }) => pictures), categories, attributes];
    for (const row of [...rows, banners, discounts, settings.faq].flat()) {
      const columns = Object.keys(row).filter((column) => read.includes(column));
      expect(Object.keys(row.translations?.ar ?? {}), JSON.stringify(row)).toEqual(
        expect.arrayContaining(columns),
      );
    }
    const colors = products.flatMap(({ color = [] }) => color);
    expect(Object.keys(words?.ar ?? {})).toEqual(expect.arrayContaining(colors));
    const texts = products.flatMap(({ translations }) => [
      translations?.ar.name,
      translations?.ar.description,
    ]);
    for (const text of texts) expect(text).toMatch(/\p{Script=Arabic}/u);
    expect(new Set(texts).size).toBe(2 * products.length);
  });

  it.each(stores)('finds gifts in $id by words that it has', ({ store: { search_words = [] }, products }) => {
    const gifts = search_words.find(({ word }) => word === 'gift')?.finds ?? [];
    const named = (word: string) =>
      products.filter(({ name, category }) =>
        `${name} ${category}`.toLowerCase().split(/\W+/).includes(word),
      );
    expect(gifts.length).toBeGreaterThan(0);
    for (const word of gifts) expect(named(word).length, word).toBeGreaterThan(2);
  });

  it('is less than 20 MB, and has no file that no store shows', async () => {
    let bytes = 0;
    for (const store of stores) {
      const names = await readdir(store.folder, { recursive: true });
      const files = names.filter((name) => /\.(avif|webp|webm)$/.test(name));
      expect(
        filesOf(store)
          .map(({ source }) => source)
          .sort(),
      ).toEqual(files.map((name) => join(store.folder, name)).sort());
      for (const name of names) bytes += (await stat(join(store.folder, name))).size;
    }
    expect(bytes).toBeLessThan(20_000_000);
  });
});

const TENANT = 'duoworks';
let backend: TestBackend;
let client: Client;
let first: Loaded;
const progress: string[] = [];

const connectWith = (key: string): Client =>
  createClient<Database>(backend.url, key, { auth: { persistSession: false, autoRefreshToken: false } });

const load = (folder?: string): Promise<Loaded> =>
  loadDemo({
    client,
    connect: () => connectWith(backend.publishableKey),
    onProgress: (text) => progress.push(text),
    ...(folder ? { folder } : {}),
  });

const tables = ['products', 'categories', 'orders', 'banners', 'discounts', 'delivery_slots'] as const;
async function rowCounts(): Promise<Record<string, number | null>> {
  const counts = tables.map(async (table) => {
    const rows = client.from(table).select('*', { count: 'exact', head: true });
    return [table, (await rows.eq('tenant_id', TENANT)).count];
  });
  return Object.fromEntries(await Promise.all(counts));
}
const nothing = Object.fromEntries(tables.map((table) => [table, 0]));

/** Copies the store's data, without its files, and changes one of its texts. */
async function changed(file: string, change: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-demo-'));
  await cp(join(DEMO, 'accounts.json'), join(folder, 'accounts.json'));
  await cp(join(DEMO, TENANT), join(folder, TENANT), { recursive: true });
  const path = join(folder, TENANT, file);
  await writeFile(path, change(await readFile(path, 'utf8')));
  return folder;
}

/** Only one store is registered and filled, since the others work the same way. */
beforeAll(async () => {
  // The demo's accounts are recognized by their password hashes, which a sign-in at another cost would
  // replace.
  backend = await startTestBackend({ auth: { passwordCost: 10 } });
  client = connectWith(backend.secretKey);
  await client.from('tenants').insert({ id: TENANT, name: 'Duoworks', position: 0 });
  await client.from('settings').insert(defaultSettings(duoworks));
});

afterAll(() => backend?.close());

describe('data that makes no sense', () => {
  it.each([
    [
      'a text that is no JSON',
      'products.json',
      '"price": ',
      '"price": ,',
      /products\.json:6:14: ValueExpected/,
    ],
    [
      'a price that is no number',
      'products.json',
      /"price": \d+/,
      '"price": "free"',
      /products\.json:6:14: \[0\]\.price: /,
    ],
    [
      'a column that nobody knows',
      'products.json',
      '"price":',
      '"weight": 1, "price":',
      /products\.json:2:3: \[0\]: .*weight/,
    ],
    [
      'a category that is not there',
      'products.json',
      /"category": "[^"]*"/,
      '"category": "Hats"',
      /products\.json:4:17: \[0\]\.category: there is no such category/,
    ],
    [
      'a picture that is not there',
      'products.json',
      /"file": "[^"]*"/,
      '"file": "pictures/none/none.avif"',
      /products\.json:\d+:\d+: \[0\]\.pictures\[0\]\.file: there is no such file/,
    ],
    [
      'a colour that no picture shows',
      'products.json',
      /"color": \[/,
      '"color": ["plaid", ',
      /products\.json:\d+:\d+: \[0\]\.color\[0\]: no picture shows this colour/,
    ],
    [
      'an order of nothing that is sold',
      'orders.json',
      /"product": "[^"]*"/,
      '"product": "Socks"',
      /orders\.json:\d+:\d+: orders\[0\]\.lines\[0\]\.product: there is no such product/,
    ],
  ])('refuses %s with its file, line and column, and writes nothing', async (_, file, from, to, message) => {
    const folder = await changed(file, (text) => text.replace(from, to));
    await expect(load(folder)).rejects.toThrow(message);
    expect(await rowCounts()).toEqual(nothing);
    expect((await client.storage.from('product-images').list(TENANT)).data).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('imports nothing when the database refuses a row, and names it', async () => {
    const folder = await changed('products.json', (text) =>
      text.replace(/"brand": "[^"]*"/, `"brand": "${'x'.repeat(121)}"`),
    );
    await expect(load(folder)).rejects.toThrow(/products\.json: \[0\]\.brand: This value is too long/);
    expect(await rowCounts()).toMatchObject({ products: 0, orders: 0 });
    await rm(folder, { recursive: true });
  });
});

describe('loading the demo', () => {
  beforeAll(async () => {
    first = await load();
  });

  it('fills a store that is registered and shows how far it is', async () => {
    expect(first).toMatchObject({ stores: [TENANT], products: 30, orders: 14 });
    expect(await rowCounts()).toEqual({
      products: 30,
      categories: 6,
      orders: 14,
      banners: 3,
      discounts: 4,
      delivery_slots: 5,
    });
    expect(progress.at(-1)).toBe(`Demo stores: ${first.files} of ${first.files} pictures and films`);
  });

  it('stores every picture and film that a row names, all different, under addresses without an origin', async () => {
    const products = await client.from('products').select('images, videos').eq('tenant_id', TENANT);
    const categories = await client.from('categories').select('image').eq('tenant_id', TENANT);
    const banners = await client.from('banners').select('image_url').eq('tenant_id', TENANT);
    const addresses = [
      ...dataOf('products', products).flatMap(({ images, videos }) => [
        ...(images as string[]),
        ...(videos as string[]),
      ]),
      ...dataOf('categories', categories).map(({ image }) => image ?? ''),
      ...dataOf('banners', banners).map(({ image_url }) => image_url),
    ];
    expect(addresses).toHaveLength(first.files);
    const prints = await Promise.all(
      addresses.map(async (address) => {
        expect(address).toMatch(/^\/storage\/v1\/object\/public\/(product-images|website-images|banners)\//);
        const response = await fetch(backend.url + address);
        const type = address.endsWith('.webm') ? 'video/webm' : 'image/avif';
        expect(response.headers.get('content-type')).toBe(type);
        return createHash('sha1')
          .update(Buffer.from(await response.arrayBuffer()))
          .digest('hex');
      }),
    );
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('shows every colour that a product is offered in, and says what a picture shows', async () => {
    const answer = await client.from('products').select('colors, images, image_alts').eq('tenant_id', TENANT);
    for (const { colors, images, image_alts } of dataOf('products', answer)) {
      const alts = image_alts as Record<string, string>;
      expect(Object.keys(alts).sort()).toEqual([...(images as string[])].sort());
      for (const color of colors) {
        const named = (images as string[]).filter((address) =>
          address.includes(`/${color.replaceAll(' ', '-')}-`),
        );
        expect(named.length).toBeGreaterThan(0);
        expect(named.some((address) => alts[address]?.includes(` in ${color}`))).toBe(true);
      }
    }
  });

  it('places orders of the shopper in every status that the store’s payments allow', async () => {
    const answer = await client
      .from('orders')
      .select('status, created_at, order_events(created_at, to_status)');
    const orders = dataOf('orders', answer);
    expect(orders).toHaveLength(14);
    // Without cash on delivery, an order starts by awaiting payment, never as pending.
    expect([...new Set(orders.map(({ status }) => status))].sort()).toEqual([
      ...['awaiting_payment', 'cancelled', 'confirmed', 'delivered', 'in_production', 'partly_sent'],
      ...['return_requested', 'returned', 'returned_to_sender', 'shipped'],
    ]);
    for (const { created_at, order_events } of orders) {
      for (const event of order_events)
        expect(Date.parse(event.created_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
    }
    // Shipments are as old as their orders: nobody reports a three-week-old problem.
    const shipments = await client.from('shipments').select('delivered_at, order:orders (delivered_at)');
    for (const { delivered_at, order } of dataOf('shipments', shipments))
      expect(delivered_at).toBe(order.delivered_at);
  });

  it('keeps the books: stock is the sum of its movements', async () => {
    const answer = await client
      .from('products')
      .select('stock, stock_movements(delta)')
      .eq('tenant_id', TENANT);
    const products = dataOf('products', answer);
    for (const { stock, stock_movements } of products)
      expect(stock_movements.reduce((all, { delta }) => all + delta, 0)).toBe(stock);
    expect(products.filter(({ stock }) => stock === 0)).toHaveLength(1);
  });

  it('makes accounts that can sign in, but for the owner’s under their plus-addressed e-mail, with their roles', async () => {
    for (const account of await readAccounts()) {
      if (!account.tenants.includes(TENANT)) continue;
      const isOwner = account.role === 'super admin';
      const person = connectWith(backend.publishableKey);
      const { data, error } = await person.auth.signInWithPassword({
        email: isOwner ? account.email : tenantEmail(account.email, TENANT),
        password: account.password,
      });
      expect(error).toBeNull();
      expect(data.user?.user_metadata).toMatchObject({ name: account.name, original_email: account.email });
      expect(data.user?.user_metadata.tenant_id).toBe(isOwner ? undefined : TENANT);
      const role = await person.rpc('get_highest_role', { user_id: data.user?.id ?? '' });
      expect(role.data).toBe({ 'super admin': 'super_admin', staff: 'admin', shopper: 'user' }[account.role]);
    }
  });

  it('gives the store questions of its own, beside the legal texts that it starts with', async () => {
    const { data } = await client.from('settings').select('legal').eq('tenant_id', TENANT).single();
    const questions = client
      .from('faq_questions')
      .select('question, answer, translations')
      .eq('tenant_id', TENANT);
    expect((await questions.order('position')).data).toEqual(
      stores.find(({ id }) => id === TENANT)?.store.settings.faq,
    );
    expect(data?.legal).toEqual(defaultLegalTexts(duoworks));
  });

  it('finds gifts, though no product is called one', async () => {
    const search = { p_tenant_id: TENANT, p_search: 'gift', p_limit: 40 };
    const found = dataOf('gifts', await client.rpc('search_products', search)).map(({ name }) => name);
    expect(found).toContain('Amphora tee');
    expect(found).toContain('Shards sweatshirt');
    expect(found).not.toContain('Slip polo');
  });

  it('says of every row that it is the demo’s, also in a store that was filled by a version that did not say', async () => {
    const marked = () =>
      backend.owner`select kind, id from private.demo_rows where tenant_id = ${TENANT} order by kind, id`;
    const loaded = await marked();
    const kinds = Object.entries(Object.groupBy(loaded, ({ kind }) => String(kind)));
    expect(Object.fromEntries(kinds.map(([kind, found = []]) => [kind, found.length]))).toEqual({
      ...{ product: 30, order: 14, account: 3, category: 6, banner: 3, discount: 4 },
      ...{ attribute: 1, search_word: 1 },
    });
    const [own] = await backend.owner`
      select count(*)::int as unmarked from products where id not in (select id from private.demo_rows)`;
    expect(own).toEqual({ unmarked: 0 });
    await backend.owner`delete from private.demo_rows`;
    await backend.owner`delete from private.demo_stores`;
    // Staff continued editing it.
    const id = String(loaded.find(({ kind }) => kind === 'product')?.id);
    const [named] = await backend.owner`select name from products where id = ${id}`;
    await backend.owner`update products set name = 'Renamed' where id = ${id}`;
    await backend.owner`insert into products (tenant_id, name, price) values (${TENANT}, 'A shirt of our own', 90)`;
    await markOlderStores(client);
    expect(await marked()).toEqual(loaded);
    await backend.owner`delete from products where name = 'A shirt of our own'`;
    await backend.owner`update products set name = ${named?.name} where id = ${id}`;
  });

  it('leaves a filled store alone, whatever staff removed from it', async () => {
    const banners = () => client.from('banners');
    const one = await banners().select('id').eq('tenant_id', TENANT).limit(1).single();
    await banners()
      .delete()
      .eq('id', one.data?.id ?? '');
    expect(await load()).toEqual({ stores: [], products: 0, files: 0, orders: 0 });
    expect(await rowCounts()).toMatchObject({ banners: 2 });
  });

  it('finishes what an interrupted start left, and makes nothing twice', async () => {
    await client.from('settings').update({ store: {} }).eq('tenant_id', TENANT);
    const folder = `banner-images/${TENANT}`;
    const { data } = await client.storage.from('banners').list(folder);
    await client.storage.from('banners').remove([`${folder}/${data?.[0]?.name}`]);
    expect(await load()).toMatchObject({ stores: [TENANT] });
    expect((await client.storage.from('banners').list(folder)).data).toHaveLength(3);
    expect(await rowCounts()).toMatchObject({ products: 30, orders: 14, banners: 3 });
    const moved = await client
      .from('stock_movements')
      .select('id')
      .eq('tenant_id', TENANT)
      .eq('reason', 'sale');
    const sold = await client.from('order_lines').select('id').eq('tenant_id', TENANT);
    expect(moved.data?.length).toBe(sold.data?.length);
  });

  it('goes as a whole: nothing is left of it but settings, and the store is not filled again', async () => {
    const id = randomUUID();
    await backend.owner`insert into auth.users (id, email, encrypted_password) values (${id}, 'me@example.com', 'own')`;
    await backend.owner`insert into user_roles (user_id, role) values (${id}, 'super_admin')`;
    const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }];
    const who = { sub: id, role: 'authenticated', amr };
    const [removed] = await backend.owner.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(who)}, true)`;
      return transaction`select to_jsonb(remove_demo()) as answer`;
    });
    expect(removed?.answer.stores).toEqual([
      {
        tenant_id: TENANT,
        counts: expect.arrayContaining([{ kind: 'product', fate: 'goes', how_many: 30 }]),
      },
    ]);
    expect(await rowCounts()).toEqual({ ...nothing, delivery_slots: 5 });
    const [left] = await backend.owner`select
      (select count(*)::int from auth.users) as people,
      (select count(*)::int from storage.objects objects where not exists (
        select 1 from private.jobs job
        where job.kind = 'remove_file' and job.payload = jsonb_build_object('bucket_id', objects.bucket_id, 'name', objects.name)
      )) as files`;
    expect(left).toEqual({ people: 1, files: 0 });
    expect(await checkLedger(backend.owner)).toEqual([]);
    await client.from('settings').update({ store: {} }).eq('tenant_id', TENANT);
    expect(await load()).toEqual({ stores: [], products: 0, files: 0, orders: 0 });
    await markOlderStores(client);
    expect(await backend.owner`select id from private.demo_rows`).toEqual([]);
  });
});
