import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { add, product, stocks } from './grid.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { freshTenant, makeStore, stockOf } from './store.ts';

storeForEachTest();

type Changed = { change_id: string; changed: number };
const list = (ids: string[]) => `{${ids.join(',')}}`;
const change = (ids: string[], what: object) =>
  admin.value<Changed>('select to_jsonb(change_products($1, $2::text::uuid[], $3::text::jsonb)) as value', [
    store.tenantId,
    list(ids),
    JSON.stringify(what),
  ]);
const refused = (ids: string[], what: object, who = admin) =>
  who.refusal('select change_products($1, $2::text::uuid[], $3::text::jsonb)', [
    store.tenantId,
    list(ids),
    JSON.stringify(what),
  ]);
const undo = (id: string) =>
  admin.value<{ restored: number; left: number; more: boolean }>(
    'select to_jsonb(undo_product_change($1::text::uuid)) as value',
    [id],
  );
async function rows() {
  return db.owner`select id, name, price::float8 as price, original_price::float8 as was, stock, featured, is_active,
    category_id, deleted_at is not null as deleted from products where tenant_id = ${store.tenantId} order by name`;
}

const undoable = () => admin.run('select * from undoable_product_changes($1)', [store.tenantId]);

describe('products changed together', () => {
  test('are listed again, latest first, with who did what, until they are undone', async () => {
    const first = await change([store.hoodieId, store.mugId], { kind: 'featured', value: true });
    const second = await change([store.mugId], { kind: 'delete' });
    const by = { made_by: expect.stringMatching(/^Person /), added: 0 };
    expect(await undoable()).toMatchObject([
      { id: second.change_id, ...by, changed: 0, deleted: 1 },
      { id: first.change_id, ...by, changed: 2, deleted: 0 },
    ]);
    await undo(second.change_id);
    expect(await undoable()).toMatchObject([{ id: first.change_id }]);
  });

  test.each([
    [
      { kind: 'price', by: 'percent', value: -10, strike: true },
      { price: 225, was: 250 },
    ],
    [
      { kind: 'price', by: 'percent', value: -10, strike: false },
      { price: 225, was: null },
    ],
    [
      { kind: 'price', by: 'amount', value: 5.5, strike: true },
      { price: 255.5, was: null },
    ],
    [
      { kind: 'price', by: 'set', value: 0, strike: false },
      { price: 0, was: null },
    ],
    [{ kind: 'stock', by: 'add', value: -2 }, { stock: 72 }],
    [{ kind: 'stock', by: 'set', value: 7 }, { stock: 28 }],
    [{ kind: 'featured', value: true }, { featured: true }],
    [{ kind: 'is_active', value: false }, { is_active: false }],
    [{ kind: 'category', value: null }, { category_id: null }],
    [{ kind: 'delete' }, { deleted: true, is_active: false }],
  ])('become what %j says, and what they were when it is undone', async (what, expected) => {
    const before = await rows();
    const made = await change([store.hoodieId, store.mugId], what);
    expect(made.changed).toBe(2);
    const after = await rows();
    expect(after.find(({ id }) => id === store.hoodieId)).toMatchObject(expected);
    expect(after.find(({ id }) => id === store.hiddenId)).toEqual(
      before.find(({ id }) => id === store.hiddenId),
    );
    expect(await undo(made.change_id)).toMatchObject({ restored: 2, left: 0, more: false });
    expect(await rows()).toEqual(before);
  });

  test('change all or none', async () => {
    const before = await rows();
    const foreign = await makeStore(db, freshTenant());
    for (const ids of [
      [store.hoodieId, randomUUID()],
      [store.hoodieId, foreign.hoodieId],
    ]) {
      expect(await refused(ids, { kind: 'featured', value: true })).toMatchObject({
        detail: 'products_gone',
      });
    }
    expect(
      await refused([store.hoodieId, store.mugId], {
        kind: 'price',
        by: 'amount',
        value: -100,
        strike: false,
      }),
    ).toMatchObject({ detail: 'invalid_price', message: 'The price of Mug would be -0.01 EGP.' });
    expect(
      await refused([store.hoodieId, store.mugId], { kind: 'stock', by: 'add', value: -6 }),
    ).toMatchObject({
      detail: 'too_few_in_stock',
      message: 'Mug has only 5 in stock, so 6 cannot be taken. Nothing was changed.',
    });
    expect(await rows()).toEqual(before);
  });

  test.each([
    {},
    { kind: 'price' },
    { kind: 'price', by: 'percent', value: -101, strike: true },
    { kind: 'price', by: 'set', value: 5 },
    { kind: 'price', by: 'set', value: '5', strike: true },
    { kind: 'stock', by: 'add', value: 1.5 },
    { kind: 'stock', by: 'set', value: -1 },
    { kind: 'stock', by: 'set', value: 1e12 },
    { kind: 'featured', value: 'yes' },
    { kind: 'category', value: 'x' },
    { kind: 'category', value: randomUUID() },
    { kind: 'tenant_id', value: 'other' },
  ])('are not changed by %j', async (what) => {
    const before = await rows();
    expect(await refused([store.hoodieId], what)).toMatchObject({ detail: 'invalid_change' });
    expect(await rows()).toEqual(before);
  });

  test('require staff of the store, and a selection', async () => {
    expect(await refused([store.hoodieId], { kind: 'delete' }, shopper)).toMatchObject({ code: '42501' });
    expect(await refused([], { kind: 'delete' })).toMatchObject({ detail: 'invalid_selection' });
  });

  test('come back with wishlist entries and category after deletion, and are in no list until then', async () => {
    await shopper.run('insert into wishlists (tenant_id, product_id) values ($1, $2)', [
      store.tenantId,
      store.hoodieId,
    ]);
    const made = await change([store.hoodieId], { kind: 'delete' });
    const seen = await admin.run('select id from products where tenant_id = $1', [store.tenantId]);
    expect(seen.map(({ id }) => id)).not.toContain(store.hoodieId);
    await admin.run('delete from categories where id = $1', [store.categoryId]);
    expect(await undo(made.change_id)).toMatchObject({ restored: 1, left: 0, more: false });
    expect((await rows()).find(({ id }) => id === store.hoodieId)).toMatchObject({
      deleted: false,
      is_active: true,
      category_id: null,
    });
    const wishes = await db.owner`select 1 from wishlists where product_id = ${store.hoodieId}`;
    expect(wishes).toHaveLength(1);
  });

  test('have each variant’s stock set or adjusted, and restored on undo, less later sales', async () => {
    const id = await add({ stock: 9, size: 'S, M, L' });
    await db.owner`select private.adjust_stocks(array_agg(id), array_agg((array[1, 3, 5])[position] - stock), '')
      from product_variants where product_id = ${id}`;
    const set = await change([id, store.mugId], { kind: 'stock', by: 'set', value: 10 });
    expect(await stocks(id)).toEqual({ S: 10, M: 10, L: 10 });
    expect(await product(id)).toMatchObject({ stock: 30 });
    expect(await product(store.mugId)).toMatchObject({ stock: 10 });
    await db.owner`select private.adjust_stocks(array_agg(id), '{-2}', '')
      from product_variants where product_id = ${id} and option1 = 'M'`;
    expect(await undo(set.change_id)).toMatchObject({ restored: 2, left: 0, more: false });
    expect(await stocks(id)).toEqual({ S: 1, M: 1, L: 5 });

    const moved = await change([id], { kind: 'stock', by: 'add', value: 4 });
    expect(await stocks(id)).toEqual({ S: 5, M: 5, L: 9 });
    await undo(moved.change_id);
    expect(await stocks(id)).toEqual({ S: 1, M: 1, L: 5 });
    expect(await refused([id], { kind: 'stock', by: 'add', value: -3 })).toMatchObject({
      detail: 'too_few_in_stock',
      message: 'Tee, S has only 1 in stock, so 3 cannot be taken. Nothing was changed.',
    });
    expect(await stocks(id)).toEqual({ S: 1, M: 1, L: 5 });
  });

  test('keep later sales and other people’s later changes on undo', async () => {
    const stocked = await change([store.hoodieId], { kind: 'stock', by: 'add', value: 10 });
    await buy();
    expect(await undo(stocked.change_id)).toMatchObject({ restored: 1, left: 0, more: false });
    expect(await stockOf(db, store.hoodieId)).toBe(19);

    const priced = await change([store.hoodieId, store.mugId], {
      kind: 'price',
      by: 'set',
      value: 80,
      strike: false,
    });
    await admin.run('update products set price = 85 where id = $1', [store.mugId]);
    expect(await undo(priced.change_id)).toMatchObject({ restored: 1, left: 1, more: false });
    expect((await rows()).map(({ price }) => price)).toEqual([250, 85, 10]);
    expect(
      await admin.refusal('select undo_product_change($1::text::uuid)', [priced.change_id]),
    ).toMatchObject({ detail: 'undone_already' });
  });

  test('are each logged with old and new values', async () => {
    await change([store.hoodieId], { kind: 'price', by: 'set', value: 99, strike: true });
    const [entry] = await db.owner`select action, label, before, after from audit_log
      where tenant_id = ${store.tenantId} and entity = 'products' order by id desc limit 1`;
    expect(entry).toMatchObject({
      action: 'update',
      label: 'Ink hoodie',
      before: { price: 250, original_price: null },
      after: { price: 99, original_price: 250 },
    });
  });
});

