import type { Json } from '#app/lib/database.types.ts';
import { cutText } from '#app/lib/typed-text.ts';
import { isValidUrl } from '#app/product/parse-values.ts';
import { typedTags } from '../model/product-form.ts';
import { lineOf } from './file-table.ts';
import { plainText } from './html-text.ts';
import {
  type FileRow,
  type FileVariant,
  fileOptionsOf,
  type ImportProblem,
  type Line,
  type Reading,
  type ReadRows,
  type RefusedProduct,
  UnreadableCell,
  type Warning,
  withoutDuplicates,
} from './import-rows.ts';
import { amountOf } from './product-file-columns.ts';

/** A variant in another system's file, with its price and original price; null where it has none. */
export type PricedVariant = FileVariant & { price: number | null; original_price: number | null };

/** A product as read from another system's file. */
type ForeignProduct = {
  set: Record<string, Json>;
  category: string;
  optionNames: string[];
  variants: PricedVariant[];
};

/**
 * Converts the cells of another system's file to plain text, without entities and tags. Descriptions stay
 * HTML; addresses are only unescaped.
 */
export function plainLines(
  lines: readonly Line[],
  columns: readonly string[],
  html: readonly string[],
  addresses: readonly string[],
): Line[] {
  const convert = columns.map((column) => {
    if (html.includes(column)) return (cell: string) => cell;
    return addresses.includes(column) ? (cell: string) => cell.replace(/&(amp|#0*38);/g, '&') : plainText;
  });
  return lines.map(({ row, cells }) =>
    lineOf(
      row,
      cells.map((cell, index) => convert[index]?.(cell) ?? cell),
      columns,
    ),
  );
}

/** Parses a price and its original price, which is used only when higher. @throws UnreadableCell */
export function pricesOf(price: string, original: string): Pick<PricedVariant, 'price' | 'original_price'> {
  const now = price.trim() === '' ? null : amountOf(price);
  const before = original.trim() === '' ? null : amountOf(original);
  return { price: now, original_price: now !== null && before !== null && before > now ? before : null };
}

/** Validates picture addresses and removes duplicates. @throws UnreadableCell */
export function picturesOf(addresses: readonly string[]): string[] {
  const unique = [...new Set(addresses.map((address) => address.trim()).filter(Boolean))];
  if (!unique.every(isValidUrl)) throw new UnreadableCell({ messageKey: 'csvAddress' });
  return unique;
}

/** Placeholders of search engine plugins, such as %%title%%, %sep% and #post_title. */
const placeholder = /%%?\w+%|#\w+/;

/** Another system's search data of a product: its tags, its search engine texts and the address of its page. */
export type FoundBy = { tags: string; title: string; description: string; address: string };

/** Converts a product's search data to columns; texts that are too long are cut or left out. */
export function findingColumns({ tags, title, description, address }: FoundBy): Record<string, Json> {
  const isText = (text: string) => !placeholder.test(text);
  return {
    tags: typedTags(tags)
      .filter((tag) => tag.length <= 255)
      .slice(0, 250),
    seo_title: isText(title) ? cutText(title.trim(), 200) : '',
    seo_description: isText(description) ? cutText(description.trim(), 1000) : '',
    old_paths: address.length > 0 && address.length <= 500 ? [address] : [],
  };
}

/** Returns the last segment of a category path such as 'Clothing > Hoodies'. */
export const leafOf = (path: string) => path.split('>').at(-1)?.trim() ?? '';

/**
 * Converts a product to an import row: the first variant's price becomes the product's, and variants with the
 * same price inherit it. If only some variants have a price, the others are not for sale. Empty texts are
 * omitted, so that they do not overwrite stored ones.
 */
function rowOf(row: number, { set, category, optionNames, variants }: ForeignProduct): FileRow {
  const price = variants.find((variant) => variant.price !== null)?.price ?? null;
  const original = variants[0]?.original_price ?? null;
  const samePrices = variants.every(
    (variant) => variant.price === price && variant.original_price === original,
  );
  const columns: Record<string, Json> = {
    ...set,
    ...(price === null ? {} : { price, original_price: samePrices ? original : null }),
  };
  return {
    row,
    set: Object.fromEntries(
      Object.entries(columns).filter(
        ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
      ),
    ),
    ...(category ? { category } : {}),
    options: fileOptionsOf(optionNames, variants),
    variants: variants.map(({ price: variantPrice, original_price, ...variant }) => ({
      ...variant,
      ...(price === null
        ? {}
        : {
            price: variantPrice === price ? null : variantPrice,
            original_price: samePrices ? null : original_price,
            ...(variantPrice === null ? { is_active: false } : {}),
          }),
    })),
  };
}

/** Problems of a whole product rather than of a column. */
const productProblems: readonly ImportProblem['messageKey'][] = ['csvGiftCard', 'csvKind', 'csvParent'];

/**
 * Reads the products of another system's file.
 * @param groups lines of each product
 * @param nameIn returns a product's name
 * @param read reads a product; throws UnreadableCell
 * @param uniqueName returns another name for a product whose name is taken; without it such a product is
 * refused
 */
export function readForeign(
  groups: readonly Line[][],
  nameIn: (lines: readonly Line[]) => string,
  read: (lines: readonly Line[], reading: Reading) => ForeignProduct,
  uniqueName: (lines: readonly Line[]) => string = nameIn,
): Pick<ReadRows, 'rows' | 'refused' | 'lines' | 'warnings'> {
  const rows: FileRow[] = [];
  const refused: RefusedProduct[] = [];
  const warnings: Warning[] = [];
  const names = new Set<string>();
  for (const group of groups) {
    const [first] = group;
    if (!first) continue;
    const name = names.has(nameIn(group).toLowerCase()) ? uniqueName(group) : nameIn(group);
    let [lineRow, column] = [first.row, ''];
    const refuse = (problem: ImportProblem) =>
      refused.push({
        row: first.row,
        name,
        column,
        problem,
        ...(lineRow === first.row ? {} : { at: lineRow }),
      });
    try {
      const product = read(group, (line, heading) => {
        [lineRow, column] = [line.row, heading];
      });
      if (names.has(name.toLowerCase())) {
        [lineRow, column] = [first.row, 'name'];
        refuse({ messageKey: 'csvTwice' });
        continue;
      }
      names.add(name.toLowerCase());
      const isPriced = product.variants.some(({ price }) => price !== null);
      for (const { row, options, price } of isPriced ? product.variants : []) {
        if (price === null) warnings.push({ kind: 'unpriced', row, text: [name, ...options].join(', ') });
      }
      rows.push(rowOf(first.row, { ...product, set: { ...product.set, name } }));
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      if (productProblems.includes(error.problem.messageKey)) column = '';
      refuse(error.problem);
    }
  }
  return { ...withoutDuplicates(groups, rows, refused), warnings };
}

/** Returns the headings of ignored columns that have values. */
export function ignoredHeadings(
  head: readonly string[],
  columns: readonly string[],
  lines: readonly Line[],
  used: ReadonlySet<string>,
): string[] {
  return head.filter((_, index) => {
    const column = columns[index] ?? '';
    return column && !used.has(column) && lines.some(({ cells }) => (cells[index] ?? '').trim() !== '');
  });
}
