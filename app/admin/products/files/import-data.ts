import { adminRequestsTexts } from '#app/i18n/texts/admin-requests.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database, Enums } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { refusalText } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { shownColumns } from '#app/product/product-columns.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { readStoredAttributes } from '../../attributes/attributes-data.ts';
import { type AskedAct, offerToAsk } from '../../ui/asked-act.ts';
import { readByKey, sortedBy } from '../../ui/list/read-by-key.ts';
import type { FileRow } from './import-rows.ts';
import type { FileProduct, ProductsForFile } from './product-file-columns.ts';

/** Maximum number of products, and of their variant lines, per request. */
const mostProducts = 100;
const mostLines = 250;

type ImportedRow = Database['public']['CompositeTypes']['imported_row'];
type Imported = Database['public']['CompositeTypes']['product_import_result'];
type Columns = Record<string, unknown>;

/**
 * Result of a row, or of a dry run; `before` and `after` hold the changed columns. `new_category` was
 * created with the row; `missing_category` is why it was refused.
 */
export type RowOutcome = Partial<
  Omit<ImportedRow, 'row' | 'outcome' | 'refusal' | 'before' | 'after'> & {
    before: Columns | null;
    after: Columns | null;
  }
> & {
  row: number;
  outcome: Enums<'import_outcome'>;
  /** Refused because of the person's ceiling. */
  isAbove?: boolean;
};

const outcomeOf = ({ refusal, row, outcome, before, after, message, ...rest }: ImportedRow): RowOutcome => ({
  ...rest,
  row: row ?? 0,
  outcome: outcome ?? 'refused',
  before: before as Columns | null,
  after: after as Columns | null,
  message: refusal ? refusalText(refusal) : message,
  isAbove: refusal?.code === 'above_ceiling',
});

type Progress = (done: number, all: number) => void;

/** `dry` changes nothing; `createCategories` adds missing ones. */
type ImportMode = { dry: boolean; createCategories: boolean };

/**
 * Imports rows in batches and returns the result of each. `changeId` undoes all of it. When a batch fails,
 * the error holds the results so far.
 * @throws ImportInterrupted
 */
export async function importRows(
  rows: readonly FileRow[],
  { dry, createCategories }: ImportMode,
  onProgress: Progress,
) {
  const supabase = await loadSupabase();
  const outcomes: RowOutcome[] = [];
  let changeId: string | null = null;
  for (const batch of splitIntoBatches(rows)) {
    onProgress(outcomes.length, rows.length);
    try {
      const part = {
        p_tenant_id: pageTenant(),
        p_rows: batch,
        p_dry: dry,
        p_create_categories: createCategories,
        ...(dry ? { p_seen: earlierMatches(batch, outcomes) } : {}),
        ...(changeId ? { p_change_id: changeId } : {}),
      };
      const result: Imported = await sendOnce(
        `import_products ${changeId} ${batch[0]?.row}`,
        async (requestId) =>
          dataOf(await supabase.rpc('import_products', { ...part, p_request_id: requestId })),
      );
      changeId = result.change_id;
      const names = new Map(batch.map(({ row, id, set }) => [row, String(set.name ?? id ?? '')]));
      const imported = (result.rows ?? []).map(outcomeOf);
      outcomes.push(...imported.map((row) => ({ ...row, name: row.name ?? names.get(row.row) })));
    } catch (error) {
      throw new ImportInterrupted(error, outcomes, changeId);
    }
  }
  onProgress(rows.length, rows.length);
  return { outcomes, changeId };
}

/** Offers to ask somebody for rows above the person's ceiling; pictures that the store does not have yet are left out. */
export function askForRows(rows: readonly FileRow[], createCategories: boolean): void {
  const acts = splitIntoBatches(rows.map(withoutPictures)).map((batch): AskedAct => {
    const args = { p_tenant_id: pageTenant(), p_rows: batch, p_dry: false };
    return { act: 'import_products', args: { ...args, p_create_categories: createCategories } };
  });
  offerToAsk(acts, adminRequestsTexts()('aboveRows', { count: rows.length }));
}

