import type { Attribute } from '#app/product/attributes.ts';
import { decimalSignOf, readAmount } from '../../ui/table-file/amounts.ts';
import type { ColumnMapping } from '../../ui/table-file/columns.ts';
import type { TableFile } from '../../ui/table-file/read-table-file.ts';
import { isEtsyFile, readEtsyFile } from './etsy-file.ts';
import { type FileTable, headingOf, lineOf, productTable } from './file-table.ts';
import { plainLines } from './foreign-file.ts';
import { htmlText } from './html-text.ts';
import { type FileRow, type Line, type ReadRows, UnreadableFile, type Warning } from './import-rows.ts';
import { isMagentoFile, readMagentoFile } from './magento-file.ts';
import { readStoreFile, storeHeadings } from './own-file.ts';
import { isShopifyFile, readShopifyFile } from './shopify-file.ts';
import { isWooCommerceFile, readWooCommerceFile } from './woocommerce-file.ts';
import { englishHeading } from './woocommerce-headings.ts';

/**
 * Column with the reason in a file of refused rows. The import ignores it, so that the file can be imported
 * again.
 */
export const reasonColumn = 'reason';

/** Systems whose files are recognized by their headings; `mapped` is one with columns matched by hand. */
type Source = 'own' | 'shopify' | 'woocommerce' | 'magento' | 'etsy' | 'mapped';

/** Products of a file, its format, and its original headings and cells. */
export type ReadFile = ReadRows & {
  source: Source;
  head: string[];
  /** Original cells of each line, by row number. */
  cells: ReadonlyMap<number, string[]>;
  /** The file has a price column. */
  hasPrice: boolean;
};

/** Headings of the store's own format that no other system uses. */
const ownMarks = [
  'original_price',
  'image_texts',
  'is_active',
  'is_new',
  'variant_stock',
  'variant_original_price',
];

/** Headings of order and customer lists that product files do not have. */
const ofPeople =
  /^(e-?mail|e_?mail_address|phone|mobile|phone_number|customer|customer_.*|billing_.*|lineitem_.*|financial_status|fulfillment_status|orders?|order_.*|payment_.*|spent|البريد_الإلكتروني|البريد|الهاتف|رقم_الهاتف|الموبايل|العميل|اسم_العميل|الطلبات?|رقم_الطلب)$/;

/**
 * Returns the system of a file, from its normalized headings; undefined when unknown.
 * @param known headings of the store's own format
 * @throws UnreadableFile for a list of orders or customers
 */
function sourceOf(columns: readonly string[], known: readonly string[]): Source | undefined {
  const isNamed = columns.includes('name') || columns.includes('id');
  const ofProducts = columns.filter(
    (column) => known.includes(column) && !['id', 'name', 'tags'].includes(column),
  );
  if (isNamed && ownMarks.some((heading) => columns.includes(heading))) return 'own';
  if (isShopifyFile(columns)) return 'shopify';
  if (isMagentoFile(columns)) return 'magento';
  if (isEtsyFile(columns)) return 'etsy';
  if (isWooCommerceFile(columns)) return 'woocommerce';
  if (ofProducts.length === 0 && columns.filter((column) => ofPeople.test(column)).length > 1)
    throw new UnreadableFile('csvOtherFile');
  return isNamed && ofProducts.length > 0 ? 'own' : undefined;
}

/**
 * Reads the products of a file. Headings determine its system; they may be in any order and incomplete, and
 * unknown ones are listed. Invalid products are returned separately.
 * @param mapping the store's column for each column of an unknown system
 * @throws UnreadableFile
 */
export function readFile(
  file: TableFile,
  attributes: readonly Attribute[],
  mapping?: ColumnMapping,
): ReadFile {
  const table = productTable(file);
  const source = mapping ? 'mapped' : sourceOf(table.columns, storeHeadings(attributes).map(headingOf));
  if (!source) throw new UnreadableFile('csvNoName');
  const names = table.columns.map((column) => mapping?.[column] ?? englishHeading(column));
  const priced = { ...table, lines: withPlainPrices(file, table, names) };
  const read = readProducts(priced, source, attributes, mapping);
  const { rows, warnings } = withoutLongCodes(read.rows);
  return {
    ...read,
    rows,
    unknown: read.unknown.filter((column) => headingOf(column) !== reasonColumn),
    warnings: [...(read.warnings ?? []), ...table.ruined, ...warnings].toSorted(
      (one, other) => one.row - other.row,
    ),
    source,
    head: table.head,
    cells: new Map(table.lines.map(({ row, cells }) => [row, cells])),
  };
}

/** Rewrites ambiguous prices, 1,234 and 1.234, by the decimal separator of the text file's other prices. */
function withPlainPrices(
  { encoding }: TableFile,
  { lines, columns }: FileTable,
  names: readonly string[],
): Line[] {
  const places = names.flatMap((name, place) => (/(^|_)price(_|$)/.test(name) ? [place] : []));
  const cells = lines.flatMap((line) => places.map((place) => line.cells[place] ?? ''));
  const decimal = encoding === null ? null : decimalSignOf(cells);
  if (!decimal) return lines;
  const plain = (cell: string) => {
    const read = readAmount(cell, null);
    const known = readAmount(cell, decimal);
    const isUnclear = 'problem' in read && read.problem === 'ambiguous' && 'amount' in known;
    return isUnclear ? known.amount.toFixed(4) : cell;
  };
  return lines.map(({ row, cells }) =>
    lineOf(
      row,
      cells.map((cell, place) => (places.includes(place) ? plain(cell) : cell)),
      columns,
    ),
  );
}

const longestCode = 64;

/** Replaces codes that are too long by a warning, so that their products are imported anyway. */
function withoutLongCodes(rows: readonly FileRow[]): { rows: FileRow[]; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const isLong = (code: unknown) => typeof code === 'string' && code.length > longestCode;
  const short = rows.map((row) => ({
    ...row,
    ...(row.variants && {
      variants: row.variants.map((variant) => {
        const { sku, barcode } = variant;
        for (const code of [sku, barcode])
          if (isLong(code)) warnings.push({ kind: 'longCode', row: variant.row, text: String(code) });
        const long = [isLong(sku) ? 'sku' : '', isLong(barcode) ? 'barcode' : ''];
        const kept = Object.entries(variant).filter(([column]) => !long.includes(column));
        return { ...Object.fromEntries(kept), row: variant.row, options: variant.options };
      }),
    }),
  }));
  return { rows: short, warnings };
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
