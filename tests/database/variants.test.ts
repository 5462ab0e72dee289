import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBooks } from '../../scripts/books-check.ts';
import { add, color, product, save, size, stocks, write } from './grid.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, attempt, errorMessage } from './people.ts';
import { call, variantOf } from './store.ts';

storeForEachTest();

describe('a product that is written as text', () => {
  test('without options has one variant with its stock', async () => {
    const id = await add({ stock: 7 });
    expect(await stocks(id)).toEqual({ '': 7 });
    await write(id, 'stock = 3');
    expect(await stocks(id)).toEqual({ '': 3 });
  });

  test('has every combination of its sizes and colours, and its stock spread over them', async () => {
    const id = await add({ stock: 11, size: '["M","L"]', color: 'Black, White' });
    expect(await stocks(id)).toEqual({ 'M / Black': 3, 'M / White': 3, 'L / Black': 3, 'L / White': 2 });
    expect(await product(id)).toMatchObject({ stock: 11, sizes: ['M', 'L'], colors: ['Black', 'White'] });
  });

  test('of one type leaves nothing to choose; of several the type is an option', async () => {
    expect(await stocks(await add({ type: 'Hoodie', size: 'M' }))).toEqual({ M: 0 });
    expect(await stocks(await add({ type: 'Hoodie, Tee' }))).toEqual({ Hoodie: 0, Tee: 0 });
  });

  test('keeps what stays: values that go take their variants along, new ones bring theirs, and the sum stays', async () => {
    const id = await add({ stock: 8, size: 'M, L', color: 'Black, White' });
    const kept = await variantOf(db, id, 'M / White');
    await write(id, `size = 'm, XL'`);
    expect(Object.keys(await stocks(id))).toEqual(['m / Black', 'm / White', 'XL / Black', 'XL / White']);
    expect(await variantOf(db, id, 'm / White')).toBe(kept);
    expect(await product(id)).toMatchObject({ stock: 8 });
    await write(id, `size = null, color = null`);
    expect(await stocks(id)).toEqual({ '': 8 });
    await write(id, `color = 'Black, White, Red'`);
    expect(await stocks(id)).toEqual({ Black: 3, White: 3, Red: 2 });
    expect(await checkBooks(db.owner)).toEqual([]);
  });

  test('does not bring back a combination that staff took out', async () => {
    const id = await add({ stock: 6, size: 'M, L', color: 'Black, White' });
    const rows = ['M,Black', 'M,White', 'L,Black'].map((at) => ({ options: at.split(',') }));
    await save(id, [size('M', 'L'), color('Black', 'White')], rows);
    await write(id, `size = 'M, L, XL'`);
    expect(Object.keys(await stocks(id))).toEqual([
      ...['M / Black', 'M / White', 'L / Black', 'XL / Black', 'XL / White'],
    ]);
  });

  test('has no more than a hundred combinations', async () => {
    const values = Array.from({ length: 51 }, (_, i) => `S${i}`).join(', ');
    const insert = 'insert into products (tenant_id, name, price, size, color) values ($1, $2, 10, $3, $4)';
    expect(
      await errorMessage(db, admin.identity, insert, [store.tenantId, 'Tee', values, 'Black, White']),
    ).toMatchObject({ detail: 'too_many_variants', message: expect.stringContaining('102') });
    const id = await add({ size: values });
    expect(
      await errorMessage(db, admin.identity, `update products set color = 'Black, White' where id = $1`, [
        id,
      ]),
    ).toMatchObject({ detail: 'too_many_variants' });
    expect(Object.keys(await stocks(id))).toHaveLength(51);
  });

  test('spreads whatever stock it is given, evenly and never below 0', async () => {
    const id = await add({ size: 'S, M, L, XL, XXL' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(30), { minLength: 5, maxLength: 5 }),
        fc.nat(120),
        async (held, stock) => {
          await db.owner`update product_variants set stock = (${held}::int[])[position] where product_id = ${id}`;
          await write(id, `stock = ${stock}`);
          const after = Object.values(await stocks(id));
          expect(after.reduce((sum, n) => sum + n, 0)).toBe(stock);
          // Nobody loses while another gains, and those who keep something changed by the same, give or take one.
          const moved = after.map((n, i) => n - (held[i] ?? 0));
          const even = moved.filter((_, i) => after[i] !== 0);
          expect(Math.max(...even) - Math.min(...even)).toBeLessThanOrEqual(even.length > 0 ? 1 : 0);
          expect(moved.every((n) => n >= 0) || moved.every((n) => n <= 0)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
    expect(await checkBooks(db.owner)).toEqual([]);
  });

  test('of which nothing is sold has no stock to give', async () => {
    const id = await add({ stock: 5 });
    await save(id, [], [{ id: await variantOf(db, id), options: [], is_active: false }]);
    expect(await product(id)).toMatchObject({ stock: 0 });
    await write(id, 'stock = 9');
    expect(await product(id)).toMatchObject({ stock: 0 });
  });
});

describe('the tables themselves', () => {
  test('hold every combination and SKU once, stock at 0 or above, and options without doubles', async () => {
    const insert = (values: string) =>
      attempt(db, admin.identity, 'select 1').then(() =>
        db.owner
          .unsafe(
            `insert into product_variants (tenant_id, product_id, option1, option2, sku, stock) values ${values}`,
          )
          .then(
            () => null,
            (error: { code: string }) => error.code,
          ),
      );
    const of = (id: string, rest: string) => `('${store.tenantId}', '${id}', ${rest})`;
    expect(await insert(of(store.hoodieId, `'m', 'BLACK', null, 0`))).toBe('23505');
    expect(await insert(of(store.hoodieId, `'XS', 'Black', null, -1`))).toBe('23514');
    expect(
      await insert(`${of(store.hoodieId, `'XS', 'Black', 'S', 0`)}, ${of(store.mugId, `'x', '', 's', 0`)}`),
    ).toBe('23505');
    const option = db.owner`update product_options set values = '{M,m}' where product_id = ${store.hoodieId} and position = 1`;
    await expect(option).rejects.toMatchObject({ code: '23514' });
    const swatch = db.owner`update product_options set swatches = '{"Black": "url(x)"}' where product_id = ${store.hoodieId}`;
    await expect(swatch).rejects.toMatchObject({ code: '23514' });
  });

  test('show shoppers what is sold of products on sale, and let nobody write', async () => {
    await db.owner`update product_variants set is_active = false where product_id = ${store.hoodieId} and option1 = 'L'`;
    const seen = async (who: typeof anonymous) =>
      (await db.run(who, 'select 1 from product_variants where tenant_id = $1', [store.tenantId])).length;
    expect(await seen(anonymous)).toBe(3);
    expect(await seen(shopper.identity)).toBe(3);
    expect(await seen(admin.identity)).toBe(6);
    for (const who of [
      admin.identity,
      shopper.identity,
      { role: 'service_role', claims: { role: 'service_role' } } as const,
    ]) {
      for (const change of [
        'update product_variants set stock = 1',
        'delete from product_variants',
        'delete from product_options',
      ])
        expect(await attempt(db, who, change)).toMatchObject({ code: '42501' });
    }
  });
});

test('stock that staff move goes to the variant they name, with its movement', async () => {
  const id = await variantOf(db, store.hoodieId, 'L / White');
  const adjust = (delta: number) =>
    call(db, admin.identity, `select adjust_stock($1, $2::text::int, 'Counted', $3) as value`, [
      ...[store.hoodieId, String(delta), id],
    ]);
  expect(await adjust(-5)).toBe(15);
  await expect(adjust(-50)).rejects.toThrow('has only 15 in stock');
  expect(await adjust(-15)).toBe(0);
  const moved = await db.owner`
    select variant, delta, stock_after, reason, note, actor_id from stock_movements where variant_id = ${id} order by id`;
  expect(moved.slice(1)).toEqual([
    {
      variant: 'L / White',
      delta: -5,
      stock_after: 15,
      reason: 'adjusted',
      note: 'Counted',
      actor_id: admin.id,
    },
    {
      variant: 'L / White',
      delta: -15,
      stock_after: 0,
      reason: 'adjusted',
      note: 'Counted',
      actor_id: admin.id,
    },
  ]);
  expect(await product(store.hoodieId)).toMatchObject({ stock: 60 });
  const foreign = await variantOf(db, store.mugId);
  expect(
    await errorMessage(db, admin.identity, `select adjust_stock($1, 1, '', $2)`, [store.hoodieId, foreign]),
  ).toMatchObject({ detail: 'unknown_variant' });
});

test('prices that are changed together change those of variants along, and come back', async () => {
  const rows = [{ options: ['M'], price: 300 }, { options: ['L'] }];
  await save(store.hoodieId, [size('M', 'L')], rows);
  const change = (by: string, value: number) =>
    call<{ change_id: string }>(
      db,
      admin.identity,
      'select change_products($1, $2::text::uuid[], $3::text::jsonb) as value',
      [
        ...[
          store.tenantId,
          `{${store.hoodieId}}`,
          JSON.stringify({ kind: 'price', by, value, strike: true }),
        ],
      ],
    );
  const made = await change('percent', -10);
  expect(await product(store.hoodieId)).toMatchObject({
    price: 225,
    min_price: 225,
    max_price: 270,
    on_sale: true,
  });
  await call(db, admin.identity, 'select undo_product_change($1::text::uuid) as value', [made.change_id]);
  expect(await product(store.hoodieId)).toMatchObject({
    price: 250,
    min_price: 250,
    max_price: 300,
    on_sale: false,
  });
  await change('set', 100);
  expect(await product(store.hoodieId)).toMatchObject({ price: 100, min_price: 100, max_price: 300 });
  expect(await checkBooks(db.owner)).toEqual([]);
});
