import { csvFile } from '../kit/list/csv-file.ts';
import type { Cell, ReportColumn } from './report-table.ts';

function field(cell: Cell, column: ReportColumn | undefined): string {
  if (cell === null) return '';
  return typeof cell === 'number' && column?.format === 'money' ? (cell / 100).toFixed(2) : String(cell);
}

/** Formats a report as CSV, amounts as plain numbers. */
export function reportCsv(
  columns: readonly ReportColumn[],
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): string {
  return csvFile(
    heads,
    rows.map((cells) => cells.map((cell, index) => field(cell, columns[index]))),
  );
}
