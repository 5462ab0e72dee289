import { unparse } from 'papaparse';
import type { Cell, ReportColumn } from './report-table.ts';

function field(cell: Cell, column: ReportColumn | undefined): string {
  if (cell === null) return '';
  return typeof cell === 'number' && column?.as === 'money' ? (cell / 100).toFixed(2) : String(cell);
}

/**
 * A report as a CSV file that spreadsheets open as it is: byte order mark for Arabic names, amounts as plain numbers,
 * text that a spreadsheet would take for a formula defused.
 */
export function reportCsv(
  columns: readonly ReportColumn[],
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): string {
  const data = rows.map((cells) => cells.map((cell, index) => field(cell, columns[index])));
  return `\uFEFF${unparse({ fields: [...heads], data }, { escapeFormulae: true })}\r\n`;
}