const withoutPictures = ({ set: { images: _, image_alts: __, ...set }, ...row }: FileRow): FileRow => ({
  ...row,
  set,
  ...(row.variants && { variants: row.variants.map(({ image: ___, ...variant }) => variant) }),
});

/** Splits rows into batches that the database can process quickly. */
export function splitIntoBatches(rows: readonly FileRow[]): FileRow[][] {
  const batches: FileRow[][] = [];
  let lines = 0;
  for (const row of rows) {
    const batch = batches.at(-1);
    lines += row.variants?.length ?? 1;
    if (batch && batch.length < mostProducts && lines <= mostLines) batch.push(row);
    else {
      batches.push([row]);
      lines = row.variants?.length ?? 1;
    }
  }
  return batches;
}

/**
 * Returns the products from earlier batches of a dry run that these rows match, as those batches would have
 * left them.
 */
export function earlierMatches(rows: readonly FileRow[], outcomes: readonly RowOutcome[]) {
  const lowerCase = (name: unknown) => String(name ?? '').toLowerCase();
  const ids = new Set(rows.flatMap(({ id }) => id ?? []));
  const names = new Set(rows.flatMap(({ id, set }) => (id ? [] : lowerCase(set.name))));
  return outcomes.flatMap(({ outcome, id, name, before }) => {
    if (!id || !name || (outcome !== 'added' && outcome !== 'changed')) return [];
    const matches = ids.has(id) || names.has(lowerCase(name)) || names.has(lowerCase(before?.name));
    return matches ? [{ id, name }] : [];
  });
}

/** Thrown when an import stopped before its last row. */
export class ImportInterrupted extends Error {
  readonly outcomes: RowOutcome[];
  readonly changeId: string | null;

  constructor(cause: unknown, outcomes: RowOutcome[], changeId: string | null) {
    super('The import ended before its last row', { cause });
    this.outcomes = outcomes;
    this.changeId = changeId;
  }
}

/** Products per request of an export. */
const productsPerRequest = 200;

const columns =
  `id, tenant_id, category_id, ${shownColumns}, is_active, tags, slug, old_paths, image_alts, translations, attributes, on_sale, rating, review_count, version, created_at, updated_at, deleted_at, categories (name, translations), product_options (name, kind, translations), product_variants (option1, option2, option3, sku, barcode, price, original_price, stock, weight_grams, image, is_active, variant_costs (cost))` as const;

/**
 * Reads the store's products for an export, sorted by name; all products without a condition.
 * @param seesCosts whether the file has costs; others would get none from the database
 * @throws BackendError
 */
export async function readForFile(
  seesCosts: boolean,
  condition = '',
  onProgress?: Progress,
): Promise<ProductsForFile> {
  const [supabase, attributes] = await Promise.all([loadSupabase(), readStoredAttributes()]);
  let [done, all] = [0, 0];
  const products = await readByKey<FileProduct>(async (after, limit) => {
    // Only the first request needs the count.
    const counted = after === null ? { count: 'exact' as const } : undefined;
    let query = supabase.from('products').select(columns, counted).eq('tenant_id', pageTenant());
    if (condition) query = query.or(condition);
    if (after !== null) query = query.gt('id', after);
    const page = await query
      .order('id')
      .order('position', { referencedTable: 'product_options' })
      .order('position', { referencedTable: 'product_variants' })
      .limit(limit);
    const rows = dataOf(page, 'Failed to fetch products');
    all = Math.max(page.count ?? all, done + rows.length);
    done += rows.length;
    onProgress?.(done, all);
    return rows.map(({ categories, product_options: options, product_variants: variants, ...row }) => ({
      ...row,
      options,
      variants: variants.map(({ variant_costs: known, ...variant }) => ({
        ...variant,
        cost: known?.cost ?? null,
      })),
      category: categories?.name ?? '',
      categoryTranslations: categories?.translations ?? {},
    }));
  }, productsPerRequest);
  return { products: sortedBy(products, 'name', true), attributes, seesCosts };
}
