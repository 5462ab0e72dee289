import { randomUUID } from 'node:crypto';
import type { Row } from 'embedded-supabase/database';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { databaseForFile, db } from './own-store.ts';
import { anonymous } from './people.ts';
import { addProduct, freshTenant, listOptions, setStock } from './store.ts';

databaseForFile();

interface Product {
  name: string;
  category: number | null;
  price: number;
  original: number | null;
  stock: number;
  isNew: boolean;
  featured: boolean;
  active: boolean;
  sizes: string[];
  colors: string[];
  brand: string | null;
}

interface Filters {
  categories: number[];
  brands: string[];
  sizes: string[];
  colors: string[];
  min: number | null;
  max: number | null;
  inStock: boolean;
  onSale: boolean;
  isNew: boolean;
  search: string | null;
  sort: Sort;
}

const sorts = ['newest', 'price_asc', 'price_desc', 'name', 'discount', 'featured'] as const;
type Sort = (typeof sorts)[number];

type Kind = 'category' | 'brand' | 'size' | 'color' | 'on_sale' | 'is_new';

const sizes = ['S', 'M', 'L', 'XL'];
const colors = ['Black', 'White', 'Off white', 'Navy'];
const brands = ['Papermill', 'Riso Club', "O'Hara"];
const words = ['hoodie', 'tee', 'lamp', 'عربي'];

const product: fc.Arbitrary<Product> = fc.record({
  name: fc.constantFrom(...words).chain((word) => fc.nat(99).map((n) => `${word} ${n}`)),
  category: fc.option(fc.nat(2), { nil: null }),
  price: fc.integer({ min: 1, max: 20 }).map((n) => n * 10),
  original: fc.option(
    fc.integer({ min: 1, max: 30 }).map((n) => n * 10),
    { nil: null },
  ),
  stock: fc.nat(3),
  isNew: fc.boolean(),
  featured: fc.boolean(),
  active: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  sizes: fc.uniqueArray(fc.constantFrom(...sizes)),
  colors: fc.uniqueArray(fc.constantFrom(...colors)),
  brand: fc.option(fc.constantFrom(...brands), { nil: null }),
});

const some = <T>(...values: T[]) =>
  fc.oneof(fc.constant([] as T[]), fc.uniqueArray(fc.constantFrom(...values)));
const filters: fc.Arbitrary<Filters> = fc.record({
  categories: some(0, 1, 2),
  brands: some(...brands),
  sizes: some(...sizes),
  colors: some(...colors),
  min: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null, freq: 3 }),
  max: fc.option(fc.integer({ min: 50, max: 250 }), { nil: null, freq: 3 }),
  inStock: fc.boolean(),
  onSale: fc.boolean(),
  isNew: fc.boolean(),
  search: fc.option(fc.constantFrom(...words), { nil: null, freq: 3 }),
  sort: fc.constantFrom(...sorts),
});

/** A naive implementation of each sort order; the products of one store are equally new. */
function byPlainReading(sort: Sort): (a: Row, b: Row) => number {
  const saved = ({ price, original }: Row) =>
    Math.max(0, Math.round(((Number(original ?? price) - Number(price)) * 100) / Number(original ?? 1)));
  const keys: Record<Sort, (row: Row) => (number | string)[]> = {
    newest: (row) => [String(row.id)],
    price_asc: (row) => [Number(row.price), String(row.id)],
    price_desc: (row) => [Number(row.price), String(row.id)],
    name: (row) => [String(row.name), String(row.id)],
    discount: (row) => [-saved(row), String(row.id)],
    featured: (row) => [row.featured ? 0 : 1, String(row.id)],
  };
  const direction = sort === 'price_desc' ? -1 : 1;
  return (a, b) => {
    const [ofA, ofB] = [keys[sort](a), keys[sort](b)];
    const at = ofA.findIndex((key, i) => key !== ofB[i]);
    return direction * ((ofA[at] ?? 0) < (ofB[at] ?? 0) ? -1 : 1);
  };
}

const onSale = ({ original, price }: Product) => original !== null && original > price;

