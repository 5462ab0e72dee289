import { describe, expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson } from './people.ts';
import { call } from './store.ts';

storeForEachTest();

interface Found {
  id: string;
  slugs: Record<string, string>;
  is_deleted: boolean;
  former_slugs: string[];
}

const find = (address: string, kind = 'product', tenantId = store.tenantId) =>
  call<Found | null>(
    db,
    shopper.identity,
    'select (select to_jsonb(page) from find_page($1, $2::text::page_kind, $3) page) as value',
    [tenantId, kind, address],
  );
const slugsOf = async (id: string) => {
  const [row] = await db.owner<{ page_slugs: Record<string, string> }[]>`
    select page_slugs from products where id = ${id}`;
  return row?.page_slugs;
};
const add = async (name: string, more: { slug?: string; translations?: object } = {}) =>
  admin.value<string>(
    'insert into products (tenant_id, name, price, slug, translations) values ($1, $2, 5, $3, $4::text::jsonb) returning id as value',
    [store.tenantId, name, more.slug ?? null, JSON.stringify(more.translations ?? {})],
  );
const set = (id: string, column: 'name' | 'slug' | 'translations', value: string | null) =>
  admin.run(
    `update products set ${column} = $2${column === 'translations' ? '::text::jsonb' : ''} where id = $1::text::uuid`,
    [id, value],
  );
const change = (id: string, kind: object) =>
  admin.value<{ change_id: string }>(
    'select to_jsonb(change_products($1, array[$2::text::uuid], $3::text::jsonb)) as value',
    [store.tenantId, id, JSON.stringify(kind)],
  );

