import Papa from 'papaparse';
import type { Combination, GridRow } from './combinations.ts';

/** The columns that are typed into, from left to right. */
export const typedColumns = ['price', 'was', 'stock', 'sku', 'barcode', 'weight'] as const;
export type TypedColumn = (typeof typedColumns)[number];

type Rows = Readonly<Record<string, GridRow>>;

/** A text that counts on: "INK-09" is followed by "INK-10", "INK" by "INK-2". */
export function countedOn(text: string, by: number): string {
  const [, head = '', digits] = /^(.*?)(\d{1,9})$/.exec(text) ?? [];
  if (digits === undefined) return `${text}-${by + 1}`;
  return `${head}${String(Number(digits) + by).padStart(digits.length, '0')}`;
}

/**
 * What the rows below one get when its cell is filled down: the same, but an SKU and a barcode, which every variant has for
 * itself, count on.
 * @param keys of the rows as they stand
 */
export function filledDown(
  rows: Rows,
  keys: readonly string[],
  column: TypedColumn | 'picture' | 'sold',
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
      const value = counts && start[column] ? countedOn(start[column], index + 1) : start[column];
      return [[key, { ...row, [column]: value }]];
    }),
  );
}

/** The cells of what a spreadsheet puts on the clipboard; null for a single cell, which is pasted like any text. */
export function cellsOf(text: string): string[][] | null {
  if (!/[\t\r\n]/.test(text.trim()) && !/[\t\r\n]/.test(text.replace(/(\r\n|\r|\n)$/, ''))) return null;
  const { data } = Papa.parse<string[]>(text.replace(/(\r\n|\r|\n)$/, ''), { delimiter: '\t' });
  return data.map((cells) => cells.map((cell) => cell.trim()));
}

/**
 * The rows with a block of cells laid over them, its first at a row and column; `left` counts the rows of the block that
 * found no place.
 */
export function pasted(
  rows: Rows,
  keys: readonly string[],
  at: { key: string; column: TypedColumn },
  cells: readonly (readonly string[])[],
): { rows: Record<string, GridRow>; left: number } {
  const [top, start] = [keys.indexOf(at.key), typedColumns.indexOf(at.column)];
  const places = keys.slice(top, top + cells.length);
  const changed = places.flatMap((key, index) => {
    const row = rows[key];
    if (!row) return [];
    const values = typedColumns.slice(start).flatMap((column, place) => {
      const cell = cells[index]?.[place];
      return cell === undefined ? [] : [[column, cell] as const];
    });
    return [[key, { ...row, ...Object.fromEntries(values) }] as const];
  });
  return { rows: Object.fromEntries(changed), left: cells.length - places.length };
}

/** How many rows there are, how many of them are sold, and the pieces of those. */
export function totals(rows: Rows, all: readonly Combination[]) {
  const sold = all.flatMap(({ key }) => (rows[key]?.sold ? [rows[key]] : []));
  const pieces = sold.reduce((sum, { stock }) => sum + (Number(stock.trim().replaceAll(',', '')) || 0), 0);
  return { rows: all.length, sold: sold.length, pieces };
}
