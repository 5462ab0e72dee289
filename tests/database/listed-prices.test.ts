import { describe, expect, test } from 'vitest';
import { product, save, size } from './grid.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous } from './people.ts';
import { orderOf, place, setStock, variantOf } from './store.ts';

storeForEachTest();

/** A tee in three sizes: the cheap one is sold out, the others cost 400 and 450. */
async function teeWithoutCheapOne(): Promise<string> {
  await db.owner`update products set is_active = false where tenant_id = ${store.tenantId}`;
  const [added] = await db.owner<{ id: string }[]>`
    insert into products (tenant_id, name, price) values (${store.tenantId}, 'Tee', 400) returning id`;
  const id = added?.id ?? '';
  await save(
    id,
    [size('S', 'M', 'L')],
    [
      { options: ['S'], price: 90, stock: 0 },
      { options: ['M'], stock: 1 },
      { options: ['L'], price: 450, stock: 5 },
    ],
  );
  return id;
}

const listed = async (filters = '') =>
  db.run(
    anonymous,
    `select name, min_price::float8 as lowest, max_price::float8 as highest from search_products($1 ${filters})`,
    [store.tenantId],
  );
const isFound = async (least: number | null, most: number | null, more = '') =>
  (await listed(`, p_min_price => ${least}, p_max_price => ${most} ${more}`)).length === 1;
const priceFacet = async () => {
  const [row] = await db.run(
    anonymous,
    `select lowest::float8 as lowest, highest::float8 as highest from product_facets($1) where facet = 'price'`,
    [store.tenantId],
  );
  return row;
};

describe('a product with a sold-out cheap variant', () => {
  test('costs what is available: in its row, in listings, in filters and in suggestions', async () => {
    const id = await teeWithoutCheapOne();
    expect(await product(id)).toMatchObject({ min_price: 400, max_price: 450 });
    expect(await listed()).toEqual([{ name: 'Tee', lowest: 400, highest: 450 }]);
    expect(await priceFacet()).toEqual({ lowest: 400, highest: 450 });
    expect([await isFound(null, 100), await isFound(80, 100), await isFound(400, 400)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(
      await db.run(anonymous, "select price, max_price from search_suggestions($1, 'tee')", [store.tenantId]),
    ).toEqual([{ price: '400.00', max_price: '450.00' }]);
  });

  test('changes price once a sale takes the last piece, and again when it is restocked, without a new version', async () => {
    const id = await teeWithoutCheapOne();
    const before = await product(id);
    await place(
      db,
      shopper.identity,
      orderOf(store, { lines: [{ product_id: id, quantity: 1, size: 'M' }] }),
    );
    expect(await listed()).toEqual([{ name: 'Tee', lowest: 450, highest: 450 }]);
    expect(await product(id)).toMatchObject({ min_price: 450, max_price: 450, version: before?.version });
    await admin.run('select adjust_stock($1::text::uuid, 2, p_variant_id => $2::text::uuid)', [
      id,
      await variantOf(db, id, 'S'),
    ]);
    expect(await listed()).toEqual([{ name: 'Tee', lowest: 90, highest: 450 }]);
  });

  test('shows all its prices when everything is sold out, and none of removed variants', async () => {
    const id = await teeWithoutCheapOne();
    await setStock(db, id, 0);
    expect(await listed()).toEqual([{ name: 'Tee', lowest: 90, highest: 450 }]);
    expect(await isFound(80, 100)).toBe(true);
    expect(await isFound(80, 100, ', p_in_stock => true')).toBe(false);
    await db.owner`update product_variants set is_active = false where product_id = ${id} and option1 = 'S'`;
    await db.owner`select private.renew_products(array[${id}]::uuid[])`;
    expect(await listed()).toEqual([{ name: 'Tee', lowest: 400, highest: 450 }]);
  });
});

test('matches a price range only if a variant costs that, not if its prices lie around it', async () => {
  const id = await teeWithoutCheapOne();
  await setStock(db, id, 15);
  expect(await listed()).toEqual([{ name: 'Tee', lowest: 90, highest: 450 }]);
  const found = await Promise.all(
    [
      [null, 90],
      [80, 100],
      [91, 399],
      [100, 400],
      [400, 449],
      [420, null],
      [451, null],
      [null, 89],
    ].map(([least = null, most = null]) => isFound(least, most)),
  );
  expect(found).toEqual([true, true, false, true, true, true, false, false]);
  const counted = async (least: number, most: number) => {
    const [row] = await db.run(
      anonymous,
      "select products from product_facets($1, p_min_price => $2::numeric, p_max_price => $3::numeric) where facet = 'total'",
      [store.tenantId, least, most],
    );
    return Number(row?.products);
  };
  expect([await counted(91, 399), await counted(100, 400)]).toEqual([0, 1]);
});
