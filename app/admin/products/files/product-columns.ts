import type { Json, Tables } from '#app/lib/database.types.ts';
import { addressList, canFollow, fields, optionList, text } from '#app/product/legacy-values.ts';
import { withPoint } from '../../kit/edit/amount-text.ts';
import { unguarded } from './cell-guard.ts';

/** A product as the file's writer reads it: its row and the name of its category. */
export type FileProduct = Omit<
  Tables<'products'>,
  'search' | 'min_price' | 'max_price' | 'types' | 'sizes' | 'colors' | 'materials' | 'genders'
> & {
  category: string;
};

type Words = 'csvNumber' | 'csvWhole' | 'csvFlag' | 'csvPercent' | 'csvAddress' | 'csvNeeded';

/** A cell that cannot be read, in words of `csvWords`. */
export class UnreadableCell extends Error {
  readonly word: Words;
  constructor(word: Words) {
    super(word);
    this.word = word;
  }
}

interface FileColumn {
  write: (product: FileProduct) => string;
  /** The column's value for the database, from a cell that is not blank. @throws UnreadableCell */
  read: (cell: string) => Json;
  /** What the column holds once it is cleared; undefined for one that a product cannot be without. */
  cleared?: Json;
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

/** A comma list, or a JSON list where an entry would not survive in one. */
const options = (column: 'type' | 'size' | 'color' | 'material' | 'gender'): FileColumn => ({
  write: (product) => {
    const list = storedList(product[column] ?? '');
    const simple = list.join(', ');
    const survives = JSON.stringify(optionList(simple)) === JSON.stringify(list);
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
    if (!said.every(canFollow)) throw new UnreadableCell('csvAddress');
    return said;
  },
  cleared: [],
});

const yes = /^(yes|true|1|x|نعم)$/i;
const no = /^(no|false|0|لا)$/i;

const flag = (column: 'featured' | 'is_new' | 'is_active'): FileColumn => ({
  write: (product) => (product[column] ? 'yes' : 'no'),
  read: (cell) => {
    const said = cell.trim();
    if (yes.test(said)) return true;
    if (no.test(said)) return false;
    throw new UnreadableCell('csvFlag');
  },
});

/** A number as spreadsheets write it, with a point or a comma; currency and spaces do not matter. */
function numberOf(cell: string, shape: RegExp, word: Words): number {
  const said = withPoint(cell.replace(/EGP|E£|%|\s/gi, ''));
  if (!shape.test(said)) throw new UnreadableCell(word);
  return Number(said);
}
const amount = /^\d{1,8}(\.\d{1,2})?$/;
const whole = /^\d{1,8}(\.0{1,2})?$/;

/** The columns of the file, in their order, besides id, name and category. */
export const valueColumns = {
  description: plainText('description'),
  price: {
    write: ({ price }) => String(price),
    read: (cell) => numberOf(cell, amount, 'csvNumber'),
  },
  original_price: {
    write: ({ original_price }) => (original_price === null ? '' : String(original_price)),
    read: (cell) => numberOf(cell, amount, 'csvNumber'),
    cleared: null,
  },
  discount: {
    write: ({ discount }) => String(discount ?? 0),
    read: (cell) => numberOf(cell, /^\d{1,3}(\.\d{1,2})?$/, 'csvPercent'),
    cleared: 0,
  },
  stock: { write: ({ stock }) => String(stock), read: (cell) => numberOf(cell, whole, 'csvWhole') },
  unit: plainText('unit'),
  brand: plainText('brand'),
  type: options('type'),
  size: options('size'),
  color: options('color'),
  material: options('material'),
  gender: options('gender'),
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
export function readCell(column: Pick<FileColumn, 'read' | 'cleared'>, cell: string): Json | undefined {
  if (cell.trim() === '') return undefined;
  if (cell.trim() !== clearingCell) return column.read(unguarded(cell));
  if (column.cleared === undefined) throw new UnreadableCell('csvNeeded');
  return column.cleared;
}

/** The lines of a cell as texts of the pictures that they stand beside. */
export function readAlts(cell: string, images: readonly string[]): Record<string, string> {
  const said = lines(cell);
  return Object.fromEntries(
    images.flatMap((address, index) => (said[index] ? [[address, said[index]]] : [])),
  );
}

/** Headings of the file. */
export const fileColumns = ['id', 'name', 'category', ...Object.keys(valueColumns), 'image_texts'];