describe('the address of a product', () => {
  test('is made of its name in each language', async () => {
    const id = await add('Black Café Hoodie — Men’s (XL)', {
      translations: { ar: { name: 'هُودي أســود للشتاء ٢٠٢٦' } },
    });
    expect(await slugsOf(id)).toEqual({ en: 'black-cafe-hoodie-mens-xl', ar: 'هودي-أسود-للشتاء-2026' });
    expect(await slugsOf(await add('Only English'))).toEqual({ en: 'only-english' });
  });

  test.each([
    ['two scripts', 'هودي Hoodie 2', 'هودي-hoodie-2'],
    ['emoji', '🔥 Hot 🔥 mug', 'hot-mug'],
    ['a reserved word', 'Cart', 'cart'],
    ['only punctuation', '!!! — ???', undefined],
    ['an id', 'd0b6cbd6-35b1-4c3f-8e16-0f6f1a2b3c4d', undefined],
    ['300 letters', 'long '.repeat(40), `${'long-'.repeat(15)}long`],
    ['one word of 200 letters', 'x'.repeat(200), 'x'.repeat(80)],
  ])('can be made of %s', async (_, name, slug) => {
    expect(await slugsOf(await add(name.trim().slice(0, 200)))).toEqual(slug ? { en: slug } : {});
  });

  test('is found in any spelling, in either language, by its id, and in no other store', async () => {
    const id = await add('White lamp', { translations: { ar: { name: 'فانوس أبيض' } } });
    const slugs = { en: 'white-lamp', ar: 'فانوس-أبيض' };
    for (const address of [
      'white-lamp',
      'WHITE-Lamp',
      'white%2Dlamp',
      ' White  Lamp! ',
      'فانوس-أبيض',
      encodeURIComponent('فانوس-أبيض'),
      id,
      id.toUpperCase(),
    ])
      expect(await find(address), address).toEqual({ id, slugs, is_deleted: false, former_slugs: [] });
    for (const address of ['white-lamps', '', '%ff', '-', 'x'.repeat(5000), '%'.repeat(3000)])
      expect(await find(address), address).toBeNull();
    expect(await find('white-lamp', 'category')).toBeNull();
    await db.owner`insert into tenants (id, name) values (${`${store.tenantId}-2`}, 'Another store')`;
    expect(await find('white-lamp', 'product', `${store.tenantId}-2`)).toBeNull();
  });

  test('has a number where the name repeats, and stays when other columns change', async () => {
    const names = await Promise.all(Array.from({ length: 12 }, () => add('Lamp')));
    const slugs = await Promise.all(names.map(slugsOf));
    expect(new Set(slugs.map((each) => each?.en)).size).toBe(12);
    expect(slugs.map((each) => each?.en)).toContain('lamp-9');
    const before = await slugsOf(names[3] ?? '');
    await set(names[3] ?? '', 'translations', '{"ar": {"name": "لمبة"}}');
    expect(await slugsOf(names[3] ?? '')).toEqual({ ...before, ar: 'لمبة' });
  });

  test('follows a new name unless staff chose it, and every former one leads to it in one step', async () => {
    const id = await add('Lamp 0');
    for (let at = 1; at <= 20; at += 1) await set(id, 'name', `Lamp ${at}`);
    for (let at = 0; at <= 20; at += 1) expect((await find(`lamp-${at}`))?.slugs).toEqual({ en: 'lamp-20' });
    await set(id, 'slug', 'The Best Lamp!');
    await set(id, 'name', 'Lamp 21');
    expect(await slugsOf(id)).toEqual({ en: 'the-best-lamp' });
    expect((await find('lamp-0'))?.slugs).toEqual({ en: 'the-best-lamp' });
    await set(id, 'slug', null);
    expect(await slugsOf(id)).toEqual({ en: 'lamp-21' });
    expect((await find('the-best-lamp'))?.id).toBe(id);
  });

  test('is found in one step by any of 10,000 former ones', async () => {
    const id = await add('Lamp');
    await db.owner`insert into slugs (tenant_id, kind, slug, target_id, retired_at)
      select ${store.tenantId}, 'product', 'former-' || at, ${id}, now() from generate_series(1, 10000) at`;
    await set(id, 'name', 'Newest lamp');
    for (const address of ['former-1', 'FORMER-5000/', 'former-10000', 'lamp'])
      expect(await find(address)).toEqual({
        id,
        slugs: { en: 'newest-lamp' },
        is_deleted: false,
        former_slugs: [],
      });
  });

  test('is refused if staff choose one that is taken or has no letter', async () => {
    await add('Lamp');
    const other = await add('Mug two');
    for (const [slug, message] of [
      ['LAMP', 'The address lamp belongs to another page'],
      ['!!!', 'The address needs a letter or a digit.'],
    ] as const)
      await expect(set(other, 'slug', slug)).rejects.toMatchObject({
        message: expect.stringContaining(message),
      });
    await expect(set(other, 'translations', '{"ar": {"name": "كوب", "slug": "lamp"}}')).rejects.toMatchObject(
      { message: expect.stringContaining('lamp') },
    );
    await set(other, 'slug', 'x'.repeat(300));
    expect(await slugsOf(other)).toEqual({ en: 'x'.repeat(80) });
    await set(other, 'translations', '{"ar": {"name": "كوب", "slug": "كوب كبير"}}');
    expect(await slugsOf(other)).toEqual({ en: 'x'.repeat(80), ar: 'كوب-كبير' });
  });

  test('is given to nobody else for a year after it was given up', async () => {
    const first = await add('Lamp');
    await set(first, 'name', 'Torch');
    const second = await add('Lamp');
    expect(await slugsOf(second)).toEqual({ en: 'lamp-2' });
    await db.owner`update slugs set retired_at = now() - interval '366 days' where tenant_id = ${store.tenantId} and slug = 'lamp'`;
    const third = await add('Lamp');
    expect(await slugsOf(third)).toEqual({ en: 'lamp' });
    expect((await find('lamp'))?.id).toBe(third);
    await set(second, 'name', 'Torch');
    await set(second, 'name', 'Lamp');
    expect(await slugsOf(second)).toEqual({ en: 'lamp-2' });
  });

  test('of a deleted product says what it was called, and leads to it again once it is restored', async () => {
    const id = await add('Lamp');
    const deleted = await change(id, { kind: 'delete' });
    const gone = { id, slugs: {}, is_deleted: true, former_slugs: ['lamp'] };
    expect(await find('lamp')).toEqual(gone);
    expect(await find(id)).toEqual(gone);
    expect(await slugsOf(await add('Lamp'))).toEqual({ en: 'lamp-2' });
    await admin.value('select to_jsonb(undo_product_change($1::text::uuid)) as value', [deleted.change_id]);
    expect((await find('lamp'))?.slugs).toEqual({ en: 'lamp' });
    await db.owner`delete from products where id = ${id}`;
    expect(await find('lamp')).toEqual(gone);
    expect(await find(id)).toEqual(gone);
    expect(await slugsOf(await add('Lamp'))).toEqual({ en: 'lamp-3' });
  });

  test('leads nowhere while its product is hidden', async () => {
    const id = await add('Lamp');
    await change(id, { kind: 'is_active', value: false });
    expect(await find('lamp')).toBeNull();
    expect(await find(id)).toBeNull();
  });

  test('is imported as it is shown, and undone with its import', async () => {
    const id = await add('Lamp');
    const rows = JSON.stringify([
      {
        row: 2,
        id,
        set: { slug: 'Lamp of Cairo', translations: { ar: { name: 'فانوس', slug: 'فانوس القاهرة' } } },
      },
    ]);
    const importRows = () =>
      admin.value<{ change_id: string; rows: { outcome: string }[] }>(
        'select to_jsonb(import_products($1, $2::text::jsonb, false)) as value',
        [store.tenantId, rows],
      );
    const imported = await importRows();
    expect(await slugsOf(id)).toEqual({ en: 'lamp-of-cairo', ar: 'فانوس-القاهرة' });
    expect((await importRows()).rows[0]?.outcome).toBe('unchanged');
    await admin.value('select to_jsonb(undo_product_change($1::text::uuid)) as value', [imported.change_id]);
    expect(await slugsOf(id)).toEqual({ en: 'lamp' });
    expect((await find('فانوس-القاهرة'))?.id).toBe(id);
  });
});

