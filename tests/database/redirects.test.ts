import { describe, expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson } from './people.ts';
import { call } from './store.ts';

storeForEachTest();

const leadsTo = (path: string, identity = shopper.identity) =>
  call<string | null>(db, identity, 'select (select id from redirected_page($1, $2)) as value', [
    store.tenantId,
    path,
  ]);
const paths = async (id: string) => {
  const [row] = await db.owner<{ old_paths: string[] }[]>`select old_paths from products where id = ${id}`;
  return row?.old_paths;
};
const setPaths = (id: string, addresses: string[]) =>
  admin.run(
    'update products set old_paths = array(select jsonb_array_elements_text($2::text::jsonb)) where id = $1::text::uuid',
    [id, JSON.stringify(addresses)],
  );
const change = (id: string, kind: object) =>
  admin.value<{ change_id: string }>(
    'select to_jsonb(change_products($1, array[$2::text::uuid], $3::text::jsonb)) as value',
    [store.tenantId, id, JSON.stringify(kind)],
  );
const undo = (id: string) =>
  admin.value('select to_jsonb(undo_product_change($1::text::uuid)) as value', [id]);
const importRow = (row: object) =>
  admin.value<{
    change_id: string;
    rows: { outcome: string; column?: string; message?: string; id?: string }[];
  }>('select to_jsonb(import_products($1, $2::text::jsonb, false)) as value', [
    store.tenantId,
    JSON.stringify([{ row: 2, ...row }]),
  ]);

describe('an old URL', () => {
  test('redirects to its product in any spelling', async () => {
    await setPaths(store.hoodieId, [
      'https://old.example/products/Black-Hoodie/?ref=x#top',
      '/product/هودي-أسود',
    ]);
    expect(await paths(store.hoodieId)).toEqual(['/products/black-hoodie', '/product/هودي-أسود']);
    for (const path of [
      '/products/black-hoodie',
      '/Products/BLACK-hoodie/',
      '/ar/products/black-hoodie',
      '/products//black%2Dhoodie',
      `/product/${encodeURIComponent('هودي-أسود')}/`,
    ])
      expect(await leadsTo(path), path).toBe(store.hoodieId);
    for (const path of ['/products', '/products/black-hoodies', '/', '', '/%ff', 'x'.repeat(5000)])
      expect(await leadsTo(path), path).toBeNull();
  });

  test('redirects to one product of a store, and to none of another store', async () => {
    await setPaths(store.hoodieId, ['/products/lamp']);
    await expect(setPaths(store.mugId, ['/a', '/PRODUCTS/lamp/'])).rejects.toMatchObject({
      message: expect.stringMatching(/^The old address \/products\/lamp leads to .*oodie already\.$/),
    });
    expect(await paths(store.mugId)).toEqual([]);
    expect(
      await shopper.value('select (select id from redirected_page($1, $2)) as value', [
        'elsewhere',
        '/products/lamp',
      ]),
    ).toBeNull();
    await setPaths(store.hoodieId, []);
    await setPaths(store.mugId, ['/products/lamp']);
    expect(await leadsTo('/products/lamp')).toBe(store.mugId);
  });

  test('redirects nowhere while its product is hidden, and can be reassigned once it is deleted', async () => {
    await setPaths(store.hoodieId, ['/products/lamp', '/products/other']);
    await change(store.hoodieId, { kind: 'is_active', value: false });
    expect(await leadsTo('/products/lamp')).toBeNull();
    await change(store.hoodieId, { kind: 'is_active', value: true });
    const deleted = await change(store.hoodieId, { kind: 'delete' });
    await setPaths(store.mugId, ['/products/lamp']);
    await undo(deleted.change_id);
    expect(await paths(store.hoodieId)).toEqual(['/products/other']);
    expect(await leadsTo('/products/lamp')).toBe(store.mugId);
    expect(await leadsTo('/products/other')).toBe(store.hoodieId);
    await db.owner`delete from products where id = ${store.mugId}`;
    expect(await db.owner`select path from redirects where product_id = ${store.mugId}`).toEqual([]);
  });

  test('is imported in addition to existing ones, and removed on undo', async () => {
    await setPaths(store.hoodieId, ['/products/lamp']);
    const row = { id: store.hoodieId, set: { tags: ['Winter', 'وسم'], old_paths: ['/product/lamp/'] } };
    const { change_id: changeId, rows } = await importRow(row);
    expect(rows[0]?.outcome).toBe('changed');
    expect(await paths(store.hoodieId)).toEqual(['/products/lamp', '/product/lamp']);
    expect((await importRow(row)).rows[0]?.outcome).toBe('unchanged');
    const other = await importRow({ set: { name: 'Other lamp', price: 5, old_paths: ['/product/lamp'] } });
    expect(other.rows[0]).toMatchObject({ outcome: 'refused', column: 'old_paths' });
    await undo(changeId);
    const [hoodie] = await db.owner`select tags, old_paths from products where id = ${store.hoodieId}`;
    expect(hoodie).toEqual({ tags: [], old_paths: ['/products/lamp'] });
    expect(await leadsTo('/product/lamp')).toBeNull();
  });

  test('is readable for its store’s staff, and written only with its product', async () => {
    await setPaths(store.hoodieId, ['/products/lamp']);
    await db.owner`insert into tenants (id, name) values (${`${store.tenantId}-2`}, 'Another store')`;
    const stranger = await makePerson(db, `${store.tenantId}-2`, 'admin');
    const read = (identity: typeof admin.identity) =>
      db.run(identity, 'select path from redirects where tenant_id = $1', [store.tenantId]);
    expect(await read(admin.identity)).toEqual([{ path: '/products/lamp' }]);
    expect(await read(stranger.identity)).toEqual([]);
    await expect(
      admin.run("update redirects set path = '/x' where tenant_id = $1", [store.tenantId]),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

test('a product is found in the store by its tags', async () => {
  await db.owner`update products set tags = ${['Ramadan', 'هدايا العيد']} where id = ${store.hoodieId}`;
  for (const term of ['ramadan', 'هدايا']) {
    const found = await shopper.run('select id from search_products($1, p_search => $2)', [
      store.tenantId,
      term,
    ]);
    expect(found, term).toContainEqual(expect.objectContaining({ id: store.hoodieId }));
  }
});
