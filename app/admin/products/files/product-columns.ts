import type { Json, Tables } from '#app/lib/database.types.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { addressList, canFollow, fields, optionList, text } from '#app/product/legacy-values.ts';
import { byOptionField, type OptionField } from '#app/product/option-fields.ts';
import { withPoint } from '../../kit/edit/amount-text.ts';
import { unguarded } from './cell-guard.ts';
import { UnreadableCell } from './import-rows.ts';

/** A product as the file's writer reads it: its row, the name of its category, and what is sold of it in order. */
export type FileProduct = Omit<
  Tables<'products'>,
  'search' | 'min_price' | 'max_price' | `${OptionField}s`
> & {
  category: string;
  options: Pick<Tables<'product_options'>, 'name' | 'kind'>[];
  variants: StoredVariant[];
};

/** The products of a file, and the attributes that their store has. */
export type ProductsForFile = { products: readonly FileProduct[]; attributes: readonly Attribute[] };

/** A variant as the file's writer reads it. */
export type StoredVariant = Omit<
  Tables<'product_variants'>,
  'id' | 'tenant_id' | 'product_id' | 'position' | 'version' | 'created_at' | 'updated_at'
>;

/** How a cell is read. */
export interface CellRules {
  /** The column's value for the database, from a cell that is not blank. @throws UnreadableCell */
  read: (cell: string) => Json;
  /** What the column holds once it is cleared; undefined for one that a product cannot be without. */
  cleared?: Json;
}

interface FileColumn extends CellRules {
  write: (product: FileProduct) => string;
}

/** The cell that clears a column; a blank one leaves it as it is. */
export const clearingCell = '-';

const plainText = (column: 'description' | 'unit' | 'brand'): FileColumn => ({
  write: (product) => product[column] ?? '',
  read: (cell) => cell.trim(),
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

/** The entries as the database reads them from its text, which keeps repeated ones. */
function storedList(value: string): string[] {
  const entries = value.split(',').map((item) => item.replace(/^[\s"[\]]+|[\s"[\]]+$/g, ''));
  return jsonList(value) ?? entries.filter(Boolean);
}

/** Whether the lines of its variants say a column of a product. */
export function isByVariant(
  { options, variants }: Pick<FileProduct, 'options' | 'variants'>,
  column: string,
): boolean {
  if (column === 'size' || column === 'color') return options.length > 0;
  if (column === 'type') return options.some(({ kind }) => kind === 'type');
  return column === 'stock' && (options.length > 0 || variants.some(({ is_active }) => !is_active));
}

/** A comma list, or a JSON list where an entry would not survive in one. */
const options = (column: OptionField): FileColumn => ({
  write: (product) => {
    const list = storedList(product[column] ?? '');
    const simple = list.join(', ');
    const survives = JSON.stringify(optionList(simple)) === JSON.stringify(list);
    if (isByVariant(product, column)) return '';
    return survives ? simple : JSON.stringify(list);
  },
  read: (cell) => {
    const list = jsonList(cell) ?? optionList(cell);
    return list.length > 0 ? JSON.stringify(list) : null;
  },
  cleared: null,
});

const lines = (cell: string) => cell.split(/\r?\n/).map((line) => line.trim());

const addresses = (column: 'images' | 'videos'): FileColumn => ({
  write: (product) => addressList(product[column]).join('\n'),
  read: (cell) => {
    const said = lines(cell).filter(Boolean);
    if (!said.every(canFollow)) throw new UnreadableCell({ word: 'csvAddress' });
    return said;
  },
  cleared: [],
});

const yes = /^(yes|true|1|x|نعم)$/i;
const no = /^(no|false|0|لا)$/i;

/** A yes or no. @throws UnreadableCell */
export function flagOf(cell: string): boolean {
  const said = cell.trim();
  if (yes.test(said)) return true;
  if (no.test(said)) return false;
  throw new UnreadableCell({ word: 'csvFlag' });
}

const flag = (column: 'featured' | 'is_new' | 'is_active'): FileColumn => ({
  write: (product) => (product[column] ? 'yes' : 'no'),
  read: flagOf,
});

/** A number as spreadsheets write it, with a point or a comma; currency and spaces do not matter. */
function numberOf(cell: string, shape: RegExp, word: 'csvNumber' | 'csvWhole' | 'csvPercent'): number {
  const said = withPoint(cell.replace(/EGP|E£|%|\s/gi, ''));
  if (!shape.test(said)) throw new UnreadableCell({ word });
  return Number(said);
}

/** An amount in pounds. @throws UnreadableCell */
export const amountOf = (cell: string) => numberOf(cell, /^\d{1,8}(\.\d{1,2})?$/, 'csvNumber');

/** A whole number. @throws UnreadableCell */
export const wholeOf = (cell: string) => numberOf(cell, /^\d{1,8}(\.0{1,2})?$/, 'csvWhole');

/** The columns of the file, in their order, besides id, name and category. */
export const valueColumns = {
  description: plainText('description'),
  price: {
    write: ({ price }) => String(price),
    read: amountOf,
  },
  original_price: {
    write: ({ original_price }) => (original_price === null ? '' : String(original_price)),
    read: amountOf,
    cleared: null,
  },
  discount: {
    write: ({ discount }) => String(discount ?? 0),
    read: (cell) => numberOf(cell, /^\d{1,3}(\.\d{1,2})?$/, 'csvPercent'),
    cleared: 0,
  },
  stock: {
    write: (product) => (isByVariant(product, 'stock') ? '' : String(product.stock)),
    read: wholeOf,
  },
  unit: plainText('unit'),
  brand: plainText('brand'),
  ...byOptionField(options),
  featured: flag('featured'),
  is_new: flag('is_new'),
  is_active: flag('is_active'),
  images: addresses('images'),
  videos: addresses('videos'),
} satisfies Record<string, FileColumn>;

export type ValueColumn = keyof typeof valueColumns;

/** What the pictures of a product show, one line a picture. */
export function writeAlts(product: FileProduct): string {
  const alts = fields(product.image_alts);
  const said = addressList(product.images).map((address) =>
    text(alts[address])
      .replace(/[\r\n]+/g, ' ')
      .trim(),
  );
  return said.join('\n').trimEnd();
}

/**
 * What a cell asks of a column: its new value, or undefined when the cell is blank and the column stays as it is.
 * @throws UnreadableCell
 */
export function readCell(column: CellRules, cell: string): Json | undefined {
  if (cell.trim() === '') return undefined;
  if (cell.trim() !== clearingCell) return column.read(unguarded(cell));
  if (column.cleared === undefined) throw new UnreadableCell({ word: 'csvNeeded' });
  return column.cleared;
}

/** The lines of a cell as texts of the pictures that they stand beside. */
export function readAlts(cell: string, images: readonly string[]): Record<string, string> {
  const said = lines(cell);
  return Object.fromEntries(
    images.flatMap((address, index) => (said[index] ? [[address, said[index]]] : [])),
  );
}
