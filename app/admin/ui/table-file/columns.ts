import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { type DecimalSign, decimalSignOf, isShortened, readAmount } from './amounts.ts';
import type { TableFile } from './read-table-file.ts';

/** A column of a file: its heading, the key of its stored mapping, and the cells below the heading. */
export type Column = { key: string; heading: string; cells: string[] };

/** What each column of a file means, by its key; '' ignores a column. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** A table below its headings; `row` is the 1-based number of the heading row. */
export type HeadedTable = { row: number; columns: Column[]; rowCount: number };

/** The mapping of a file's columns; unless it is `certain`, a person must confirm it. */
export type FileMatch = HeadedTable & { mapping: ColumnMapping; certain: boolean };

/** Maximum number of rows above the headings, where carriers and banks write their name and dates. */
const mostAbove = 20;

/** Normalizes a heading for comparison: lower case, single spaces. */
const wordsOf = (heading: string) =>
  cleanAscii(heading)
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

const isBlank = (cell: string | undefined) => !cell || cell.trim() === '';

/** Returns the possible tables of a file, one for each first row that may have the headings. */
function headedTables({ rows }: TableFile): HeadedTable[] {
  return rows.slice(0, mostAbove).flatMap((head, start) => {
    if (head.filter((cell) => !isBlank(cell)).length < 2) return [];
    const body = rows.slice(start + 1);
    const keys = new Map<string, number>();
    const columns = head.map((heading, index) => {
      const words = wordsOf(heading) || `column ${index + 1}`;
      const count = (keys.get(words) ?? 0) + 1;
      keys.set(words, count);
      return {
        key: count > 1 ? `${words} (${count})` : words,
        heading: heading.trim(),
        cells: body.map((cells) => cells[index] ?? ''),
      };
    });
    return [{ row: start + 1, columns, rowCount: body.length }];
  });
}

const totals = /^\W*((grand|sub|final) ?-?)?(totals?|sum)\b|^(ال)?(إ|ا)?(جمالي|مجموع)|^(المجموع|مجموع)/i;

/** Returns whether a cell labels a total of other rows. */
export const namesTotal = (cell: string) => totals.test(wordsOf(cell));

const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T,].*)?$/;
const filled = (cells: readonly string[]) =>
  cells.filter((cell) => !isBlank(cell) && !namesTotal(cell)).map((cell) => cleanAscii(cell));

/** Returns whether cells are shipment, transaction or similar numbers: no dates, words or piastres. */
export function holdNumbers(cells: readonly string[]): boolean {
  const values = filled(cells);
  const isNumber = (cell: string) =>
    isShortened(cell) ||
    (/\d/.test(cell) && !/\s/.test(cell) && !date.test(cell) && !/^\d+[.,]\d{1,2}$/.test(cell));
  return values.length > 0 && values.every(isNumber) && (values.length < 3 || new Set(values).size > 1);
}

/** Returns whether a cell is empty or a dash, which means the same. */
const isNothing = (cell: string) => /^-?$/.test(cleanAscii(cell));

const isAmount = (cell: string) => {
  const read = readAmount(cell, null);
  return 'amount' in read || read.problem !== 'none';
};

/** Returns whether most cells are amounts. The others are reported when the file is read. */
export function holdAmounts(cells: readonly string[]): boolean {
  const values = filled(cells).filter((cell) => !isNothing(cell));
  return values.length > 0 && values.filter(isAmount).length * 2 > values.length;
}

/** Headings of a kind of column, most reliable first, and what its cells hold. */
export type ColumnRule = {
  /** Unambiguous headings; a later pattern counts only if no column matches an earlier one. */
  sure: readonly RegExp[];
  /** Possible headings, which a person confirms. */
  maybe?: RegExp;
  /** Headings that mean something else. */
  not?: RegExp;
  holds: (cells: readonly string[]) => boolean;
};

/** Returns the columns that may be of a kind; `sure` if there is one, or if all have equal cells. */
export function findColumns(columns: readonly Column[], { sure, maybe, not, holds }: ColumnRule) {
  const possible = columns.filter(({ heading, cells }) => !not?.test(wordsOf(heading)) && holds(cells));
  for (const pattern of sure) {
    const found = possible.filter(({ heading }) => pattern.test(wordsOf(heading)));
    const [first] = found;
    if (first) {
      const isSame = found.every(({ cells }) =>
        cells.every((cell, at) => cell.trim() === first.cells[at]?.trim()),
      );
      return { found, sure: found.length === 1 || isSame };
    }
  }
  return { found: possible.filter(({ heading }) => maybe?.test(wordsOf(heading))), sure: false };
}

/** Returns whether a column's heading matches a pattern. */
export const isHeaded = ({ heading }: Column, pattern: RegExp) => pattern.test(wordsOf(heading));

/** Returns the decimal separator of a text file's amount columns; a workbook's numbers need none. */
export const decimalSignIn = ({ encoding }: TableFile, columns: readonly Column[]): DecimalSign | null =>
  encoding === null ? null : decimalSignOf(columns.flatMap(({ cells }) => cells));

/** Parses an amount cell to piastres; blank and a dash are 0. */
export function piastresIn(cell: string, decimal: DecimalSign | null) {
  if (isNothing(cell)) return { piastres: 0 };
  const read = readAmount(cell, decimal);
  if ('problem' in read) return read;
  const piastres = read.amount * 100;
  return Math.abs(piastres - Math.round(piastres)) < 1e-6
    ? { piastres: Math.round(piastres) }
    : { problem: 'none' as const };
}

/** Why a row could not be read, with its spreadsheet row number and the cell. */
export type RowProblem = { row: number; problem: 'none' | 'ambiguous' | 'spoilt'; text: string };

/**
 * Returns the table that is matched with certainty, else the one with the most known columns. Undefined when
 * the file has none.
 */
export function bestMatch(file: TableFile, match: (table: HeadedTable) => FileMatch): FileMatch | undefined {
  const matches = headedTables(file)
    .filter(({ rowCount }) => rowCount > 0)
    .map(match);
  const score = ({ mapping, columns }: FileMatch) =>
    new Set(Object.values(mapping)).size * 1000 + columns.filter(({ heading }) => heading).length;
  return (
    matches.find(({ certain }) => certain) ?? matches.toSorted((one, other) => score(other) - score(one))[0]
  );
}

/** Key under which a mapping stores the chosen decimal separator, beside its columns. */
const decimalKey = '=decimal';

/** Returns the decimal separator that a person chose for files of this shape. */
export function chosenDecimal(mapping: ColumnMapping): DecimalSign | null {
  const sign = mapping[decimalKey];
  return sign === '.' || sign === ',' ? sign : null;
}

/** Returns a mapping with a decimal separator; null detects it from the file. */
export function withDecimal(mapping: ColumnMapping, sign: DecimalSign | null): ColumnMapping {
  const { [decimalKey]: _, ...columns } = mapping;
  return sign ? { ...columns, [decimalKey]: sign } : columns;
}

/** Returns the columns that a mapping assigns to a kind. */
export const columnsOf = (columns: readonly Column[], mapping: ColumnMapping, kind: string) =>
  columns.filter(({ key }) => mapping[key] === kind);