/** A naive implementation of the filters: the kinds that a product does not pass. */
function unmet(p: Product, f: Filters): string[] {
  const misses = <T>(wanted: T[], has: T[]) =>
    wanted.length > 0 && !wanted.some((value) => has.includes(value));
  return [
    ...(misses(f.categories, p.category === null ? [] : [p.category]) ? ['category'] : []),
    ...(misses(f.brands, p.brand === null ? [] : [p.brand]) ? ['brand'] : []),
    ...(misses(f.sizes, p.sizes) ? ['size'] : []),
    ...(misses(f.colors, p.colors) ? ['color'] : []),
    ...((f.min !== null && p.price < f.min) || (f.max !== null && p.price > f.max) ? ['price'] : []),
    ...(f.inStock && p.stock === 0 ? ['in_stock'] : []),
    ...(f.onSale && !onSale(p) ? ['on_sale'] : []),
    ...(f.isNew && !p.isNew ? ['is_new'] : []),
    ...(f.search !== null && !p.name.startsWith(f.search) ? ['search'] : []),
  ];
}

function naiveFacets(products: Product[], f: Filters): Record<string, number> {
  const counts: Record<string, number> = { total: 0, in_stock: 0 };
  const add = (key: string) => {
    counts[key] = (counts[key] ?? 0) + 1;
  };
  for (const p of products.filter(({ active }) => active)) {
    const missing = unmet(p, f);
    const passesBut = (kind: Kind | 'in_stock') => missing.every((other) => other === kind);
    if (missing.length === 0) add('total');
    if (passesBut('in_stock') && p.stock > 0) add('in_stock');
    if (p.category !== null && passesBut('category')) add(`category ${p.category}`);
    if (p.brand !== null && passesBut('brand')) add(`brand ${p.brand}`);
    if (onSale(p) && passesBut('on_sale')) add('on_sale ');
    if (p.isNew && passesBut('is_new')) add('is_new ');
    if (passesBut('size')) for (const size of p.sizes) add(`size ${size}`);
    if (passesBut('color')) for (const color of p.colors) add(`color ${color}`);
  }
  return counts;
}

/** Older rows store their options as a comma-separated list, newer ones as JSON. */
const optionText = (values: string[], asJson: boolean) =>
  asJson ? JSON.stringify(values) : values.join(', ');

/** What can be bought of products now: a sold-out size or color does not match a filter. */
async function inStock(ids: string[], products: Product[]): Promise<Product[]> {
  const rows = await db.owner<{ id: string; sizes: string[]; colors: string[] }[]>`
    select v.product_id as id,
      coalesce(array_agg((array[v.option1, v.option2])[o.position]) filter (where o.kind = 'size'), '{}') as sizes,
      coalesce(array_agg((array[v.option1, v.option2])[o.position]) filter (where o.kind = 'color'), '{}') as colors
    from product_variants v left join product_options o on o.product_id = v.product_id
    where v.product_id = any (${ids}::uuid[]) and v.is_active and v.stock > 0 group by v.product_id`;
  return products.map((product, i) => {
    const left = rows.find(({ id }) => id === ids[i]);
    return {
      ...product,
      sizes: product.sizes.filter((size) => left?.sizes.includes(size)),
      colors: product.colors.filter((color) => left?.colors.includes(color)),
    };
  });
}

async function stored(tenantId: string, categories: string[], products: Product[]): Promise<string[]> {
  const ids = products.map(() => randomUUID());
  const rows = products.map((p, i) => ({
    id: ids[i],
    category_id: p.category === null ? null : categories[p.category],
    name: p.name,
    price: p.price,
    original_price: p.original,
    stock: p.stock,
    is_new: p.isNew,
    featured: p.featured,
    is_active: p.active,
    size: optionText(p.sizes, i % 2 === 0),
    color: optionText(p.colors, i % 3 === 0),
    brand: p.brand,
  }));
  for (const row of rows)
    await addProduct(db, { tenant_id: tenantId, created_at: '2026-01-01T00:00:00Z', ...row });
  return ids;
}