test('files are unused when no product, variant, order line or undoable change refers to them', async () => {
  const path = (name: string) => `${store.tenantId}/${name}.png`;
  const address = (name: string) => `http://x/storage/v1/object/public/product-images/${path(name)}`;
  for (const name of ['used', 'sold', 'worn', 'undoable', 'before', 'unused', 'old']) {
    await db.owner`insert into storage.objects (bucket_id, name, created_at)
      values ('product-images', ${path(name)}, now() - ${name === 'old' ? '2 days' : '1 minute'}::interval)`;
  }
  await db.owner`update products set images = ${JSON.stringify([address('sold')])} where id = ${store.hoodieId}`;
  await buy();
  await db.owner`update products set images = ${JSON.stringify([address('used')])} where id = ${store.hoodieId}`;
  await db.owner`update product_variants set image = ${address('worn')} where product_id = ${store.hoodieId}`;
  const change =
    await db.owner`insert into private.product_changes (tenant_id) values (${store.tenantId}) returning id`;
  await db.owner`insert into private.product_change_entries values (${change[0]?.id}, ${store.mugId},
    ${JSON.stringify({ images: [address('undoable')] })}, ${JSON.stringify({ images: [] })}), (${change[0]?.id}, ${store.hiddenId},
    ${JSON.stringify({ grid: { variants: [{ image: address('before') }] } })}, ${JSON.stringify({ grid: { variants: [] } })})`;
  const asked = list(['used', 'sold', 'worn', 'undoable', 'before', 'unused'].map(path));
  const unused = 'select unused_product_files($1, $2::text::text[]) as value';
  const swept = 'select unused_product_files($1) as value';
  expect(await admin.value(unused, [store.tenantId, asked])).toEqual([path('unused')]);
  expect(await admin.value(swept, [store.tenantId])).toEqual([path('old')]);
});
