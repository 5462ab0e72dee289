import type { Json } from '#app/lib/database.types.ts';
import { unguarded } from './cell-guard.ts';
import { readAlts, UnreadableCell, type ValueColumn, valueColumns } from './product-columns.ts';

/** Most rows of a file. */
const mostRows = 20_000;

/** One row as the database's `import_products` takes it; `row` is its line in a spreadsheet, the headings being 1. */
export type FileRow = { row: number; id?: string; category?: string; set: Record<string, Json> };

/** A row that cannot be sent: which column, and why, as a word of `csvWords`. */
type BadRow = { row: number; name: string; column: string; word: UnreadableCell['word'] | 'csvTwice' };

type ReadFile = { rows: FileRow[]; bad: BadRow[]; unknown: string[] };

/** Why a file as a whole cannot be imported. */
export class UnreadableFile extends Error {
  readonly word: 'csvEmpty' | 'csvNoName' | 'csvTooLong';
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

/**
 * The rows of a file with commas, semicolons or tabs. Columns may come in any order and any of them may be missing;
 * those that are not known are named. Rows that nothing can be made of are told apart.
 * @throws UnreadableFile
 */
export async function readFile(content: string): Promise<ReadFile> {
  const { parse } = await import('papaparse');
  const { data } = parse<string[]>(content.replace(/^\ufeff/, ''), { skipEmptyLines: false });
  const [head = [], ...body] = data;
  const columns = head.map(heading);
  const blank = (cells: string[]) => cells.every((cell) => cell.trim() === '');
  if (body.every(blank)) throw new UnreadableFile('csvEmpty');
  if (!columns.includes('name') && !columns.includes('id')) throw new UnreadableFile('csvNoName');
  if (body.length > mostRows) throw new UnreadableFile('csvTooLong');
  const result: ReadFile = {
    rows: [],
    bad: [],
    unknown: columns.filter((column) => column && !known(column)),
  };
  const seen = new Set<string>();
  for (const [index, cells] of body.entries()) {
    if (blank(cells)) continue;
    const cellOf = (column: string) => {
      const at = columns.indexOf(column);
      return at < 0 ? undefined : unguarded(cells[at] ?? '');
    };
    const read = readRow(index + 2, cellOf);
    const key = 'set' in read ? (read.id ?? `name ${String(read.set.name ?? '').toLowerCase()}`) : '';
    if ('set' in read && seen.has(key)) {
      const name = String(read.set.name ?? read.id ?? '');
      result.bad.push({ row: read.row, name, column: read.id ? 'id' : 'name', word: 'csvTwice' });
    } else if ('set' in read) {
      seen.add(key);
      result.rows.push(read);
    } else result.bad.push(read);
  }
  return result;
}

const known = (column: string) =>
  ['id', 'name', 'category', 'image_texts'].includes(column) || isValueColumn(column);

function readRow(row: number, cellOf: (column: string) => string | undefined): FileRow | BadRow {
  const name = cellOf('name')?.trim();
  const id = cellOf('id')?.trim().toLowerCase();
  const category = cellOf('category')?.trim();
  const set: Record<string, Json> = {};
  if (name) set.name = name;
  for (const [column, { read }] of Object.entries(valueColumns)) {
    const cell = cellOf(column);
    if (cell === undefined) continue;
    try {
      const value = read(cell);
      if (value !== undefined) set[column] = value;
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      return { row, name: name || id || '', column, word: error.word };
    }
  }
  const alts = cellOf('image_texts');
  const images = valueColumns.images.read(cellOf('images') ?? '');
  if (alts !== undefined && Array.isArray(images) && images.length > 0) {
    set.image_alts = readAlts(alts, images.map(String));
  }
  return { row, set, ...(id ? { id } : {}), ...(category === undefined ? {} : { category }) };
}
