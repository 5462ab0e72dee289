import { z } from 'zod';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { optionColumns } from '#app/product/option-fields.ts';
import { readAttributes } from '../../attributes/attributes-data.ts';
import type { FileRow } from './import-rows.ts';
import type { FileProduct, ProductsForFile } from './product-columns.ts';

/** Products that are sent at a time, and lines of their variants. */
const mostProducts = 100;
const mostLines = 250;

const outcome = z.object({
  row: z.number(),
  outcome: z.enum(['added', 'changed', 'unchanged', 'refused']),
  id: z.string().optional(),
  name: z.string().optional(),
  column: z.string().optional(),
  message: z.string().optional(),
  before: z.record(z.string(), z.unknown()).optional(),
  after: z.record(z.string(), z.unknown()).optional(),
  new_category: z.string().optional(),
  missing_category: z.string().optional(),
});
const answer = z.object({ change_id: z.string().nullable(), rows: z.array(outcome) });

/**
 * What became of a row, or would become of it; `before` and `after` hold the columns that change. `new_category` was added
 * with the row, for want of `missing_category` it was refused.
 */
export type RowOutcome = z.output<typeof outcome>;

type Progress = (done: number, all: number) => void;

/** A rehearsal changes nothing; `createCategories` adds those that the store does not have. */
type ImportMode = { dry: boolean; createCategories: boolean };

/**
 * Sends a file's rows part by part and answers with what became of each. `changeId` takes all of it back. When a part
 * fails, what went in before is told by the error.
 * @throws ImportBroken
 */
export async function importRows(rows: readonly FileRow[], mode: ImportMode, onProgress: Progress) {
  const { dry, createCategories } = mode;
  const supabase = await loadSupabase();
  const outcomes: RowOutcome[] = [];
  let changeId: string | null = null;
  for (const rowsOfPart of inParts(rows)) {
    onProgress(outcomes.length, rows.length);
    try {
      const sent = await supabase.rpc('import_products', {
        p_tenant_id: pageTenant(),
        p_rows: rowsOfPart,
        p_dry: dry,
        p_create_categories: createCategories,
        ...(dry ? { p_seen: seenBefore(rowsOfPart, outcomes) } : {}),
        ...(changeId ? { p_change_id: changeId } : {}),
      });
      const said = answer.parse(dataOf(sent));
      changeId = said.change_id;
      outcomes.push(...said.rows);
    } catch (error) {
      throw new ImportBroken(error, outcomes, changeId);
    }
  }
  onProgress(rows.length, rows.length);
  return { outcomes, changeId };
}

/** Rows in parts that the database works through in a moment. */
export function inParts(rows: readonly FileRow[]): FileRow[][] {
  const parts: FileRow[][] = [];
  let lines = 0;
  for (const row of rows) {
    const part = parts.at(-1);
    lines += row.variants?.length ?? 1;
    if (part && part.length < mostProducts && lines <= mostLines) part.push(row);
    else {
      parts.push([row]);
      lines = row.variants?.length ?? 1;
    }
  }
  return parts;
}

/** The products of a rehearsal's earlier rows that these rows meet, as those rows would have left them. */
export function seenBefore(rows: readonly FileRow[], outcomes: readonly RowOutcome[]) {
  const fold = (name: unknown) => String(name ?? '').toLowerCase();
  const ids = new Set(rows.flatMap(({ id }) => id ?? []));
  const names = new Set(rows.flatMap(({ id, set }) => (id ? [] : fold(set.name))));
  return outcomes.flatMap(({ outcome, id, name, before }) => {
    if (!id || !name || (outcome !== 'added' && outcome !== 'changed')) return [];
    const met = ids.has(id) || names.has(fold(name)) || names.has(fold(before?.name));
    return met ? [{ id, name }] : [];
  });
}

/** An import that ended before its last row. */
export class ImportBroken extends Error {
  readonly outcomes: RowOutcome[];
  readonly changeId: string | null;

  constructor(cause: unknown, outcomes: RowOutcome[], changeId: string | null) {
    super('The import ended before its last row', { cause });
    this.outcomes = outcomes;
    this.changeId = changeId;
  }
}

const columns =
  `id, tenant_id, category_id, name, description, price, original_price, discount, images, image_alts, videos, unit, stock, featured, is_new, is_active, ${optionColumns}, brand, attributes, on_sale, rating, review_count, version, created_at, updated_at, deleted_at, categories (name), product_options (name, kind), product_variants (option1, option2, option3, sku, barcode, price, original_price, stock, weight_grams, image, is_active)` as const;

/** The products of the store that a condition leaves, all of them without one, for a file, by name. @throws BackendError */
export async function readForFile(onProgress: Progress = () => {}, condition = ''): Promise<ProductsForFile> {
  const [supabase, attributes] = await Promise.all([loadSupabase(), readAttributes()]);
  const products: FileProduct[] = [];
  const step = 200;
  for (let all = 1; products.length < all; ) {
    const chosen = supabase
      .from('products')
      .select(columns, { count: 'exact' })
      .eq('tenant_id', pageTenant());
    const page = await (condition ? chosen.or(condition) : chosen)
      .order('name')
      .order('id')
      .order('position', { referencedTable: 'product_options' })
      .order('position', { referencedTable: 'product_variants' })
      .range(products.length, products.length + step - 1);
    const rows = dataOf(page, 'Failed to fetch products');
    all = rows.length === 0 ? products.length : (page.count ?? 0);
    products.push(
      ...rows.map(({ categories, product_options: options, product_variants: variants, ...row }) => ({
        ...row,
        ...{ options, variants, category: categories?.name ?? '' },
      })),
    );
    onProgress(products.length, all);
  }
  return { products, attributes };
}
