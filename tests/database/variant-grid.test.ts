import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { color, product, refused, save, saving, size, stocks, write } from './grid.ts';
import { admin, db, store, storeForEachTest } from './own-store.ts';
import { makePerson } from './people.ts';
import { freshTenant, makeStore, stockOf, variantOf } from './store.ts';

storeForEachTest();

describe('a grid that staff save', () => {
  test('keeps its options’ Arabic names, even when saved without them', async () => {
    const translations = { ar: { name: 'اللون', values: { Black: 'أسود' } } };
    const stored = async () => {
      const [option] = await db.owner`
        select translations from public.product_options where product_id = ${store.hoodieId} and kind = 'color'`;
      return option?.translations;
    };
    await save(store.hoodieId, [{ ...color('Black'), translations }], [{ options: ['Black'], stock: 4 }]);
    expect(await stored()).toEqual(translations);
    await save(store.hoodieId, [color('Black', 'Sand')], [{ options: ['Black'], stock: 4 }]);
    expect(await stored()).toEqual(translations);
  });

  test('gives each variant its own price, SKU and stock, and the product what is derived from them', async () => {
    const saved = await save(
      store.hoodieId,
      [{ ...color('Black', 'Sand'), swatches: { Black: '#111111', Sand: '#d8c6a0' } }, size('M', 'L')],
      [
        { options: ['Black', 'M'], sku: 'INK-B-M', stock: 4 },
        { options: ['Black', 'L'], sku: 'INK-B-L', stock: 0, price: 300, original_price: 350 },
        {
          options: ['Sand', 'm'],
          sku: 'INK-S-M',
          stock: 9,
          price: 200,
          weight_grams: 640,
          image: '/sand.webp',
        },
        { options: ['Sand', 'L'], stock: 70, price: 5, is_active: false },
      ],
    );
    expect(saved).toMatchObject({
      stock: 13,
      size: '["M", "L"]',
      options: [{ name: 'Color', swatches: { Black: '#111111', Sand: '#d8c6a0' } }, { values: ['M', 'L'] }],
      variants: [{ option2: 'M' }, { price: 300 }, { option1: 'Sand', option2: 'M', weight_grams: 640 }, {}],
    });
    expect(await product(store.hoodieId)).toMatchObject({
      stock: 13,
      price: 250,
      min_price: 200,
      // Only of variants in stock.
      max_price: 250,
      on_sale: true,
      sizes: ['M', 'L'],
      colors: ['Black', 'Sand'],
      version: saved.version,
    });
    const [listed] = await db.owner`
      select price::float8 as price, filters from private.product_search_index where product_id = ${store.hoodieId}`;
    expect(listed?.price).toBe(200);
    expect(listed?.filters).toEqual(expect.arrayContaining(['color:Black', 'color:Sand', 'size:M']));
    expect(listed?.filters).not.toContain('size:L');
    const found = await admin.run(
      `select id from products where search @@ to_tsquery('simple', 'ink & s & m') and tenant_id = $1`,
      [store.tenantId],
    );
    expect(found).toEqual([{ id: store.hoodieId }]);
  });

  test('renames, reorders and swaps without recreating anything', async () => {
    const before = await save(
      store.mugId,
      [size('S', 'L')],
      [
        { options: ['S'], sku: 'ONE', stock: 1 },
        { options: ['L'], sku: 'TWO', stock: 2 },
      ],
    );
    const [small, large] = before.variants;
    const after = await save(
      store.mugId,
      [size('Large', 'S')],
      [
        { id: large?.id, options: ['S'], sku: 'ONE' },
        { id: small?.id, options: ['Large'], sku: 'TWO' },
      ],
    );
    expect(after.variants).toMatchObject([
      { id: large?.id, option1: 'S', sku: 'ONE', stock: 2 },
      { id: small?.id, option1: 'Large', sku: 'TWO', stock: 1 },
    ]);
    expect(await product(store.mugId)).toMatchObject({ sizes: ['Large', 'S'] });
  });

  test('keeps sales made since it was opened', async () => {
    const id = await variantOf(db, store.hoodieId, 'M / Black');
    await db.owner`select private.adjust_stocks(array[${id}]::uuid[], '{-3}', '')`;
    const rows = ['M,Black', 'M,White', 'L,Black', 'L,White'].map((at) => ({
      options: at.split(','),
      stock: 30,
      stock_was: 20,
    }));
    await save(store.hoodieId, [size('M', 'L'), color('Black', 'White')], rows);
    expect(await stocks(store.hoodieId)).toMatchObject({ 'M / Black': 27, 'M / White': 30 });
  });

  test('does not overwrite what somebody else saved meanwhile, or what was deleted', async () => {
    const version = (await product(store.mugId))?.version;
    await write(store.mugId, `name = 'Cup'`);
    expect(
      await admin.refusal(...saving(store.mugId, [], [{ options: [], stock: 1 }], version)),
    ).toMatchObject({ detail: 'version_conflict' });
    expect(await refused(store.mugId, [], [{ id: randomUUID(), options: [] }])).toMatchObject({
      detail: 'unknown_variant',
      rows: [1],
    });
    expect(await stockOf(db, store.mugId)).toBe(5);
  });

  const two = [size('M', 'L')];
  test.each([
    ['no rows', two, [], { detail: 'no_variants' }],
    [
      'the same combination twice',
      two,
      [{ options: ['M'] }, { options: ['m'] }],
      { detail: 'duplicate_combination', rows: [1, 2] },
    ],
    [
      'a value that no option has',
      two,
      [{ options: ['M'] }, { options: ['XS'] }],
      { detail: 'unknown_value', rows: [2] },
    ],
    ['a row without a value', two, [{ options: [] }], { detail: 'unknown_value', rows: [1] }],
    [
      'one SKU twice, in any case',
      two,
      [
        { options: ['M'], sku: 'a-1' },
        { options: ['L'], sku: ' A-1' },
      ],
      { detail: 'duplicate_sku', rows: [1, 2], column: 'sku' },
    ],
    [
      'a price below 0',
      two,
      [{ options: ['M'], price: -1 }],
      { detail: 'invalid_value', rows: [1], column: 'price' },
    ],
    [
      'a price in words',
      two,
      [{ options: ['M'], price: 'much' }],
      { detail: 'invalid_value', column: 'price' },
    ],
    ['half a piece', two, [{ options: ['M'], stock: 1.5 }], { detail: 'invalid_value', column: 'stock' }],
    [
      'an original price that is lower',
      two,
      [{ options: ['M'], price: 50, original_price: 40 }],
      { detail: 'invalid_value', column: 'original_price' },
    ],
    [
      'a picture that nobody can fetch',
      two,
      [{ options: ['M'], image: 'http://' }],
      { detail: 'invalid_value', column: 'image' },
    ],
    [
      'an option twice',
      [size('M'), { name: 'size', values: ['1'] }],
      [{ options: ['M', '1'] }],
      { detail: 'duplicate_option' },
    ],
    ['a value twice', [size('M', 'm')], [{ options: ['M'] }], { detail: 'invalid_options' }],
    [
      'four options',
      [1, 2, 3, 4].map((n) => ({ name: `O${n}`, values: ['x'] })),
      [{ options: ['x', 'x', 'x', 'x'] }],
      { detail: 'too_many_options' },
    ],
    [
      'more than a hundred rows',
      two,
      Array.from({ length: 101 }, () => ({ options: ['M'] })),
      { detail: 'too_many_variants' },
    ],
    ['rows that are none', two, ['x'], { detail: 'invalid_value', rows: [1] }],
  ])('is refused for %s, and nothing is changed', async (_, options, variants, expected) => {
    expect(await refused(store.mugId, options, variants)).toMatchObject({ code: 'P0001', ...expected });
    expect(await stocks(store.mugId)).toEqual({ '': 5 });
  });

  test('names the other product that already has a SKU', async () => {
    await save(store.mugId, [], [{ options: [], sku: 'MUG-1' }]);
    const rows = [{ options: ['M'] }, { options: ['L'], sku: 'mug-1' }];
    const refusal = await refused(store.hoodieId, two, rows);
    expect(refusal).toMatchObject({ detail: 'duplicate_sku', rows: [2] });
    expect(refusal.message).toBe('Row 2: Mug already has the SKU MUG-1.');
    const other = await makeStore(db, freshTenant());
    const stranger = await makePerson(db, other.tenantId, 'admin');
    await stranger.value(...saving(other.mugId, [], [{ options: [], sku: 'MUG-1' }], 1));
  });

  test('is logged as one change, by variant names', async () => {
    const rows = [{ options: ['M', 'Black'], price: 260 }, { options: ['L', 'Black'] }];
    await save(store.hoodieId, [size('M', 'L'), color('Black')], rows);
    const [log] = await db.owner`
      select actor_id, label, before, after from audit_log where entity_id = ${store.hoodieId} order by id desc limit 1`;
    expect(log).toMatchObject({
      actor_id: admin.id,
      label: 'Ink hoodie',
      before: { variants: { 'M / Black': { price: null }, 'M / White': { stock: 20 } } },
      after: { variants: { 'M / Black': { price: 260 } } },
    });
  });
});
