import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileProduct } from '../../app/admin/products/files/product-file-columns.ts';
import { readFile } from '../../app/admin/products/files/read-file.ts';
import { writeFile } from '../../app/admin/products/files/write-file.ts';
import { readTableText } from '../../app/admin/ui/table-file/read-table-file.ts';
import type { Attribute, AttributeValue } from '../../app/product/attributes.ts';
import { runs } from '../support/runs.ts';
import { databaseForFile, db } from './own-store.ts';
import { makePerson } from './people.ts';
import { addProduct, freshTenant, makeStore } from './store.ts';

databaseForFile();

const words = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
const entry = fc.constantFrom(
  'S',
  'M',
  'Black',
  'Red, dark',
  '"quoted"',
  '#ff0000',
  'قطن',
  '=2',
  "O'Neil",
  '[x]',
);
const list = fc.array(entry, { maxLength: 4 });
const optionText = fc.option(
  fc.oneof(
    list.map((items) => JSON.stringify(items)),
    list.map((items) => items.join(',')),
  ),
);
const piastres = fc.integer({ min: 0, max: 1_000_000_00 });
const product = fc.record({
  name: fc
    .tuple(words, fc.constantFrom('Cap', '=Cap', '-5', "'x", 'كاب', 'a,"b"\nc'))
    .map((parts) => parts.join('')),
  description: fc.option(words),
  price: piastres.map((amount) => amount / 100),
  more: fc.option(fc.integer({ min: 1, max: 10_000 })),
  discount: fc.integer({ min: 0, max: 100 }),
  stock: fc.integer({ min: 0, max: 10_000 }),
  unit: fc.option(fc.constantFrom('piece', '+1', ' box ')),
  brand: fc.option(words),
  size: optionText,
  color: optionText,
  material: optionText,
  tags: fc.uniqueArray(fc.constantFrom('Winter', '=2', "O'Neil", 'قطن', 'a b', '"quoted"'), { maxLength: 4 }),
  seo_title: fc.option(words),
  featured: fc.boolean(),
  is_new: fc.boolean(),
  is_active: fc.boolean(),
  restocks: fc.boolean(),
  images: fc.uniqueArray(fc.constantFrom('/a.webp', 'https://x.example/b,c.png', '/d.webp?x="1"'), {
    maxLength: 3,
  }),
  alt: fc.option(fc.constantFrom('Front', '-', 'أمام', '"a", b')),
});

const variant = fc.record({
  sku: fc.option(fc.constantFrom('A-', '=1', "'x", '007', 'رقم ')),
  barcode: fc.option(fc.constantFrom('0123456789012', '-5')),
  price: fc.option(piastres.map((amount) => amount / 100)),
  more: fc.option(fc.integer({ min: 1, max: 10_000 })),
  stock: fc.integer({ min: 0, max: 1000 }),
  weight_grams: fc.option(fc.integer({ min: 0, max: 5000 })),
  image: fc.option(fc.constantFrom('/a.webp', 'https://x.example/b,c.png')),
  is_active: fc.boolean(),
});

const attributeNames = ['Players', 'Fit', 'For two', 'Motto: "old"'];
const attributeValue: fc.Arbitrary<AttributeValue>[] = [
  fc.oneof(fc.integer({ min: -5, max: 99 }), fc.constant({ from: 2, to: 5.5 }), fc.constant(0.25)),
  fc.constantFrom('Loose', '-'),
  fc.boolean(),
  fc.constantFrom('=1', "'quoted'", 'a,"b"', '-'),
];

/** Gives sold variants random columns, and products random attribute values. */
async function enrich(tenantId: string) {
  const ids = await db.owner<{ id: string }[]>`insert into attributes (tenant_id, name, kind, choices)
    select ${tenantId}, a.name, a.kind::attribute_kind, array['Loose', '-']
    from unnest(${attributeNames}::text[], ${['number', 'choice', 'boolean', 'text']}::text[]) with ordinality a (name, kind, n)
    order by n returning id`;
  const products = await db.owner<{ id: string; price: string }[]>`
    select id, price from products where tenant_id = ${tenantId} order by id`;
  const values = fc.sample(fc.tuple(...attributeValue.map((value) => fc.option(value))), {
    numRuns: products.length,
    seed: 20_261_125,
  });
  await db.owner`update products p set attributes = v.attributes from jsonb_to_recordset(${JSON.stringify(
    products.map(({ id }, at) => ({
      id,
      attributes: Object.fromEntries(
        ids.flatMap(({ id: attribute }, n) => {
          const value = values[at]?.[n] ?? null;
          return value === null ? [] : [[attribute, value]];
        }),
      ),
    })),
  )}) v (id uuid, attributes jsonb) where p.id = v.id`;
  await db.owner`update product_options set name = 'Shade' where tenant_id = ${tenantId} and kind = 'color'
    and product_id in (select product_id from product_variants where tenant_id = ${tenantId} and stock % 2 = 0)`;
  const variants = await db.owner<{ id: string; price: string }[]>`
    select v.id, p.price from product_variants v join products p on p.id = v.product_id
    where v.tenant_id = ${tenantId} order by v.id`;
  const columns = fc.sample(variant, { numRuns: variants.length, seed: 20_261_126 });
  await db.owner`update product_variants v set sku = r.sku, barcode = r.barcode, price = r.price,
      original_price = r.original_price, stock = r.stock, weight_grams = r.weight_grams, image = r.image, is_active = r.is_active
    from jsonb_populate_recordset(null::product_variants, ${JSON.stringify(
      variants.map(({ id, price: productPrice }, at) => {
        const { sku = null, more, price, ...rest } = columns[at] ?? { more: null, price: null };
        const was = (price ?? Number(productPrice)) + (more ?? 0);
        return {
          id,
          price,
          ...rest,
          sku: sku && `${sku}${at}`,
          original_price: more !== null && was <= 10_000_000 ? was : null,
        };
      }),
    )}) r where v.id = r.id`;
}

