import { describe, expect, test } from 'vitest';
import { product, stocks } from './grid.ts';
import { admin, buy, db, store, storeForEachTest } from './own-store.ts';

storeForEachTest();

interface Report {
  change_id: string;
  rows: {
    outcome: string;
    id: string;
    column?: string;
    message?: string;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
  }[];
}
const send = (rows: object[], dry = false) =>
  admin.value<Report>(`select to_jsonb(import_products($1, $2::text::jsonb, ${dry})) as value`, [
    store.tenantId,
    JSON.stringify(rows),
  ]);
const undo = (changeId: string) =>
  admin.value('select to_jsonb(undo_product_change($1::text::uuid)) as value', [changeId]);

const sizes = (...values: string[]) => ({ name: 'Size', kind: 'size', values });
const colors = (...values: string[]) => ({ name: 'Color', kind: 'color', values });
const tee = (variants: object[]) => ({
  row: 2,
  set: { name: 'Tee', price: 100 },
  options: [sizes('S', 'M')],
  variants,
});
const small = { row: 2, options: ['S'], sku: 'TEE-S', stock: 4 };
const medium = { row: 3, options: ['M'], sku: 'TEE-M', stock: 7, price: 120 };
/** A row for a variant of the store's hoodie, which has sizes M and L in black and white. */
const line = (row: number, options: string[], columns: object = {}) => ({ row, options, ...columns });
const hoodie = (...variants: object[]) => ({
  row: 2,
  id: store.hoodieId,
  set: {},
  options: [sizes('M', 'L'), colors('Black', 'White')],
  variants,
});

