import type { Attribute } from '#app/product/attributes.ts';
import { isEtsyFile, readEtsyFile } from './etsy-file.ts';
import { type FileTable, headingOf, lineOf, readTable } from './file-table.ts';
import { plainLines } from './foreign-file.ts';
import { htmlText } from './html-text.ts';
import { type ReadRows, UnreadableFile } from './import-rows.ts';
import { isMagentoFile, readMagentoFile } from './magento-file.ts';
import { readStoreFile, storeHeadings } from './own-file.ts';
import { isShopifyFile, readShopifyFile } from './shopify-file.ts';
import { isWooCommerceFile, readWooCommerceFile } from './woocommerce-file.ts';

/**
 * Column with the reason in a file of refused rows; the import ignores it, so that such a file can be
 * imported again.
 */
export const reasonColumn = 'reason';

/** The systems whose files are read, by their headings; `mapped` is one whose columns somebody has matched by hand. */
type Source = 'own' | 'shopify' | 'woocommerce' | 'magento' | 'etsy' | 'mapped';

/** Products of a file, its format, and its original headings and cells. */
export type ReadFile = ReadRows & {
  source: Source;
  head: string[];
  /** Original cells of each line, by row number. */
  cells: ReadonlyMap<number, string[]>;
  /** Whether a column of the file is the price. */
  hasPrice: boolean;
};

/** The store's column of a file's columns, by normalised heading; '' leaves a column out. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** Headings of the store's own format that no other system writes. */
const ownMarks = [
  'original_price',
  'image_texts',
  'is_active',
  'is_new',
  'variant_stock',
  'variant_original_price',
];

/** Returns the system that a file comes from, by its normalised headings; undefined when it is none of the known. */
function sourceOf(columns: readonly string[]): Source | undefined {
  const isNamed = columns.includes('name') || columns.includes('id');
  if (isNamed && ownMarks.some((heading) => columns.includes(heading))) return 'own';
  if (isShopifyFile(columns)) return 'shopify';
  if (isMagentoFile(columns)) return 'magento';
  if (isEtsyFile(columns)) return 'etsy';
  if (isWooCommerceFile(columns)) return 'woocommerce';
  return isNamed ? 'own' : undefined;
}

/**
 * Reads the products of a file. Its system is known from its headings, in any order, some of them missing; columns that
 * are not known are listed. Invalid products are returned separately.
 * @param mapping says which columns of an unknown system are which of the store's
 * @throws UnreadableFile
 */
export async function readFile(
  content: string,
  attributes: readonly Attribute[],
  mapping?: ColumnMapping,
): Promise<ReadFile> {
  const table = await readTable(content);
  const source = mapping ? 'mapped' : sourceOf(table.columns);
  if (!source) throw new UnreadableFile('csvNoName');
  const read = readProducts(table, source, attributes, mapping);
  return {
    ...read,
    unknown: read.unknown.filter((column) => headingOf(column) !== reasonColumn),
    warnings: [...(read.warnings ?? []), ...table.ruined].toSorted((one, other) => one.row - other.row),
    source,
    head: table.head,
    cells: new Map(table.lines.map(({ row, cells }) => [row, cells])),
  };
}

type Products = ReadRows & Pick<ReadFile, 'hasPrice'>;

function readProducts(
  { head, columns, lines }: FileTable,
  source: Source,
  attributes: readonly Attribute[],
  mapping: ColumnMapping = {},
): Products {
  const priced = (read: ReadRows): Products => ({
    ...read,
    hasPrice: read.rows.some(({ set }) => 'price' in set),
  });
  switch (source) {
    case 'shopify':
      return priced(readShopifyFile(head, columns, lines));
    case 'woocommerce':
      return priced(readWooCommerceFile(head, columns, lines, attributes));
    case 'magento':
      return priced(readMagentoFile(head, columns, lines));
    case 'etsy':
      return priced(readEtsyFile(head, columns, lines));
    case 'mapped': {
      const mapped = columns.map((column) => mapping[column] ?? '');
      const plain = plainLines(lines, mapped, ['description'], ['images', 'videos', 'variant_image']);
      const place = mapped.indexOf('description');
      const texts = plain.map(({ row, cells }) =>
        lineOf(
          row,
          cells.map((cell, index) => (index === place ? htmlText(cell) : cell)),
          mapped,
        ),
      );
      return readOwn(mapped, texts, attributes);
    }
    case 'own':
      return readOwn(columns, lines, attributes);
  }
}

function readOwn(
  columns: readonly string[],
  lines: FileTable['lines'],
  attributes: readonly Attribute[],
): Products {
  if (!columns.includes('name') && !columns.includes('id')) throw new UnreadableFile('csvNoName');
  const knownHeadings = storeHeadings(attributes).map(headingOf);
  if (columns.some((column, index) => knownHeadings.includes(column) && columns.indexOf(column) !== index)) {
    throw new UnreadableFile('csvColumnTwice');
  }
  const hasPrice = columns.includes('price') || columns.includes('variant_price');
  return { ...readStoreFile(columns, lines, attributes), hasPrice };
}
