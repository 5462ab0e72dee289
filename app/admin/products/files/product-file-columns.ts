import type { Json, Tables } from '#app/lib/database.types.ts';
import { numberText } from '#app/lib/typed-number.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import type { Attribute } from '#app/product/attributes.ts';
import type { OptionField } from '#app/product/option-fields.ts';
import { addressList, fields, isValidUrl, optionList, text } from '#app/product/parse-values.ts';
import { type ColumnName, productColumns } from '#app/product/product-columns.ts';
import { readAmount } from '../../ui/table-file/amounts.ts';
import { unguardCell } from '../../ui/table-file/cell-guard.ts';
import { typedPaths, typedTags } from '../model/product-form.ts';
import { UnreadableCell } from './import-rows.ts';

/** A product for the export, with its category's name, options and variants. */
export type FileProduct = Omit<
  Tables<'products'>,
  'search' | 'search_text' | 'min_price' | 'max_price' | 'product_type' | 'page_slugs' | `${OptionField}s`
> & {
  category: string;
  categoryTranslations: Json;
  options: Pick<Tables<'product_options'>, 'name' | 'kind' | 'translations'>[];
  variants: StoredVariant[];
};

/** Products and attributes for an export; the file has a column of costs only for somebody who sees them. */
export type ProductsForFile = {
  products: readonly FileProduct[];
  attributes: readonly Attribute[];
  seesCosts: boolean;
};

/** A variant for the export; its cost is null when it is not known or not for this person. */
export type StoredVariant = Omit<
  Tables<'product_variants'>,
  'id' | 'tenant_id' | 'product_id' | 'position' | 'version' | 'created_at' | 'updated_at'
> & { cost: number | null };

/** How a column's cells are parsed. */
export interface CellRules {
  /** Parses a cell that is not blank. @throws UnreadableCell */
  read: (cell: string) => Json;
  /** Value of a cleared column; undefined for a required one. */
  cleared?: Json;
}

interface FileColumn extends CellRules {
  write: (product: FileProduct) => string;
}

/** Cell that clears a column; a blank one leaves it unchanged. */
export const clearingCell = '-';

const plainText = (column: ColumnName<'text'>): FileColumn => ({
  write: (product) => product[column] ?? '',
  read: cleanText,
  cleared: null,
});

function jsonList(value: string): string[] | null {
  if (!value.trim().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map((item) => String(item).trim()).filter(Boolean) : null;
  } catch {
    return null;
  }
}

/** Splits a list as the database does, keeping duplicates. */
function storedList(value: string): string[] {
  const entries = value.split(',').map((item) => item.replace(/^[\s"[\]]+|[\s"[\]]+$/g, ''));
  return jsonList(value) ?? entries.filter(Boolean);
}

/** Returns whether a product's column is written per variant. */
function isByVariant(
  { options, variants }: Pick<FileProduct, 'options' | 'variants'>,
  column: string,
): boolean {
  if (column === 'size' || column === 'color') return options.length > 0;
  if (column === 'type') return options.some(({ kind }) => kind === 'type');
  return column === 'stock' && (options.length > 0 || variants.some(({ is_active }) => !is_active));
}

/** A comma-separated list, or a JSON list where a comma would split an entry. */
const options = (column: OptionField): FileColumn => ({
  write: (product) => {
    const list = storedList(product[column] ?? '');
    const simple = list.join(', ');
    const roundTrips = JSON.stringify(optionList(simple)) === JSON.stringify(list);
    if (isByVariant(product, column)) return '';
    return roundTrips ? simple : JSON.stringify(list);
  },
  read: (cell) => {
    const list = jsonList(cell) ?? optionList(cell);
    return list.length > 0 ? JSON.stringify(list) : null;
  },
  cleared: null,
});

const lines = (cell: string) => cell.split(/\r?\n/).map((line) => line.trim());

const addresses = (column: ColumnName<'addresses'>): FileColumn => ({
  write: (product) => addressList(product[column]).join('\n'),
  read: (cell) => {
    const entries = cell.split(/\r?\n|\s*[,;|]\s*(?=https?:)/).flatMap((line) => line.trim() || []);
    if (!entries.every(isValidUrl)) throw new UnreadableCell({ messageKey: 'csvAddress' });
    return entries;
  },
  cleared: [],
});

const textColumns: Record<ColumnName<'texts'>, FileColumn> = {
  tags: { write: ({ tags }) => tags.join(', '), read: typedTags, cleared: [] },
  old_paths: {
    write: ({ old_paths }) => old_paths.join('\n'),
    read: typedPaths,
    cleared: [],
  },
};

