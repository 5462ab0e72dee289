import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileProduct } from '../../app/admin/products/files/product-columns.ts';
import { readFile } from '../../app/admin/products/files/read-file.ts';
import { writeFile } from '../../app/admin/products/files/write-file.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { makePerson } from './people.ts';
import { call, freshTenant, makeStore } from './store.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

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
  featured: fc.boolean(),
  is_new: fc.boolean(),
  is_active: fc.boolean(),
  images: fc.uniqueArray(fc.constantFrom('/a.webp', 'https://x.example/b,c.png', '/d.webp?x="1"'), {
    maxLength: 3,
  }),
  alt: fc.option(fc.constantFrom('Front', '-', 'أمام', '"a", b')),
});

test('a file of random products, imported again, changes nothing', async () => {
  const store = await makeStore(db, freshTenant());
  const admin = await makePerson(db, store.tenantId, 'admin');
  const samples = fc.sample(product, { numRuns: 200, seed: 20_261_121 });
  const rows = samples.map(({ more, alt, images, ...sample }, index) => ({
    ...sample,
    tenant_id: store.tenantId,
    category_id: index % 2 ? store.categoryId : null,
    original_price: more === null ? null : Math.min(sample.price + more, 10_000_000),
    images,
    image_alts: images[1] && alt ? { [images[1]]: alt } : {},
  }));
  await db.owner`insert into products (tenant_id, category_id, name, description, price, original_price, discount, stock,
      unit, brand, size, color, material, featured, is_new, is_active, images, image_alts)
    select tenant_id, category_id, name, description, price, original_price, discount, stock,
      unit, brand, size, color, material, featured, is_new, is_active, images, image_alts
    from jsonb_populate_recordset(null::products, ${db.owner.json(rows)})`;
  const stored = await db.owner<{ row: FileProduct }[]>`
    select to_jsonb(p) || jsonb_build_object('category', coalesce(c.name, '')) as row
    from products p left join categories c on c.id = p.category_id where p.tenant_id = ${store.tenantId}`;
  const read = await readFile(await writeFile(stored.map(({ row }) => row)));
  expect(read).toMatchObject({ bad: [], unknown: [] });
  expect(read.rows).toHaveLength(stored.length);
  const report = await call<{ rows: { row: number; outcome: string }[] }>(
    db,
    admin.identity,
    'select import_products($1, $2::text::jsonb, true) as value',
    [store.tenantId, JSON.stringify(read.rows)],
  );
  expect(report.rows.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
});