/** Changes products one by one, as staff and sales do. */
async function change(
  ids: string[],
  categories: string[],
  products: Product[],
  changes: [number, Product, string][],
) {
  for (const [at, next, kind] of changes) {
    const index = at % products.length;
    const current = products[index];
    const id = ids[index];
    if (!current || !id) continue;
    if (kind === 'remove') {
      await db.owner`delete from products where id = ${id}`;
      products[index] = { ...current, active: false };
    } else if (kind === 'stock') {
      await setStock(db, id, next.stock);
      products[index] = { ...current, stock: next.stock };
    } else if (kind === 'hide') {
      await db.owner`update products set is_active = not is_active where id = ${id}`;
      const [row] = await db.owner`select is_active from products where id = ${id}`;
      products[index] = { ...current, active: row?.is_active ?? false };
    } else {
      await db.owner`update products set price = ${next.price}, original_price = ${next.original}, is_new = ${next.isNew},
        brand = ${next.brand}, name = ${next.name}, category_id = ${next.category === null ? null : (categories[next.category] ?? null)} where id = ${id}`;
      await listOptions(db, id, { size: optionText(next.sizes, true) });
      await setStock(db, id, next.stock);
      const { price, original, stock, isNew, sizes, brand, name, category } = next;
      products[index] = { ...current, price, original, stock, isNew, sizes, brand, name, category };
    }
  }
}

test('facets and totals equal a naive count, for any filters and after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(product, { minLength: 1, maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(), product, fc.constantFrom('edit', 'stock', 'hide', 'remove')), {
        maxLength: 8,
      }),
      fc.array(filters, { minLength: 12, maxLength: 12 }),
      async (products, changes, asked) => {
        const tenantId = freshTenant();
        const categories = [randomUUID(), randomUUID(), randomUUID()];
        await db.owner`insert into tenants (id, name) values (${tenantId}, 'Shop')`;
        await db.owner`insert into categories (id, tenant_id, name)
            select id, ${tenantId}, 'Kind ' || n from unnest(${categories}::uuid[]) with ordinality c (id, n)`;
        const written = [...products];
        const ids = await stored(tenantId, categories, products);
        await change(ids, categories, written, changes);
        const current = await inStock(ids, written);
        for (const f of asked) {
          const parameters = [
            ...[
              tenantId,
              f.search,
              f.categories.map((n) => categories[n] ?? ''),
              f.brands,
              f.sizes,
              f.colors,
            ],
            ...[f.min, f.max, f.inStock, f.onSale, f.isNew],
          ];
          const named = `p_tenant_id => $1, p_search => $2, p_category_ids => $3::uuid[], p_brands => $4::text[],
              p_sizes => $5::text[], p_colors => $6::text[], p_min_price => $7::numeric, p_max_price => $8::numeric,
              p_in_stock => $9, p_on_sale => $10, p_new => $11`;
          const facets = await db.run(anonymous, `select * from product_facets(${named})`, parameters);
          const counts = facets
            .filter(
              (row) =>
                row.products !== null &&
                !(Number(row.products) === 0 && row.facet !== 'total' && row.facet !== 'in_stock'),
            )
            .map((row): [string, number] => [keyOf(row, categories), Number(row.products)]);
          expect(Object.fromEntries(counts)).toEqual(naiveFacets(current, f));

          const matching = current.filter((p) => p.active && unmet(p, f).length === 0);
          const pageBy = (sort: string) =>
            db.run(
              anonymous,
              `select id, name, price::float8 as price, original_price::float8 as original, featured
                from search_products(${named}, p_sort => '${sort}', p_limit => 100)`,
              parameters,
            );
          const best = await pageBy('relevance');
          expect(best.map(({ price }) => Number(price)).toSorted()).toEqual(
            matching.map(({ price }) => price).toSorted(),
          );
          const sorted = await pageBy(f.sort);
          expect(sorted).toEqual(best.toSorted(byPlainReading(f.sort)));
        }
      },
    ),
    { numRuns: runs(25, 4), endOnFailure: true },
  );
});