test('a file of random products with variants and attributes, imported again, changes nothing', async () => {
  const store = await makeStore(db, freshTenant());
  const admin = await makePerson(db, store.tenantId, 'admin');
  const samples = fc.sample(product, { numRuns: runs(200, 40), seed: 20_261_121 });
  const rows = samples.map(({ more, alt, images, ...sample }, index) => ({
    ...sample,
    tenant_id: store.tenantId,
    category_id: index % 2 ? store.categoryId : null,
    original_price: more === null ? null : Math.min(sample.price + more, 10_000_000),
    images,
    old_paths: index % 3 ? [`/products/p-${index}`, `/with space/${index}`] : [],
    image_alts: images[1] && alt ? { [images[1]]: alt } : {},
  }));
  for (const row of rows) await addProduct(db, row);
  await enrich(store.tenantId);
  await db.owner`
    insert into variant_costs (tenant_id, variant_id, cost)
    select tenant_id, id, position * 7.25 from product_variants where tenant_id = ${store.tenantId} and position % 2 = 1`;
  const stored = await db.owner<{ row: FileProduct }[]>`
    select to_jsonb(p) || jsonb_build_object(
      'category', coalesce(c.name, ''),
      'options', array(select to_jsonb(o) from product_options o where o.product_id = p.id order by o.position),
      'variants', array(
        select to_jsonb(v) || jsonb_build_object('cost', known.cost)
        from product_variants v left join variant_costs known on known.variant_id = v.id
        where v.product_id = p.id order by v.position)) as row
    from products p left join categories c on c.id = p.category_id where p.tenant_id = ${store.tenantId}`;
  const attributes = await db.owner<Attribute[]>`
    select id, name, kind, unit, choices, category_ids, on_card, on_page, is_filter from attributes
    where tenant_id = ${store.tenantId} order by name`;
  const file = await writeFile({ products: stored.map(({ row }) => row), attributes, seesCosts: true });
  const read = readFile(await readTableText(file), attributes);
  expect(read).toMatchObject({ refused: [], unknown: [] });
  expect(read.rows).toHaveLength(stored.length);
  expect(read.rows.some(({ variants = [] }) => variants.length > 4)).toBe(true);
  const report = await admin.value<{ rows: { row: number; outcome: string }[] }>(
    'select to_jsonb(import_products($1, $2::text::jsonb, true)) as value',
    [store.tenantId, JSON.stringify(read.rows)],
  );
  expect(report.rows.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
});

test.each([
  ['Shopify', 'shopify-products.csv', 3, 9],
  ['WooCommerce', 'woocommerce-products.csv', 3, 5],
])(
  'an export of %s is imported unchanged, changes nothing a second time, and is undone',
  async (_, file, products, variants) => {
    const store = await makeStore(db, freshTenant());
    const admin = await makePerson(db, store.tenantId, 'admin');
    const { rows } = readFile(await readTableText(readFileSync(`tests/fixtures/${file}`, 'utf8')), []);
    const send = (dry: boolean) =>
      admin.value<{ change_id: string; rows: { outcome: string }[] }>(
        `select to_jsonb(import_products($1, $2::text::jsonb, ${dry}, p_create_categories => true)) as value`,
        [store.tenantId, JSON.stringify(rows)],
      );
    const counted = async () => {
      const [row] = await db.owner`
      select count(distinct p.id)::int as products, count(v.id)::int as variants
      from products p join product_variants v on v.product_id = p.id
      where p.tenant_id = ${store.tenantId} and p.deleted_at is null`;
      return [row?.products, row?.variants];
    };
    // The test's store has a hoodie in four variants, a mug, and a hidden product.
    expect(await counted()).toEqual([3, 6]);
    const { change_id, rows: done } = await send(false);
    expect(done.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'added'));
    expect(await counted()).toEqual([3 + products, 6 + variants]);
    expect((await send(true)).rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'unchanged'));
    await admin.value('select to_jsonb(undo_product_change($1::text::uuid)) as value', [change_id]);
    expect(await counted()).toEqual([3, 6]);
  },
);
