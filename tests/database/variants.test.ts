import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, color, product, save, size, stocks, write } from './grid.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, attempt, errorMessage, server } from './people.ts';
import { variantOf } from './store.ts';

storeForEachTest();

/** Imports a product's sizes and colors as listed in a file. */
const list = (id: string, set: Record<string, unknown>) =>
  admin.value<{ rows: Record<string, unknown>[] }>(
    'select to_jsonb(import_products($1, $2::text::jsonb, false)) as value',
    [store.tenantId, JSON.stringify([{ row: 2, id, set }])],
  );

describe('options and stock have one source of truth', () => {
  test('a product has one variant with its stock until it has options, and writing its stock writes that one', async () => {
    const id = await add({ stock: 7 });
    expect(await stocks(id)).toEqual({ '': 7 });
    await write(id, 'stock = 3');
    expect(await stocks(id)).toEqual({ '': 3 });
    const [moved] = await db.owner`
      select delta, stock_after, reason from stock_movements where product_id = ${id} order by id desc limit 1`;
    expect(moved).toEqual({ delta: -4, stock_after: 3, reason: 'adjusted' });
  });

  test('size, color and type are readable as the options’ lists, and read-only', async () => {
    const id = await add({ size: 'M, L', color: 'Black', type: 'Slim, Loose' });
    const before = await product(id);
    expect(before).toMatchObject({ size: '["M", "L"]', color: '["Black"]', type: '["Slim", "Loose"]' });
    for (const who of [admin.identity, server]) {
      for (const column of ['size', 'color', 'type']) {
        const update = `update products set ${column} = 'XS' where id = $1`;
        const message = `The ${column} of a product follows from its options: change those.`;
        expect(await errorMessage(db, who, update, [id])).toMatchObject({
          detail: 'options_decide',
          message,
        });
        const insert = `insert into products (tenant_id, name, price, ${column}) values ($1, 'Tee', 5, 'XS')`;
        expect(await errorMessage(db, who, insert, [store.tenantId])).toMatchObject({
          detail: 'options_decide',
        });
      }
    }
    expect(await product(id)).toEqual(before);
    // A row may be written back as it was read.
    await admin.run('update products set size = size, color = color where id = $1', [id]);
    expect(await product(id)).toMatchObject({ size: before?.size, color: before?.color, type: before?.type });
  });

  test('a product’s kind is its type, unless type is an option', async () => {
    const id = await add({ product_type: 'Hoodie', size: 'M' });
    expect(await stocks(id)).toEqual({ M: 0 });
    expect(await product(id)).toMatchObject({ type: '["Hoodie"]' });
    await list(id, { type: 'Hoodie, Tee' });
    expect(await stocks(id)).toEqual({ 'M / Hoodie': 0, 'M / Tee': 0 });
    expect(await product(id)).toMatchObject({ type: '["Hoodie", "Tee"]' });
  });

  test('a single stock for several variants, or for none on sale, is refused with a message', async () => {
    const id = await add({ stock: 9, size: 'S, M, L' });
    const update = 'update products set stock = 10 where id = $1';
    const refusal = {
      detail: 'stock_of_variants',
      message: 'Tee is sold in 3 variants, so say whose stock it is.',
    };
    expect(await admin.refusal(update, [id])).toMatchObject(refusal);
    expect(await errorMessage(db, server, update, [id])).toMatchObject(refusal);
    expect(await admin.refusal('select adjust_stock($1, 1)', [id])).toMatchObject(refusal);
    expect(await stocks(id)).toEqual({ S: 3, M: 3, L: 3 });

    const single = await add({ stock: 5 });
    await save(single, [], [{ id: await variantOf(db, single), options: [], is_active: false }]);
    expect(await product(single)).toMatchObject({ stock: 0 });
    expect(await admin.refusal(update, [single])).toMatchObject({
      detail: refusal.detail,
    });
  });

  test('the sum follows every change of variants', async () => {
    const id = await add({ size: 'S, M, L, XL, XXL' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(30), fc.boolean()), { minLength: 5, maxLength: 5 }),
        async (held) => {
          const variants = held.map(([stock, is_active], at) => ({
            options: [['S', 'M', 'L', 'XL', 'XXL'][at]],
            stock,
            is_active,
          }));
          const saved = await save(id, [size('S', 'M', 'L', 'XL', 'XXL')], variants);
          expect(saved.stock).toBe(held.reduce((sum, [stock, sold]) => sum + (sold ? stock : 0), 0));
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('sizes and colors listed in a file', () => {
  test('keep what stays: removed values remove their variants, and new ones add theirs, without stock', async () => {
    const id = await add({ stock: 8, size: 'M, L', color: 'Black, White' });
    const kept = await variantOf(db, id, 'M / White');
    await list(id, { size: 'm, XL' });
    expect(await stocks(id)).toEqual({ 'm / Black': 2, 'm / White': 2, 'XL / Black': 0, 'XL / White': 0 });
    expect(await variantOf(db, id, 'm / White')).toBe(kept);
    await list(id, { size: null, color: null });
    expect(await stocks(id)).toEqual({ '': 2 });
    await list(id, { color: 'Black, White, Red' });
    expect(await stocks(id)).toEqual({ Black: 2, White: 0, Red: 0 });
  });

  test('do not bring back a combination that staff removed', async () => {
    const id = await add({ stock: 6, size: 'M, L', color: 'Black, White' });
    const rows = ['M,Black', 'M,White', 'L,Black'].map((at) => ({ options: at.split(',') }));
    await save(id, [size('M', 'L'), color('Black', 'White')], rows);
    await list(id, { size: 'M, L, XL' });
    expect(Object.keys(await stocks(id))).toEqual([
      ...['M / Black', 'M / White', 'L / Black', 'XL / Black', 'XL / White'],
    ]);
  });

  test('have no more than a hundred combinations', async () => {
    const values = Array.from({ length: 51 }, (_, i) => `S${i}`).join(', ');
    const id = await add({ size: values });
    expect((await list(id, { color: 'Black, White' })).rows).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('102') },
    ]);
    expect(Object.keys(await stocks(id))).toHaveLength(51);
  });
});

describe('the tables themselves', () => {
  test('keep every combination and SKU unique, stock at 0 or above, and options without duplicates', async () => {
    const insert = (values: string) =>
      admin.attempt('select 1').then(() =>
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
    await db.owner`select private.renew_products(array[${store.hoodieId}]::uuid[])`;
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

test('stock that staff adjust goes to the named variant, with its movement', async () => {
  const id = await variantOf(db, store.hoodieId, 'L / White');
  const adjust = (delta: number) =>
    admin.value(`select adjust_stock($1, $2::text::int, 'Counted', $3) as value`, [
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
  expect(await admin.refusal(`select adjust_stock($1, 1, '', $2)`, [store.hoodieId, foreign])).toMatchObject({
    detail: 'unknown_variant',
  });
});

test('a bulk price change includes variants’ prices, and is undone with them', async () => {
  const rows = [{ options: ['M'], price: 300 }, { options: ['L'] }];
  await save(store.hoodieId, [size('M', 'L')], rows);
  const change = (by: string, value: number) =>
    admin.value<{ change_id: string }>(
      'select to_jsonb(change_products($1, $2::text::uuid[], $3::text::jsonb)) as value',
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
  await admin.value('select to_jsonb(undo_product_change($1::text::uuid)) as value', [made.change_id]);
  expect(await product(store.hoodieId)).toMatchObject({
    price: 250,
    min_price: 250,
    max_price: 300,
    on_sale: false,
  });
  await change('set', 100);
  expect(await product(store.hoodieId)).toMatchObject({ price: 100, min_price: 100, max_price: 300 });
});
