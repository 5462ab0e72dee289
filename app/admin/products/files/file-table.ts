import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { isShortened } from '../../ui/table-file/amounts.ts';
import type { TableFile } from '../../ui/table-file/read-table-file.ts';
import { type Line, UnreadableFile, type Warning } from './import-rows.ts';

/** Maximum number of lines in a file. */
const mostLines = 20_000;

/** Headings and lines of a file. */
export type FileTable = {
  /** Headings as in the file. */
  head: string[];
  /** Normalized headings. */
  columns: string[];
  lines: Line[];
  /** Codes that a spreadsheet shortened; the lines have them as blank. */
  ruined: Warning[];
};

/** Normalizes a heading for comparison: lower case, with _ for spaces. */
export const headingOf = (text: string) =>
  cleanAscii(text)
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const blank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
const codeColumn = /(^|_)(sku|barcode|gtin|ean|upc)(_|,|$)/;

/**
 * Finds the headings and lines of a product file. Row numbers are those of a spreadsheet.
 * @throws UnreadableFile
 */
export function productTable({ rows }: TableFile): FileTable {
  const start = rows.findIndex((cells) => !blank(cells));
  const head = rows[start] ?? [];
  const body = rows.slice(start + 1);
  if (body.every(blank)) throw new UnreadableFile('csvEmpty');
  if (body.length > mostLines) throw new UnreadableFile('csvTooLong');
  const columns = head.map(headingOf);
  const codes = columns.map((column) => codeColumn.test(column));
  const ruined: Warning[] = [];
  const lines = body.flatMap((original, index) => {
    if (blank(original)) return [];
    const row = start + index + 2;
    const cells = original.map((cell, place) => {
      if (!codes[place] || !isShortened(cell)) return cell;
      ruined.push({ kind: 'ruined', row, text: cell.trim() });
      return '';
    });
    return [lineOf(row, cells, columns)];
  });
  return { head, columns, lines, ruined };
}

/** Returns a line whose cells are accessible by these headings. */
export function lineOf(row: number, cells: string[], columns: readonly string[]): Line {
  return { row, cells, cell: (column) => cells[columns.indexOf(column)] ?? '' };
}
