import { cleanAscii } from '#app/lib/typed-text.ts';
import { type DecimalSign, decimalSignOf, isShortened, readAmount } from './amounts.ts';
import type { TableFile } from './read-table-file.ts';

/** A column of a file: its heading, a key by which it is remembered, and its cells below the heading. */
export type Column = { key: string; heading: string; cells: string[] };

/** What each column of a file is, by its key; '' leaves a column out. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** A table below its headings; `row` is the number of the row of headings, the first is 1. */
export type HeadedTable = { row: number; columns: Column[]; rowCount: number };

/** How a file's columns are matched; where it is not certain, a person has to say so. */
export type FileMatch = HeadedTable & { mapping: ColumnMapping; certain: boolean };

/** Carriers and banks write their name and the dates above the headings. */
const mostAbove = 20;

/** Normalizes a heading for comparison: lower case, one space between words. */
const wordsOf = (heading: string) =>
  cleanAscii(heading)
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

const isBlank = (cell: string | undefined) => !cell || cell.trim() === '';

/** Returns the tables that a file may be, by which of its first rows has the headings. */
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

/** Returns whether a cell names a sum of other rows. */
export const namesTotal = (cell: string) => totals.test(wordsOf(cell));

const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T,].*)?$/;
const filled = (cells: readonly string[]) =>
  cells.filter((cell) => !isBlank(cell) && !namesTotal(cell)).map((cell) => cleanAscii(cell));

/** Returns whether cells are numbers of things, such as shipments and transactions: no dates, words or amounts with piastres. */
export function holdNumbers(cells: readonly string[]): boolean {
  const values = filled(cells);
  const isNumber = (cell: string) =>
    isShortened(cell) ||
    (/\d/.test(cell) && !/\s/.test(cell) && !date.test(cell) && !/^\d+[.,]\d{1,2}$/.test(cell));
  return values.length > 0 && values.every(isNumber) && (values.length < 3 || new Set(values).size > 1);
}

/** A dash stands for nothing. */
const isNothing = (cell: string) => /^-?$/.test(cleanAscii(cell));

const isAmount = (cell: string) => {
  const read = readAmount(cell, null);
  return 'amount' in read || read.problem !== 'none';
};

/** Whether most cells are amounts. The others are reported when the file is read. */
export function holdAmounts(cells: readonly string[]): boolean {
  const values = filled(cells).filter((cell) => !isNothing(cell));
  return values.length > 0 && values.filter(isAmount).length * 2 > values.length;
}

/** What a column of a kind is called, surest first, and what it holds. */
export type ColumnRule = {
  /** Headings that mean nothing else, those of a later pattern only where no column has an earlier one. */
  sure: readonly RegExp[];
  /** Headings that may mean it, which a person decides. */
  maybe?: RegExp;
  /** Headings that mean something else. */
  not?: RegExp;
  holds: (cells: readonly string[]) => boolean;
};

/** Returns the columns that may be of a kind; `sure` if there is one, or several that say the same in every row. */
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

/** Returns whether the heading of a column has a pattern. */
export const isHeaded = ({ heading }: Column, pattern: RegExp) => pattern.test(wordsOf(heading));

/** Returns the decimal sign of a text file's columns of amounts; a workbook's numbers have none. */
export const decimalSignIn = ({ encoding }: TableFile, columns: readonly Column[]): DecimalSign | null =>
  encoding === null ? null : decimalSignOf(columns.flatMap(({ cells }) => cells));

/** Parses a cell of an amount in piastres; blank and a dash are 0. */
export function piastresIn(cell: string, decimal: DecimalSign | null) {
  if (isNothing(cell)) return { piastres: 0 };
  const read = readAmount(cell, decimal);
  if ('problem' in read) return read;
  const piastres = read.amount * 100;
  return Math.abs(piastres - Math.round(piastres)) < 1e-6
    ? { piastres: Math.round(piastres) }
    : { problem: 'none' as const };
}

/** Why a row of a file is not read, numbered as a spreadsheet does, with the cell. */
export type RowProblem = { row: number; problem: 'none' | 'ambiguous' | 'spoilt'; text: string };

/**
 * Returns the table of a file that a reader is certain of, otherwise that of which it knows the most columns. Undefined when a
 * file has none.
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

/** Returns the decimal sign that a person has chosen for files of this shape. */
export function chosenDecimal(mapping: ColumnMapping): DecimalSign | null {
  const sign = mapping[decimalKey];
  return sign === '.' || sign === ',' ? sign : null;
}

/** Returns a mapping with a decimal sign; null leaves it to the file. */
export function withDecimal(mapping: ColumnMapping, sign: DecimalSign | null): ColumnMapping {
  const { [decimalKey]: _, ...columns } = mapping;
  return sign ? { ...columns, [decimalKey]: sign } : columns;
}

/** Returns the columns that a mapping says are of a kind. */
export const columnsOf = (columns: readonly Column[], mapping: ColumnMapping, kind: string) =>
  columns.filter(({ key }) => mapping[key] === kind);
