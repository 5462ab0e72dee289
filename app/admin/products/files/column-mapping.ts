import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { fields, text } from '#app/product/parse-values.ts';
import type { FileTable } from './file-table.ts';
import type { ColumnMapping } from './read-file.ts';
import { englishHeading } from './woocommerce-headings.ts';

/** A column of a file: its heading, the normalised one, and its first value. */
export type FileColumn = { heading: string; column: string; sample: string };

/** Maximum number of files whose columns are looked through; the latest matched ones. */
const mostFiles = 100;

const lineOf = (columns: readonly string[]) => columns.join('\n');

/** Reads how the store's staff last matched the columns of a file with these headings. @throws BackendError */
async function readMatched(supabase: Supabase, columns: readonly string[]) {
  const answer = await supabase
    .from('import_columns')
    .select('id, headings, columns')
    .eq('tenant_id', pageTenant())
    .order('updated_at', { ascending: false })
    .limit(mostFiles);
  return dataOf(answer).find(({ headings }) => headings === lineOf(columns));
}

/** Returns how the store's staff last matched the columns of a file with these headings. @throws BackendError */
export async function storedMapping(columns: readonly string[]): Promise<ColumnMapping | undefined> {
  const matched = await readMatched(await loadSupabase(), columns);
  if (!matched) return undefined;
  const targets = Object.entries(fields(matched.columns));
  return Object.fromEntries(targets.map(([column, target]) => [column, text(target)]));
}

/**
 * Remembers for all staff of the store how the columns of a file were matched; without a mapping it is forgotten.
 * @throws BackendError
 */
export async function storeMapping(
  columns: readonly string[],
  mapping: ColumnMapping | undefined,
): Promise<void> {
  const supabase = await loadSupabase();
  if (mapping) {
    const row = { tenant_id: pageTenant(), headings: lineOf(columns), columns: mapping };
    dataOf(await supabase.from('import_columns').upsert(row, { onConflict: 'tenant_id,headings_key' }));
    return;
  }
  const matched = await readMatched(supabase, columns);
  if (matched) dataOf(await supabase.from('import_columns').delete().eq('id', matched.id));
}

/** Returns the columns of a file with their first values. */
export function columnsIn({ head, columns, lines }: FileTable): FileColumn[] {
  return head.flatMap((heading, index) => {
    const column = columns[index] ?? '';
    const sample = lines.map(({ cells }) => (cells[index] ?? '').trim()).find(Boolean) ?? '';
    return column ? [{ heading, column, sample }] : [];
  });
}

/** Columns of the store by what others call them. */
const synonyms: Readonly<Record<string, string>> = {
  ...{
    title: 'name',
    product: 'name',
    product_name: 'name',
    item: 'name',
    المنتج: 'name',
    اسم_المنتج: 'name',
  },
  ...{ regular_price: 'price', selling_price: 'price', السعر: 'price', سعر: 'price', سعر_البيع: 'price' },
  ...{ compare_at_price: 'original_price', old_price: 'original_price', السعر_قبل_الخصم: 'original_price' },
  ...{ quantity: 'stock', qty: 'stock', inventory: 'stock', الكمية: 'stock' },
  ...{ categories: 'category', القسم: 'category', short_description: 'description' },
  ...{
    brands: 'brand',
    vendor: 'brand',
    الماركة: 'brand',
    image: 'images',
    image_url: 'images',
    photo: 'images',
  },
  ...{ 'gtin,_upc,_ean,_or_isbn': 'barcode', ean: 'barcode', upc: 'barcode', code: 'sku' },
};

/** Suggests the store's column for each of a file's, each at most once. */
export function suggestMapping(columns: readonly FileColumn[], known: readonly string[]): ColumnMapping {
  const used = new Set<string>();
  return Object.fromEntries(
    columns.map(({ column }) => {
      const english = englishHeading(column);
      const target = [column, english, synonyms[column], synonyms[english]].find(
        (candidate) => candidate !== undefined && known.includes(candidate) && !used.has(candidate),
      );
      if (target) used.add(target);
      return [column, target ?? ''];
    }),
  );
}
