import type { Json } from '#app/lib/database.types.ts';
import { addressList } from '#app/product/legacy-values.ts';
import { unguarded } from './cell-guard.ts';
import {
  clearingCell,
  readAlts,
  readCell,
  UnreadableCell,
  type ValueColumn,
  valueColumns,
} from './product-columns.ts';

/** Most rows of a file. */
const mostRows = 20_000;

/** The column of a file of refused rows that says why; it is read past, so that such a file can be sent again. */
export const reasonColumn = 'reason';

/**
 * One row as the database's `import_products` takes it; `row` is its line in a spreadsheet, the headings being 1. A
 * category of '' takes the product out of its category.
 */
export type FileRow = { row: number; id?: string; category?: string; set: Record<string, Json> };

/** A row that cannot be sent: which column, and why, as a word of `csvWords`. */
type BadRow = {
  row: number;
  name: string;
  column: string;
  word: UnreadableCell['word'] | 'csvTwice' | 'csvTooMany';
};

/** The rows of a file, those that cannot be sent, columns that are not known, and the file's own headings and cells. */
export type ReadFile = {
  rows: FileRow[];
  bad: BadRow[];
  unknown: string[];
  head: string[];
  /** The cells of each row as they stand in the file, by the row's number. */
  cells: ReadonlyMap<number, string[]>;
};

/** Why a file as a whole cannot be imported. */
export class UnreadableFile extends Error {
  readonly word: 'csvEmpty' | 'csvNoName' | 'csvTooLong' | 'csvColumnTwice' | 'csvQuote';
  constructor(word: UnreadableFile['word']) {
    super(word);
    this.word = word;
  }
}

const heading = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const isValueColumn = (column: string): column is ValueColumn => Object.hasOwn(valueColumns, column);
const blank = (cells: string[]) => cells.every((cell) => cell.trim() === '');

/**
 * The rows of a file with commas, semicolons or tabs. Columns may come in any order and any of them may be missing;
 * those that are not known are named. Rows that nothing can be made of are told apart.
 * @throws UnreadableFile
 */
export async function readFile(content: string): Promise<ReadFile> {
  const { parse } = await import('papaparse');
  const { data, errors } = parse<string[]>(content.replace(/^\ufeff/, ''), { skipEmptyLines: false });
  const [head = [], ...body] = data;
  const columns = head.map(heading);
  if (errors.some(({ code }) => code === 'MissingQuotes')) throw new UnreadableFile('csvQuote');
  if (body.every(blank)) throw new UnreadableFile('csvEmpty');
  if (!columns.includes('name') && !columns.includes('id')) throw new UnreadableFile('csvNoName');
  if (body.length > mostRows) throw new UnreadableFile('csvTooLong');
  if (columns.some((column, at) => known(column) && columns.indexOf(column) !== at)) {
    throw new UnreadableFile('csvColumnTwice');
  }
  const unknown = columns.filter((column) => column && column !== reasonColumn && !known(column));
  const rows: FileRow[] = [];
  const bad: BadRow[] = [];
  const cellsOf = new Map<number, string[]>();
  const seen = new Set<string>();
  for (const [index, cells] of body.entries()) {
    if (blank(cells)) continue;
    cellsOf.set(index + 2, cells);
    const cellOf = (column: string) => {
      const at = columns.indexOf(column);
      return at < 0 ? '' : (cells[at] ?? '');
    };
    const read = blank(cells.slice(head.length))
      ? readRow(index + 2, cellOf)
      : { row: index + 2, name: nameIn(cellOf), column: '', word: 'csvTooMany' as const };
    const key = 'set' in read ? (read.id ?? `name ${String(read.set.name ?? '').toLowerCase()}`) : '';
    if ('set' in read && seen.has(key)) {
      const name = String(read.set.name ?? read.id ?? '');
      bad.push({ row: read.row, name, column: read.id ? 'id' : 'name', word: 'csvTwice' });
    } else if ('set' in read) {
      seen.add(key);
      rows.push(read);
    } else bad.push(read);
  }
  return { rows, bad, unknown, head, cells: cellsOf };
}

const known = (column: string) =>
  ['id', 'name', 'category', 'image_texts'].includes(column) || isValueColumn(column);

type CellOf = (column: string) => string;
const nameIn = (cellOf: CellOf) => unguarded(cellOf('name')).trim() || cellOf('id').trim();

function readRow(row: number, cellOf: CellOf): FileRow | BadRow {
  const id = cellOf('id').trim().toLowerCase();
  const set: Record<string, Json> = {};
  let column = 'name';
  try {
    const name = readCell({ read: (cell) => cell.trim() }, cellOf('name'));
    if (name !== undefined) set.name = name;
    for (const [valueColumn, rules] of Object.entries(valueColumns)) {
      column = valueColumn;
      const value = readCell(rules, cellOf(valueColumn));
      if (value !== undefined) set[valueColumn] = value;
    }
  } catch (error) {
    if (!(error instanceof UnreadableCell)) throw error;
    return { row, name: nameIn(cellOf), column, word: error.word };
  }
  const images = addressList(set.images);
  const alts = cellOf('image_texts');
  if (alts.trim() === clearingCell) set.image_alts = {};
  else if (alts.trim() && images.length > 0) set.image_alts = readAlts(unguarded(alts), images);
  const category = cellOf('category').trim();
  return {
    row,
    set,
    ...(id ? { id } : {}),
    ...(category ? { category: category === clearingCell ? '' : unguarded(category).trim() } : {}),
  };
}