const yes = /^(yes|true|1|x|نعم)$/i;
const no = /^(no|false|0|لا)$/i;

/** Parses a yes or no. @throws UnreadableCell */
export function flagOf(cell: string): boolean {
  const text = cell.trim();
  if (yes.test(text)) return true;
  if (no.test(text)) return false;
  throw new UnreadableCell({ messageKey: 'csvFlag' });
}

const flag = (column: ColumnName<'flag'>): FileColumn => ({
  write: (product) => (product[column] ? 'yes' : 'no'),
  read: flagOf,
});

function numberOf(cell: string, shape: RegExp, messageKey: 'csvWhole' | 'csvPercent'): number {
  const text = numberText(cell.replace(/[%٪]/g, ''));
  if (!shape.test(text)) throw new UnreadableCell({ messageKey });
  return Number(text);
}

/** Parses an amount in pounds; calculated ones are rounded to piastres. @throws UnreadableCell */
export function amountOf(cell: string): number {
  const read = readAmount(cell, null);
  const value = cell.trim();
  if ('amount' in read && read.amount >= 0 && read.amount < 1e8) return Math.round(read.amount * 100) / 100;
  if ('problem' in read && read.problem === 'ambiguous')
    throw new UnreadableCell({ messageKey: 'csvAmbiguous', value });
  if ('problem' in read && read.problem === 'spoilt')
    throw new UnreadableCell({ messageKey: 'csvSpoilt', value });
  throw new UnreadableCell({ messageKey: 'csvNumber' });
}

/** Parses a whole number. @throws UnreadableCell */
export const integerOf = (cell: string) => numberOf(cell, /^\d{1,8}(\.0{1,2})?$/, 'csvWhole');

type FiledColumn = Exclude<(typeof productColumns)[number], { kind: 'own' }>;

const amounts: Record<ColumnName<'amount'>, FileColumn> = {
  price: { write: ({ price }) => String(price ?? ''), read: amountOf },
  original_price: {
    write: ({ original_price }) => String(original_price ?? ''),
    read: amountOf,
    cleared: null,
  },
};

function fileColumn({ name, kind }: FiledColumn): FileColumn {
  switch (kind) {
    case 'text':
      return plainText(name);
    case 'list':
    case 'option':
      return options(name);
    case 'amount':
      return amounts[name];
    case 'percent':
      return {
        write: (product) => String(product[name] ?? 0),
        read: (cell) => numberOf(cell, /^\d{1,3}(\.\d{1,2})?$/, 'csvPercent'),
        cleared: 0,
      };
    case 'count':
      return {
        write: (product) => (isByVariant(product, name) ? '' : String(product[name])),
        read: integerOf,
      };
    case 'flag':
      return flag(name);
    case 'addresses':
      return addresses(name);
    case 'texts':
      return textColumns[name];
  }
}

/** Columns of the file in order, apart from id, name and category. */
export const valueColumns: Readonly<Record<string, FileColumn>> = Object.fromEntries(
  productColumns.flatMap((column) =>
    column.name === 'name' || column.kind === 'own' ? [] : [[column.name, fileColumn(column)]],
  ),
);

/** Formats the alternative texts of a product's pictures, one line each. */
export const writeAlts = (product: FileProduct) => writeAltLines(product.images, fields(product.image_alts));

/** Formats alternative texts by address, one line for each picture. */
export function writeAltLines(images: Json, alts: Readonly<Record<string, unknown>>): string {
  const texts = addressList(images).map((address) =>
    text(alts[address])
      .replace(/[\r\n]+/g, ' ')
      .trim(),
  );
  return texts.join('\n').trimEnd();
}

/** Parses a cell; undefined when it is blank and the column stays unchanged. @throws UnreadableCell */
export function readCell(column: CellRules, cell: string): Json | undefined {
  if (cell.trim() === '') return undefined;
  if (cell.trim() !== clearingCell) return column.read(unguardCell(cell));
  if (column.cleared === undefined) throw new UnreadableCell({ messageKey: 'csvNeeded' });
  return column.cleared;
}

/** Assigns the lines of a cell to pictures as alternative texts. */
export function readAlts(cell: string, images: readonly string[]): Record<string, string> {
  const texts = lines(cell);
  return Object.fromEntries(
    images.flatMap((address, index) => (texts[index] ? [[address, texts[index]]] : [])),
  );
}