describe('the address of a category', () => {
  const addCategory = (name: string) =>
    admin.value<string>(
      `insert into categories (tenant_id, name, translations) values ($1, $2, '{"ar": {"name": "أكواب"}}') returning id as value`,
      [store.tenantId, name],
    );

  test('is made of its name, besides that of a product with the same name', async () => {
    const product = await add('Big mugs');
    const id = await addCategory('Big mugs');
    expect((await find('big-mugs', 'category'))?.slugs).toEqual({ en: 'big-mugs', ar: 'أكواب' });
    expect((await find('big-mugs'))?.id).toBe(product);
    await admin.run('update categories set slug = $2 where id = $1::text::uuid', [id, 'Cups']);
    expect((await find('big-mugs', 'category'))?.slugs).toEqual({ en: 'cups', ar: 'أكواب' });
    await db.owner`delete from categories where id = ${id}`;
    expect(await find('big-mugs', 'category')).toMatchObject({ is_deleted: true });
  });

  test('in a previous store leads to it, and belongs to one page', async () => {
    const id = await addCategory('Big mugs');
    const setPaths = (paths: string[]) =>
      admin.run(
        'update categories set old_paths = array(select jsonb_array_elements_text($2::text::jsonb)) where id = $1::text::uuid',
        [id, JSON.stringify(paths)],
      );
    await setPaths(['https://old.example/product-category/Mugs/', '/collections/mugs']);
    const leadsTo = (path: string) =>
      call(
        db,
        shopper.identity,
        'select (select to_jsonb(page) from redirected_page($1, $2) page) as value',
        [store.tenantId, path],
      );
    const page = { kind: 'category', id, slugs: { en: 'big-mugs', ar: 'أكواب' } };
    for (const path of ['/product-category/mugs', '/ar/Collections/mugs/'])
      expect(await leadsTo(path), path).toEqual(page);
    await expect(
      admin.run(`update products set old_paths = '{/collections/mugs}' where id = $1::text::uuid`, [
        store.hoodieId,
      ]),
    ).rejects.toMatchObject({ message: expect.stringContaining('leads to Big mugs already') });
    await setPaths([]);
    expect(await leadsTo('/collections/mugs')).toBeNull();
  });
});

test('slugs are readable for their store’s staff, and written only with their page', async () => {
  await add('Lamp');
  await db.owner`insert into tenants (id, name) values (${`${store.tenantId}-2`}, 'Another store')`;
  const stranger = await makePerson(db, `${store.tenantId}-2`, 'admin');
  const read = (identity: typeof admin.identity) =>
    db.run(identity, "select slug from slugs where tenant_id = $1 and slug = 'lamp'", [store.tenantId]);
  expect(await read(admin.identity)).toEqual([{ slug: 'lamp' }]);
  expect(await read(stranger.identity)).toEqual([]);
  await expect(
    admin.run("update slugs set slug = 'x' where tenant_id = $1", [store.tenantId]),
  ).rejects.toMatchObject({ code: '42501' });
});
