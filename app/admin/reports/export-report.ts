import { readListing, readSales } from './read-reports.ts';
import type { ReportQuery } from './report-range.ts';
import type { ReportColumn } from './report-table.ts';
import { salesListing } from './sales-listing.ts';

async function listingOf(query: ReportQuery) {
  if (query.kind !== 'sales') return readListing(query.kind, query);
  const { points } = await readSales(query);
  return salesListing(points, query);
}

/** Creates a spreadsheet file with all rows of a report. @throws BackendError */
export async function fileOfReport(
  query: ReportQuery,
  label: (labelKey: ReportColumn['labelKey']) => string,
): Promise<string> {
  const [{ columns, rows }, { reportCsv }] = await Promise.all([listingOf(query), import('./report-csv.ts')]);
  return reportCsv(
    columns,
    columns.map(({ labelKey }) => label(labelKey)),
    rows.map(({ cells }) => cells),
  );
}
