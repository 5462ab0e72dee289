import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { add, stocks } from './grid.ts';
import { admin, db, store, storeForEachTest } from './own-store.ts';

storeForEachTest();

interface Report {
  change_id: string | null;
  rows: {
    row: number;
    outcome: string;
    id?: string;
    name?: string;
    column?: string;
    message?: string;
    before?: object;
    after?: object;
    new_category?: string;
    missing_category?: string;
  }[];
}
const send = (
  rows: object[],
  dry: boolean,
  changeId: string | null = null,
  seen?: object[],
  createCategories = false,
) =>
  admin.value<Report>(
    `select to_jsonb(import_products($1, $2::text::jsonb, ${dry}, nullif($3, '')::uuid, nullif($4, '')::jsonb, ${createCategories})) as value`,
    [store.tenantId, JSON.stringify(rows), changeId ?? '', seen ? JSON.stringify(seen) : ''],
  );
const products = () =>
  db.owner`select id, name, price::float8 as price, stock, size, category_id from products
    where tenant_id = ${store.tenantId} and deleted_at is null order by name`;

describe('products from a file', () => {
  test('import texts in another language, and keep what the file omits', async () => {
    const ar = async () => {
      const [row] = await db.owner`select translations from products where id = ${store.hoodieId}`;
      return row?.translations;
    };
    const write = (translations: object) => [{ row: 2, id: store.hoodieId, set: { translations } }];
    await send(write({ ar: { name: 'هودي', description: 'قطن', material: { Cotton: 'قطن' } } }), false);
    const rehearsal = await send(write({ ar: { name: 'هودي الحبر', description: null } }), true);
    expect(rehearsal.rows[0]).toMatchObject({
      outcome: 'changed',
      before: { translations: { ar: { name: 'هودي', description: 'قطن' } } },
      after: { translations: { ar: { name: 'هودي الحبر' } } },
    });
    expect(
      (await send([{ row: 2, id: store.hoodieId, set: { name: 'Ink hoodie' } }], false)).rows[0]?.outcome,
    ).toBe('unchanged');
    await send(write({ ar: { name: 'هودي الحبر', description: null } }), false);
    expect(await ar()).toEqual({ ar: { name: 'هودي الحبر', material: { Cotton: 'قطن' } } });
    await send(write({ ar: { name: null, material: null } }), false);
    expect(await ar()).toEqual({});
  });

  test('are matched by id, then by name, and otherwise added', async () => {
    const rows = [
      { row: 2, id: store.hoodieId, set: { name: 'Ink hoodie', price: 260 } },
      { row: 3, category: 'hoodies', set: { name: ' mug ', stock: 9 } },
      { row: 4, set: { name: 'Cap', price: 90, size: '["S"]', stock: 3 } },
      { row: 5, set: { name: 'Not yet' } },
    ];
    const before = await products();
    const rehearsal = await send(rows, true);
    expect(await products()).toEqual(before);
    const done = await send(rows, false);
    const outcomes = ['changed', 'changed', 'added', 'unchanged'];
    expect(rehearsal.rows.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(rehearsal.change_id).toBeNull();
    expect(await products()).toMatchObject([
      { name: 'Cap', price: 90, stock: 3 },
      { id: store.hoodieId, price: 260 },
      { name: 'Mug', stock: 9, category_id: store.categoryId },
      { id: store.hiddenId },
    ]);
  });

  test('are undone together, over all parts of a file', async () => {
    const before = await products();
    const first = await send([{ row: 2, id: store.hoodieId, set: { price: 1, featured: true } }], false);
    const second = await send([{ row: 3, set: { name: 'Cap', price: 9 } }], false, first.change_id);
    expect(second.change_id).toBe(first.change_id);
    const found = 'select * from undoable_product_changes($1)';
    expect(await admin.run(found, [store.tenantId])).toMatchObject([
      { id: first.change_id, added: 1, changed: 1, deleted: 0 },
    ]);
    const undone = 'select to_jsonb(undo_product_change($1::text::uuid)) as value';
    expect(await admin.value(undone, [first.change_id ?? ''])).toMatchObject({
      restored: 2,
      left: 0,
      more: false,
    });
    expect(await products()).toEqual(before);
  });

  test('create missing categories on request, and remove them again on undo', async () => {
    const categories = () =>
      db.owner`select name from categories where tenant_id = ${store.tenantId} order by name`;
    const before = await categories();
    const rows = [
      { row: 2, id: store.hoodieId, category: 'Winter', set: { price: 260 } },
      { row: 3, category: 'winter', set: { name: 'Scarf' } },
      { row: 4, category: 'Socks', set: { name: 'Sock', price: 5, original_price: 4 } },
      { row: 5, category: 'X'.repeat(121), set: { name: 'Hat' } },
    ];
    const refused = await send(rows, true);
    expect(refused.rows.map(({ missing_category }) => missing_category?.slice(0, 9))).toEqual([
      'Winter',
      'winter',
      'Socks',
      'XXXXXXXXX',
    ]);
    expect(refused.rows.map(({ outcome }) => outcome)).toEqual(Array(4).fill('refused'));

    const rehearsal = await send(rows, true, null, undefined, true);
    expect(rehearsal.rows).toMatchObject([
      { outcome: 'changed', new_category: 'Winter' },
      { outcome: 'added' },
      { outcome: 'refused', column: 'original_price' },
      { outcome: 'refused', column: 'category' },
    ]);
    expect(await categories()).toEqual(before);

    const done = await send(rows, false, null, undefined, true);
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(['changed', 'added', 'refused', 'refused']);
    expect(await categories()).toEqual([...before, { name: 'Winter' }]);
    const undone = 'select to_jsonb(undo_product_change($1::text::uuid)) as value';
    await admin.value(undone, [done.change_id ?? '']);
    expect(await categories()).toEqual(before);

    const again = await send(rows.slice(0, 2), false, null, undefined, true);
    await db.owner`update products set category_id = (select id from categories where name = 'Winter' and tenant_id = ${store.tenantId})
      where id = ${store.mugId}`;
    await admin.value(undone, [again.change_id ?? '']);
    expect(await categories()).toEqual([...before, { name: 'Winter' }]);
  });

  test('name a new category in Arabic, and leave an existing one unchanged', async () => {
    const ar = (name: string) => ({ category_translations: { ar: { name } } });
    await send(
      [
        { row: 2, category: 'Lanterns', set: { name: 'Fanous' }, ...ar('فوانيس') },
        { row: 3, category: 'lanterns', set: { name: 'Fanous, small' }, ...ar('مصابيح') },
        { row: 4, category: 'Candles', set: { name: 'Candle' }, category_translations: null },
      ],
      false,
      null,
      undefined,
      true,
    );
    expect(
      await db.owner`select name, translations from categories
        where tenant_id = ${store.tenantId} and name in ('Lanterns', 'Candles') order by name`,
    ).toEqual([
      { name: 'Candles', translations: {} },
      { name: 'Lanterns', translations: { ar: { name: 'فوانيس' } } },
    ]);
  });

  test('are restored on undo, even with a picture that would be refused today', async () => {
    await db.owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update products set images = '"http://"' where id = ${store.hoodieId}`;
    });
    const { change_id } = await send([{ row: 2, id: store.hoodieId, set: { images: ['/a.webp'] } }], false);
    const undone = 'select to_jsonb(undo_product_change($1::text::uuid)) as value';
    expect(await admin.value(undone, [change_id ?? ''])).toMatchObject({ restored: 1 });
    expect(await db.owner`select images from products where id = ${store.hoodieId}`).toEqual([
      { images: 'http://' },
    ]);
  });

  test('are restored part by part if there are very many', { tags: ['slow'] }, async () => {
    const opened = await send([{ row: 2, set: { name: 'Cap' } }], false);
    await db.owner`with made as (
        insert into products (tenant_id, name, price) select ${store.tenantId}, 'Lot ' || n, 10 from generate_series(1, 600) n returning id, name
      ) insert into private.product_change_entries (change_id, product_id, after)
      select ${opened.change_id}, id, jsonb_build_object('name', name) from made`;
    const undone = 'select to_jsonb(undo_product_change($1::text::uuid)) as value';
    const part = () => admin.value(undone, [opened.change_id ?? '']);
    expect(await part()).toMatchObject({ restored: 250, more: true });
    expect(await part()).toMatchObject({ restored: 250, more: true });
    expect(await part()).toMatchObject({ restored: 101, more: false });
    expect(await products()).toHaveLength(3);
  });

  test.each([
    ['an unknown id', { id: randomUUID(), set: { name: 'X' } }, 'id'],
    ['an id that is none', { id: 'x', set: { name: 'X' } }, 'id'],
    ['no name', { set: { price: 1 } }, 'name'],
    ['an unknown category', { category: 'Shoes', set: { name: 'X' } }, 'category'],
    ['a price below nothing', { set: { name: 'X', price: -1 } }, 'price'],
    ['a name that is too long', { set: { name: 'X'.repeat(201) } }, 'name'],
    [
      'an original price below the price',
      { set: { name: 'X', price: 5, original_price: 4 } },
      'original_price',
    ],
    ['stock that is none', { set: { name: 'X', stock: 'many' } }, ''],
    ['stock in parts', { set: { name: 'X', stock: 1.5 } }, ''],
    ['pictures that are none', { set: { name: 'X', images: { a: 1 } } }, 'images'],
    ['a picture that nobody can fetch', { set: { name: 'X', images: ['/a.webp', 'http://'] } }, 'images'],
    ['a video that nobody can fetch', { set: { name: 'X', videos: 'https://[x' } }, 'videos'],
    ['a column that is not for them', { set: { name: 'X', tenant_id: 'other' } }, ''],
  ])('are refused for %s, while the others go in', async (_, row, column) => {
    const report = await send(
      [
        { row: 2, ...row },
        { row: 3, set: { name: 'Cap' } },
      ],
      false,
    );
    expect(report.rows).toMatchObject([
      { row: 2, outcome: 'refused', column, message: expect.any(String) },
      { row: 3, outcome: 'added' },
    ]);
    expect((await products()).map(({ name }) => name)).toEqual(['Cap', 'Ink hoodie', 'Mug', 'Not yet']);
  });

  test('are refused with a single stock for a product with several variants, unless it is unchanged', async () => {
    const id = await add({ name: 'Tee', stock: 9, size: 'S, M, L' });
    const report = await send([{ row: 2, id, set: { price: 5, stock: 10 } }], false);
    expect(report.rows).toMatchObject([
      {
        outcome: 'refused',
        column: 'stock',
        message:
          'It is sold in 3 variants: give each a row of its own with its stock, or leave this cell blank.',
      },
    ]);
    expect(await stocks(id)).toEqual({ S: 3, M: 3, L: 3 });
    const same = await send([{ row: 2, id, set: { price: 5, stock: 9 } }], false);
    expect(same.rows).toMatchObject([{ outcome: 'changed' }]);
  });

  test('are refused when two rows are about one product, or several have the name', async () => {
    await db.owner`insert into products (tenant_id, name, price) values (${store.tenantId}, 'MUG', 10)`;
    const report = await send(
      [
        { row: 2, id: store.hoodieId, set: { price: 1 } },
        { row: 3, set: { name: 'ink HOODIE', price: 2 } },
        { row: 4, set: { name: 'Mug' } },
        { row: 5, set: { name: 'New' } },
        { row: 6, set: { name: 'new' } },
      ],
      false,
    );
    expect(report.rows.map(({ outcome }) => outcome)).toEqual([
      'changed',
      'refused',
      'refused',
      'added',
      'refused',
    ]);
  });

  test('are unchanged when only formatting differs', async () => {
    await db.owner`update products set images = ${JSON.stringify('["a.webp"]')}, description = ''
      where id = ${store.hoodieId}`;
    const set = {
      name: 'Ink hoodie ',
      description: null,
      color: '["Black","White"]',
      images: ['a.webp'],
      price: 250,
    };
    const report = await send([{ row: 2, id: store.hoodieId, set }], true);
    expect(report.rows).toMatchObject([{ outcome: 'unchanged' }]);
  });

  test('a dry run in parts reports what the import in parts does', async () => {
    const first = [
      { row: 2, id: store.hoodieId, set: { price: 10 } },
      { row: 3, id: store.mugId, set: { name: 'Beaker' } },
      { row: 4, set: { name: 'Cap' } },
    ];
    const second = [
      { row: 300, set: { name: 'Ink hoodie', price: 12 } },
      { row: 301, set: { name: 'beaker', price: 3 } },
      { row: 302, set: { name: 'Mug', price: 4 } },
      { row: 303, set: { name: 'cap', price: 5 } },
    ];
    const rehearsal = await send(first, true);
    const seen = rehearsal.rows.map(({ id, name }) => ({ id, name }));
    const previewed = [...rehearsal.rows, ...(await send(second, true, null, seen)).rows];
    const imported = await send(first, false);
    const done = [...imported.rows, ...(await send(second, false, imported.change_id)).rows];
    const words = ({ row, outcome, message }: Report['rows'][number]) => ({ row, outcome, message });
    expect(previewed.map(words)).toEqual(done.map(words));
    const outcomes = ['changed', 'changed', 'added', 'refused', 'refused', 'added', 'refused'];
    expect(done.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  test('are found by id without reading the whole store for each row', { tags: ['slow'] }, async () => {
    await db.owner`insert into products (tenant_id, name, price)
      select ${store.tenantId}, 'Lot ' || n, 10 from generate_series(1, 3000) n`;
    await db.owner`analyze products`;
    const lots = await db.owner<{ id: string }[]>`
      select id from products where tenant_id = ${store.tenantId} and name like 'Lot %' order by id desc limit 100`;
    const rows = lots.map(({ id }, index) => ({ row: index + 2, id, set: { price: index + 1 } }));
    const rowsRead = (sent: object[]) =>
      admin.value<number>(
        `select pg_stat_get_xact_tuples_returned('products'::regclass)::int as value
          from (select import_products($1, $2::text::jsonb, true) offset 0) imported`,
        [store.tenantId, JSON.stringify(sent)],
      );
    // The first import plans the statements.
    await rowsRead(rows.slice(0, 20));
    const ofFew = await rowsRead(rows.slice(0, 5));
    // In a store this small, one scan of all products may be the fastest plan; one per row would read 285,000.
    expect((await rowsRead(rows)) - ofFew).toBeLessThan(10_000);
  });

  test('require rows, and an open import', async () => {
    const refused = (rows: unknown, changeId: string | null) =>
      admin.refusal('select import_products($1, $2::text::jsonb, false, $3::text::uuid)', [
        store.tenantId,
        JSON.stringify(rows),
        changeId,
      ]);
    expect(await refused([], null)).toMatchObject({ detail: 'invalid_rows' });
    expect(await refused({ row: 1 }, null)).toMatchObject({ detail: 'invalid_rows' });
    expect(await refused([{ row: 2 }], randomUUID())).toMatchObject({ detail: 'change_closed' });
    const statement = "select import_products($1, '[{}]', false, p_seen => '[]')";
    expect(await admin.refusal(statement, [store.tenantId])).toMatchObject({
      detail: 'invalid_rows',
    });
  });
});
