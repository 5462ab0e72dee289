import { describe, expect, test } from 'vitest';
import { color, product, save, size, stocks } from './grid.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';

storeForEachTest();

const tee = { name: 'Tee', price: 100, product_type: 'Tops', images: ['/front.webp'] };

const adding = (options: unknown, variants: unknown, columns: object = tee): [string, string[]] => [
  'select (add_product($1, $2::text::jsonb, $3::text::jsonb, $4::text::jsonb)).id as value',
  [store.tenantId, JSON.stringify(columns), JSON.stringify(options), JSON.stringify(variants)],
];
const add = (...args: Parameters<typeof adding>) => admin.value<string>(...adding(...args));

const named = async (name: string) => {
  const [row] = await db.owner<{ count: number }[]>`
    select count(*)::int as count from products where tenant_id = ${store.tenantId} and name = ${name}`;
  return row?.count;
};

describe('a new product', () => {
  test('comes with its options and variants, and everything derived from them', async () => {
    const id = await add(
      [size('M', 'L'), color('Black')],
      [
        { options: ['M', 'Black'], sku: 'TEE-M', stock: 4, price: 90, image: '/front.webp' },
        { options: ['L', 'Black'], sku: 'TEE-L', stock: 3 },
      ],
    );
    expect(await product(id)).toMatchObject({
      stock: 7,
      price: 100,
      min_price: 90,
      max_price: 100,
      type: '["Tops"]',
      sizes: ['M', 'L'],
      colors: ['Black'],
    });
    expect(await stocks(id)).toEqual({ 'M / Black': 4, 'L / Black': 3 });
    const [listed] = await db.owner`
      select price::float8 as price, filters from private.product_search_index where product_id = ${id}`;
    expect(listed?.price).toBe(90);
    expect(listed?.filters).toEqual(expect.arrayContaining(['color:Black', 'size:L']));
  });

  test('starts its ledger with the initial stock of each variant', async () => {
    const several = await add([size('M', 'L')], [{ options: ['M'], stock: 4 }, { options: ['L'] }]);
    const single = await add([], [{ options: [], stock: 5, sku: 'ONE' }]);
    const moved = (id: string) => db.owner`
      select variant, delta, stock_after, reason from stock_movements where product_id = ${id}`;
    expect(await moved(several)).toEqual([{ variant: 'M', delta: 4, stock_after: 4, reason: 'initial' }]);
    expect(await moved(single)).toEqual([{ variant: '', delta: 5, stock_after: 5, reason: 'initial' }]);
    expect(await stocks(single)).toEqual({ '': 5 });
  });

  test('is logged once', async () => {
    const id = await add([size('M', 'L')], [{ options: ['M'], stock: 4 }]);
    const log = await db.owner`select actor_id, action, label from audit_log where entity_id = ${id}`;
    expect(log).toEqual([{ actor_id: admin.id, action: 'insert', label: 'Tee' }]);
  });

  test('takes over the SKU of a product in the trash', async () => {
    await save(store.mugId, [], [{ options: [], sku: 'MUG-1' }]);
    await admin.run('delete from products where id = $1', [store.mugId]);
    const id = await add([], [{ options: [], sku: 'MUG-1', stock: 1 }]);
    expect(await product(id)).toMatchObject({ stock: 1 });
  });

  test.each([
    [
      'an SKU that another product has',
      [size('M', 'L')],
      [{ options: ['M'] }, { options: ['L'], sku: 'mug-1' }],
      { detail: 'duplicate_sku', hint: expect.stringMatching(/"rows": \[2\], "column": "sku"/) },
    ],
    [
      'more than a hundred variants',
      [size('M')],
      Array.from({ length: 101 }, () => ({ options: ['M'] })),
      { detail: 'too_many_variants' },
    ],
    ['a value twice', [size('M', 'm')], [{ options: ['M'] }], { detail: 'invalid_options' }],
    [
      'a price in words',
      [size('M')],
      [{ options: ['M'], price: 'much' }],
      { detail: 'invalid_value', hint: expect.stringMatching(/"rows": \[1\], "column": "price"/) },
    ],
    ['no variant at all', [], [], { detail: 'no_variants' }],
  ])('is refused as a whole for %s', async (_, options, variants, expected) => {
    await save(store.mugId, [], [{ options: [], sku: 'MUG-1' }]);
    expect(await admin.refusal(...adding(options, variants))).toMatchObject(expected);
    expect(await named('Tee')).toBe(0);
  });

  test.each([
    ['a price below 0', { ...tee, price: -1 }],
    ['no name', { ...tee, name: ' ' }],
  ])('is refused as a whole for %s of its own', async (_, columns) => {
    const call = adding([], [{ options: [], stock: 1 }], columns);
    expect(await admin.refusal(...call)).toMatchObject({ code: '23514' });
    expect(await named('Tee')).toBe(0);
  });

  test('is only for its store’s staff to add', async () => {
    expect(await shopper.refusal(...adding([], [{ options: [] }]))).toMatchObject({
      code: '42501',
    });
  });
});