describe('products with variants from a file', () => {
  test('get pictures that arrived late without any other change, and both imports are undone', async () => {
    const first = await send([tee([small, medium])]);
    const id = first.rows[0]?.id ?? '';
    const variant = { row: 3, options: ['M'], image: '/late.webp' };
    const late = {
      row: 2,
      id,
      set: { images: ['/front.webp'] },
      options: [sizes('S', 'M')],
      variants: [variant],
    };
    const second = await send([late]);
    expect(second.rows).toMatchObject([{ outcome: 'changed' }]);
    expect(await stocks(id)).toEqual({ S: 4, M: 7 });
    expect(await product(id)).toMatchObject({ min_price: 100, max_price: 120, stock: 11 });
    const [shown] = await db.owner<{ images: string[]; image: string }[]>`
      select p.images, v.image from products p join product_variants v on v.product_id = p.id
      where p.id = ${id} and v.option1 = 'M'`;
    expect(shown).toEqual({ images: ['/front.webp'], image: '/late.webp' });
    expect(await undo(second.change_id)).toMatchObject({ left: 0 });
    expect(await undo(first.change_id)).toMatchObject({ left: 0 });
  });

  test('are added with prices in piastres, whatever stock and price the file lists first', async () => {
    const priced = (row: number, name: string, price: number | null, stock: number) => ({
      row,
      set: { name, price: 100 },
      options: [sizes('S')],
      variants: [{ row, options: ['S'], price, stock }],
    });
    const { rows } = await send([
      priced(2, 'Whey', null, 3),
      priced(3, 'Bar', 89.25, 5),
      priced(4, 'Creatine', 135.45, 7),
    ]);
    expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['added', null],
      ['added', null],
      ['added', null],
    ]);
    expect(await product(rows[2]?.id ?? '')).toMatchObject({ min_price: 135.45, stock: 7 });
  });

  test('are added with their grid, undone, and imported again with the same SKUs', async () => {
    const rehearsal = await send([tee([small, medium])], true);
    expect(rehearsal.rows).toMatchObject([{ outcome: 'added' }]);
    const first = await send([tee([small, medium])]);
    const id = first.rows[0]?.id ?? '';
    expect(await stocks(id)).toEqual({ S: 4, M: 7 });
    expect(await product(id)).toMatchObject({
      size: '["S", "M"]',
      stock: 11,
      min_price: 100,
      max_price: 120,
    });
    expect((await send([tee([small, medium])], true)).rows).toMatchObject([{ outcome: 'unchanged' }]);

    expect(await undo(first.change_id)).toMatchObject({ restored: 1, left: 0 });
    const again = await send([tee([small, medium])]);
    expect(again.rows).toMatchObject([{ outcome: 'added' }]);
    expect(again.rows[0]?.id).not.toBe(id);
  });

  test('set Arabic names of options and values, and keep the ones they omit', async () => {
    const words = (value: string, word: string | null) => ({
      ...colors('Black', 'White'),
      translations: { ar: { values: { [value]: word } } },
    });
    const translations = async () => {
      const [option] = await db.owner<{ translations: unknown }[]>`
        select translations from product_options where product_id = ${store.hoodieId} and name = 'Color'`;
      return option?.translations;
    };
    const naming = (option: object) => ({
      ...hoodie(line(2, ['M', 'Black'])),
      options: [sizes('M', 'L'), option],
    });
    const named = {
      ...colors('Black', 'White'),
      translations: { ar: { name: 'اللون', values: { Black: 'أسود' } } },
    };
    const first = await send([naming(named)]);
    expect(first.rows).toMatchObject([{ outcome: 'changed' }]);
    await send([naming(words('White', 'أبيض'))]);
    expect(await translations()).toEqual({ ar: { name: 'اللون', values: { Black: 'أسود', White: 'أبيض' } } });
    expect((await send([naming(words('White', 'أبيض'))])).rows).toMatchObject([{ outcome: 'unchanged' }]);
    await send([naming(words('Black', null))]);
    expect(await translations()).toEqual({ ar: { name: 'اللون', values: { White: 'أبيض' } } });
    await send([hoodie(line(2, ['M', 'Black'], { stock: 3 }))]);
    expect(await translations()).toEqual({ ar: { name: 'اللون', values: { White: 'أبيض' } } });
  });

  test('change the variants in the file, and are restored on undo, less later sales', async () => {
    const before = await stocks(store.hoodieId);
    expect(before).toEqual({ 'M / Black': 20, 'M / White': 20, 'L / Black': 20, 'L / White': 20 });
    const named = hoodie(
      line(2, ['m', 'black'], { price: 300, stock: 50 }),
      line(3, ['L', 'White'], { sku: 'LW' }),
    );
    const { rows, change_id } = await send([named]);
    expect(rows).toMatchObject([
      {
        outcome: 'changed',
        before: { variants: { 'M / Black': { price: null, stock: 20 }, 'L / White': { sku: null } } },
        after: { variants: { 'M / Black': { price: 300, stock: 50 }, 'L / White': { sku: 'LW' } } },
      },
    ]);
    expect(await stocks(store.hoodieId)).toEqual({ ...before, 'M / Black': 50 });
    await buy({ lines: [{ product_id: store.hoodieId, quantity: 3, size: 'M', color: 'Black' }] });
    expect(await undo(change_id)).toMatchObject({ restored: 1, left: 0 });
    expect(await stocks(store.hoodieId)).toEqual({ ...before, 'M / Black': 17 });
    expect(await product(store.hoodieId)).toMatchObject({ min_price: 250, max_price: 250, stock: 77 });
  });

  test('bring new values, even if the file has the options in another order', async () => {
    const swapped = {
      ...hoodie(line(2, ['Red', 'XL'], { stock: 2 }), line(3, ['Black', 'M'], { stock: 1 })),
      options: [colors('Red', 'Black'), sizes('XL', 'M')],
    };
    const { change_id } = await send([swapped]);
    expect(await stocks(store.hoodieId)).toMatchObject({ 'M / Black': 1, 'L / White': 20, 'XL / Red': 2 });
    expect(await product(store.hoodieId)).toMatchObject({
      sizes: ['M', 'L', 'XL'],
      colors: ['Black', 'White', 'Red'],
    });
    await undo(change_id);
    expect(await product(store.hoodieId)).toMatchObject({
      sizes: ['M', 'L'],
      colors: ['Black', 'White'],
      stock: 80,
    });
  });

  test('keep a variant renamed in the file, by its SKU', async () => {
    const { rows } = await send([tee([small, medium])]);
    const ids = async () =>
      db.owner`select id, option1 from product_variants where product_id = ${rows[0]?.id ?? ''} order by position`;
    const before = await ids();
    const renamed = { ...tee([{ ...medium, options: ['Medium'] }]), options: [sizes('Medium')] };
    await send([renamed]);
    expect(await ids()).toEqual([before[0], { ...before[1], option1: 'Medium' }]);
    expect(await product(rows[0]?.id ?? '')).toMatchObject({ sizes: ['S', 'Medium'] });
  });

  test('give a product other options, and remove them on undo', async () => {
    const mug = {
      row: 2,
      set: { name: 'Mug', price: 120 },
      options: [colors('Red', 'Blue')],
      variants: [line(2, ['Red'], { stock: 3 }), line(3, ['Blue'], { stock: 4 })],
    };
    const { change_id } = await send([mug]);
    expect(await stocks(store.mugId)).toEqual({ Red: 3, Blue: 4 });
    await undo(change_id);
    expect(await stocks(store.mugId)).toEqual({ '': 5 });
    expect(await product(store.mugId)).toMatchObject({ price: 99.99, color: null, stock: 5 });
  });

  test('write the one variant of a product without options', async () => {
    const mug = {
      row: 2,
      set: { name: 'Mug', stock: 9 },
      options: [],
      variants: [{ row: 2, options: [], sku: 'MUG' }],
    };
    const { change_id } = await send([mug]);
    expect((await send([mug], true)).rows).toMatchObject([{ outcome: 'unchanged' }]);
    const skus = () => db.owner`select sku, stock from product_variants where product_id = ${store.mugId}`;
    expect(await skus()).toEqual([{ sku: 'MUG', stock: 9 }]);
    await undo(change_id);
    expect(await skus()).toEqual([{ sku: null, stock: 5 }]);
  });

  test('write the one variant of a product that comes in one colour', async () => {
    const cap = {
      row: 2,
      set: { name: 'Cap', color: '["Red"]', stock: 3 },
      variants: [{ row: 2, options: [], sku: 'CAP' }],
    };
    const { rows } = await send([cap]);
    expect(rows).toMatchObject([{ outcome: 'added' }]);
    expect(await stocks(rows[0]?.id ?? '')).toEqual({ Red: 3 });
    expect((await send([cap], true)).rows).toMatchObject([{ outcome: 'unchanged' }]);
  });

  test.each([
    [
      'the same combination twice',
      [small, { ...small, row: 7, sku: 'X' }],
      'Rows 2 and 7 are both S.',
      'options',
    ],
    [
      'the same SKU twice',
      [small, { ...medium, row: 9, sku: 'tee-s' }],
      'Rows 2 and 9 have the same SKU, TEE-S.',
      'sku',
    ],
    [
      'a SKU of another product',
      [small, { ...medium, row: 8, sku: 'cap' }],
      'Row 8: Cap already has the SKU CAP.',
      'sku',
    ],
    [
      'a value that no option has',
      [{ ...small, row: 6, options: ['XL'] }],
      'Row 6: XL is no size of this product.',
      'options',
    ],
    [
      'an original price that is lower',
      [{ ...small, original_price: 90 }],
      'S: the original price must be higher than the price.',
      'original_price',
    ],
  ])('are refused as a whole for %s, naming the rows', async (_, variants, message, column) => {
    await send([{ row: 2, set: { name: 'Cap' }, variants: [{ row: 2, options: [], sku: 'CAP' }] }]);
    const { rows } = await send([tee(variants), { row: 10, set: { name: 'Pin' } }]);
    expect(rows).toMatchObject([{ outcome: 'refused', message, column }, { outcome: 'added' }]);
    expect(
      await db.owner`select name from products where tenant_id = ${store.tenantId} and name = 'Tee'`,
    ).toEqual([]);
  });

  test('are refused when rows do not identify their variant', async () => {
    const { rows } = await send([
      { row: 2, id: store.hoodieId, set: {}, variants: [line(2, [], { sku: 'H' })] },
    ]);
    expect(rows).toMatchObject([
      {
        outcome: 'refused',
        message: 'This product has variants by size and color. Say which one each row is about.',
      },
    ]);
  });

  test('are refused when two options have one name', async () => {
    const twice = {
      ...hoodie(line(2, ['M', 'L', 'Red'])),
      options: [sizes('M'), { ...sizes('L'), kind: 'other' }, colors('Red')],
    };
    const { rows } = await send([twice, { row: 9, set: { name: 'Pin' } }]);
    expect(rows).toMatchObject([
      { outcome: 'refused', message: 'Two options are called Size.' },
      { outcome: 'added' },
    ]);
  });

  test('are not undone once somebody has changed their variants again', async () => {
    const { change_id } = await send([hoodie(line(2, ['M', 'Black'], { sku: 'MB' }))]);
    await send([hoodie(line(2, ['M', 'Black'], { barcode: '123' }))]);
    expect(await undo(change_id)).toMatchObject({ restored: 0, left: 1 });
  });

  test('are logged as one entry', async () => {
    await send([
      hoodie(line(2, ['M', 'Black'], { price: 300 })),
      { row: 3, set: { name: 'Mug', price: 5 }, variants: [{ row: 3, options: [], sku: 'MUG' }] },
      { ...tee([small]), row: 4 },
    ]);
    const entries = await db.owner`
      select action, label, before, after, part_of is null as first from audit_log
      where tenant_id = ${store.tenantId} and entity = 'products' and actor_id = ${admin.id} order by id`;
    expect(entries).toMatchObject([
      {
        action: 'update',
        label: 'Ink hoodie',
        first: true,
        after: { variants: { 'M / Black': { price: 300 } } },
      },
      { action: 'update', label: 'Mug', first: false, after: { price: 5 } },
      { action: 'update', label: 'Mug', first: false, after: { variants: { '': { sku: 'MUG' } } } },
      { action: 'insert', label: 'Tee', first: true },
    ]);
  });
});
