import Papa from 'papaparse';
import { typedNumber } from '#app/lib/typed-number.ts';
import type { Combination, GridRow } from './combinations.ts';

const allColumns = ['price', 'original_price', 'stock', 'sku', 'barcode', 'weight', 'cost'] as const;
export type EditableColumn = (typeof allColumns)[number];

const withoutCost: readonly EditableColumn[] = allColumns.filter((column) => column !== 'cost');

/** Returns the editable columns of somebody who may see costs, or may not, from left to right. */
export const editableColumns = (seesCosts: boolean): readonly EditableColumn[] =>
  seesCosts ? allColumns : withoutCost;

type Rows = Readonly<Record<string, GridRow>>;

/** Increments the number at the end of a text: "INK-09" becomes "INK-10", "INK" becomes "INK-2". */
export function increment(text: string, by: number): string {
  const [, head = '', digits] = /^(.*?)(\d{1,9})$/.exec(text) ?? [];
  if (digits === undefined) return `${text}-${by + 1}`;
  return `${head}${String(Number(digits) + by).padStart(digits.length, '0')}`;
}

/**
 * Fills a cell's value down to the rows below; SKUs and barcodes, which are unique, count up.
 * @param keys of the rows in order
 */
export function fillDown(
  rows: Rows,
  keys: readonly string[],
  column: EditableColumn | 'picture' | 'sold',
  from: string,
): Record<string, GridRow> {
  const start = rows[from];
  if (!start) return {};
  const below = keys.slice(keys.indexOf(from) + 1);
  const counts = column === 'sku' || column === 'barcode';
  return Object.fromEntries(
    below.flatMap((key, index) => {
      const row = rows[key];
      if (!row) return [];
      const value = counts && start[column] ? increment(start[column], index + 1) : start[column];
      return [[key, { ...row, [column]: value }]];
    }),
  );
}

/** Parses cells from a spreadsheet's clipboard text; null for a single cell, which is pasted as text. */
export function cellsOf(text: string): string[][] | null {
  if (!/[\t\r\n]/.test(text.trim()) && !/[\t\r\n]/.test(text.replace(/(\r\n|\r|\n)$/, ''))) return null;
  const { data } = Papa.parse<string[]>(text.replace(/(\r\n|\r|\n)$/, ''), { delimiter: '\t' });
  return data.map((cells) => cells.map((cell) => cell.trim()));
}

/**
 * Pastes a block of cells into rows, starting at a row and column of these; `left` is the number of lines that
 * did not fit.
 */
export function pasteCells(
  rows: Rows,
  keys: readonly string[],
  start: { key: string; column: EditableColumn },
  cells: readonly (readonly string[])[],
  columns: readonly EditableColumn[],
): { rows: Record<string, GridRow>; left: number } {
  const [firstRow, firstColumn] = [keys.indexOf(start.key), columns.indexOf(start.column)];
  const places = keys.slice(firstRow, firstRow + cells.length);
  const changed = places.flatMap((key, index) => {
    const row = rows[key];
    if (!row) return [];
    const values = columns.slice(firstColumn).flatMap((column, place) => {
      const cell = cells[index]?.[place];
      return cell === undefined ? [] : [[column, cell] as const];
    });
    return [[key, { ...row, ...Object.fromEntries(values) }] as const];
  });
  return { rows: Object.fromEntries(changed), left: cells.length - places.length };
}

/** Returns the number of rows, of sold rows, and the stock of those. */
export function totals(rows: Rows, all: readonly Combination[]) {
  const sold = all.flatMap(({ key }) => (rows[key]?.sold ? [rows[key]] : []));
  const pieces = sold.reduce((sum, { stock }) => sum + (typedNumber(stock) || 0), 0);
  return { rows: all.length, sold: sold.length, pieces };
}