test('a price range counts exactly the products within it, for any bounds and any earlier price', async () => {
  const cents = fc.oneof(fc.nat(300), fc.nat(30_000), fc.nat(1_000_000_000)).map((n) => n / 100);
  const item = fc.record({ price: cents, stock: fc.nat(1), next: fc.option(cents, { nil: null }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(fc.option(cents), fc.option(cents)), { minLength: 10, maxLength: 10 }),
      async (items, ranges) => {
        const tenantId = freshTenant();
        await db.owner`insert into tenants (id, name) values (${tenantId}, 'Shop')`;
        await db.owner`insert into products (tenant_id, name, price, stock, brand)
          select ${tenantId}, 'Thing ' || n, (i ->> 'price')::numeric, (i ->> 'stock')::integer, 'Riso Club'
          from jsonb_array_elements(${JSON.stringify(items)}) with ordinality as list (i, n)`;
        await db.owner`update products p set price = (i ->> 'next')::numeric
          from jsonb_array_elements(${JSON.stringify(items)}) with ordinality as list (i, n)
          where p.tenant_id = ${tenantId} and p.name = 'Thing ' || n and i ->> 'next' is not null`;
        const prices = items.map(({ price, next }) => next ?? price);
        // Also with bounds equal to the prices.
        const asked = [...ranges, ...prices.map((price): [number, number] => [price, price])];
        for (const [min, max] of asked) {
          const rows = await db.run(
            anonymous,
            'select facet, products from product_facets($1, p_min_price => $2::numeric, p_max_price => $3::numeric)',
            [tenantId, min, max],
          );
          const count = (facet: string) => Number(rows.find((row) => row.facet === facet)?.products ?? 0);
          const within = items.filter((_, index) => {
            const price = prices[index] ?? 0;
            return price >= (min ?? 0) && price <= (max ?? Number.POSITIVE_INFINITY);
          });
          expect([count('total'), count('in_stock'), count('brand')]).toEqual([
            within.length,
            within.filter(({ stock }) => stock > 0).length,
            within.length,
          ]);
        }
      },
    ),
    { numRuns: runs(25, 4), endOnFailure: true },
  );
});

function keyOf(row: Record<string, unknown>, categories: string[]): string {
  const { facet, value } = row;
  if (facet === 'total' || facet === 'in_stock') return String(facet);
  return `${facet} ${facet === 'category' ? categories.indexOf(String(value)) : (value ?? '')}`;
}

test('shoppers see the translated values of products on sale, and nothing of hidden ones', async () => {
  const tenantId = freshTenant();
  await db.owner`insert into tenants (id, name) values (${tenantId}, ${tenantId})`;
  await db.owner`
    insert into categories (tenant_id, name, translations) values (${tenantId}, 'Shirts', '{"ar": {"name": "قمصان"}}')`;
  const said = (color: string) => ({ ar: { name: 'لون', values: { [color]: `لون ${color}` } } });
  for (const [color, isActive] of [
    ['Black', true],
    ['White', true],
    ['Secret', false],
  ] as const) {
    const id = await addProduct(db, { tenant_id: tenantId, name: `${color} tee`, price: 10, color: [color] });
    await db.owner`update product_options set translations = ${JSON.stringify(said(color))} where product_id = ${id}`;
    await db.owner`
      update products set is_active = ${isActive}, brand = ${`${color} Club`}, material = 'Cotton',
        translations = ${JSON.stringify({ ar: { brand: `نادي ${color}`, material: { Cotton: 'قطن' } } })}
      where id = ${id}`;
  }
  const [row] = await db.run(
    anonymous,
    "select jsonb_object_agg(value, shown) as words from unnest(shown_words($1, 'ar'))",
    [tenantId],
  );
  expect(row?.words).toEqual({
    Shirts: 'قمصان',
    Black: 'لون Black',
    White: 'لون White',
    'Black Club': 'نادي Black',
    'White Club': 'نادي White',
    Cotton: 'قطن',
  });
});
