import { csvFile } from '../ui/list/csv-file.ts';
import { shopTimeText } from '../ui/shop-time.ts';
import type { ReportCell, ReportColumn } from './report-table.ts';

/** Formats a report as CSV, with amounts as plain numbers and times in store time. */
export function reportCsv(
  columns: readonly ReportColumn[],
  heads: readonly string[],
  rows: readonly (readonly ReportCell[])[],
): string {
  const format = (cell: ReportCell, index: number) => {
    const column = columns[index]?.format;
    if (typeof cell === 'number' && column === 'money') return (cell / 100).toFixed(2);
    return typeof cell === 'string' && column === 'moment' ? shopTimeText(cell) : cell;
  };
  return csvFile(
    heads,
    rows.map((cells) => cells.map(format)),
  );
}
