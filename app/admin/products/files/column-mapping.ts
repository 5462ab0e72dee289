import { browserStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { fields, text } from '#app/product/parse-values.ts';
import type { FileTable } from './file-table.ts';
import type { ColumnMapping } from './read-file.ts';
import { englishHeading } from './woocommerce-headings.ts';

/** A column of a file: its heading, the normalised one, and its first value. */
export type FileColumn = { heading: string; column: string; sample: string };

/** Maximum number of heading lines whose columns are remembered. */
const mostRemembered = 20;

const storage = () => browserStorage(`souk-import-columns-${pageTenant()}`);

function readStored(): Record<string, unknown> {
  try {
    return fields(JSON.parse(storage().read() ?? '{}'));
  } catch {
    return {};
  }
}

const lineOf = (columns: readonly string[]) => columns.join('\n');

/** Returns how the columns of a file with these headings were matched last, in this store. */
export function storedMapping(columns: readonly string[]): ColumnMapping | undefined {
  const stored = readStored()[lineOf(columns)];
  if (stored === undefined) return undefined;
  return Object.fromEntries(Object.entries(fields(stored)).map(([column, target]) => [column, text(target)]));
}

/** Remembers how the columns of a file were matched; without a mapping it is forgotten. */
export function storeMapping(columns: readonly string[], mapping: ColumnMapping | undefined): void {
  const { [lineOf(columns)]: _, ...others } = readStored();
  const latest = Object.entries(others).slice(1 - mostRemembered);
  const entries = mapping ? [...latest, [lineOf(columns), mapping] as const] : latest;
  storage().write(JSON.stringify(Object.fromEntries(entries)));
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
