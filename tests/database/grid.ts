import { expect } from 'vitest';
import { admin, db, store } from './own-store.ts';
import { listOptions, setStock } from './store.ts';

/** The stock of a product's sold variants, in order, keyed as "M / Black". */
export async function stocks(productId: string): Promise<Record<string, number>> {
  const rows = await db.owner<{ name: string; stock: number }[]>`
    select private.variant_name(option1, option2, option3) as name, stock from product_variants
    where product_id = ${productId} order by position`;
  return Object.fromEntries(rows.map(({ name, stock }) => [name, stock]));
}

/** The columns of a product's row that variants determine. */
export async function product(id: string) {
  const [row] = await db.owner`
    select stock, is_active, price::float8 as price, min_price::float8 as min_price, max_price::float8 as max_price, size, color,
      type, sizes, colors, on_sale, version from products where id = ${id}`;
  return row;
}

/** Adds a product as staff do, with the given options and its stock distributed over them. Returns its id. */
export async function add(columns: Record<string, string | number>): Promise<string> {
  const { size, color, type, stock, ...row } = { name: 'Tee', price: 100, ...columns } as Record<
    string,
    string | number
  >;
  const names = Object.keys(row);
  const [added] = await admin.run(
    `insert into products (tenant_id, ${names.join(', ')}) select $1, ${names.map((n) => `r.${n}`).join(', ')}
     from jsonb_populate_record(null::products, $2::text::jsonb) r returning id`,
    [store.tenantId, JSON.stringify(row)],
  );
  const id = String(added?.id);
  await listOptions(db, id, { size, color, type });
  if (stock) await setStock(db, id, Number(stock));
  return id;
}

/** Updates a product as staff do through the data API. */
export const write = (id: string, change: string) =>
  admin.run(`update products set ${change} where id = $1`, [id]);

export interface Grid {
  version: number;
  stock: number;
  size: string | null;
  options: { name: string; kind: string; values: string[] }[];
  variants: { id: string; option1: string; sku: string | null; price: number | null; stock: number }[];
}

/** A size option. */
export const size = (...values: string[]) => ({ name: 'Size', kind: 'size', values });
/** A color option. */
export const color = (...values: string[]) => ({ name: 'Color', kind: 'color', values });

/** Saves a grid over the current version, then reads the sold variants. */
export async function save(id: string, options: unknown, variants: unknown, version?: number): Promise<Grid> {
  await admin.run(...saving(id, options, variants, version ?? (await product(id))?.version));
  const [grid] = await db.owner<Grid[]>`
    select version, stock, size, array(
      select to_jsonb(option) from product_options option where product_id = product.id order by position
    ) as options, array(
      select to_jsonb(variant) from product_variants variant where product_id = product.id order by position
    ) as variants
    from products product where id = ${id}`;
  if (!grid) throw new Error(`There is no product ${id}`);
  return grid;
}

/** The call that saves a grid over a version. */
export const saving = (
  id: string,
  options: unknown,
  variants: unknown,
  version: number,
): [string, string[]] => [
  'select save_product_variants($1, $2::text::int, $3::text::jsonb, $4::text::jsonb)',
  [id, String(version), JSON.stringify(options), JSON.stringify(variants)],
];

/** The refusal of a grid, with its parameters; the product must be unchanged. */
export async function refused(id: string, options: unknown, variants: unknown) {
  const before = await product(id);
  const refusal = await admin.refusal(...saving(id, options, variants, before?.version));
  expect(await product(id)).toEqual(before);
  return { ...refusal, ...JSON.parse(refusal.hint ?? '{}') };
}
