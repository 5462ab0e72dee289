import { csvFile } from '../kit/list/csv-file.ts';
import type { Cell, ReportColumn } from './report-table.ts';

/** Formats a report as CSV, amounts as plain numbers. */
export function reportCsv(
  columns: readonly ReportColumn[],
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): string {
  const format = (cell: Cell, index: number) =>
    typeof cell === 'number' && columns[index]?.format === 'money' ? (cell / 100).toFixed(2) : cell;
  return csvFile(
    heads,
    rows.map((cells) => cells.map(format)),
  );
}
