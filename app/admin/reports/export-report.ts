import { readListing, readSales } from './read-reports.ts';
import type { ReportQuery } from './report-range.ts';
import type { ReportColumn } from './report-table.ts';
import { salesListing } from './sales-listing.ts';

async function listingOf(query: ReportQuery) {
  if (query.kind !== 'sales') return readListing(query.kind, query);
  const { points } = await readSales(query);
  return salesListing(points, query);
}

/** A report with all its rows as a file for spreadsheets. @throws BackendError */
export async function fileOfReport(
  query: ReportQuery,
  say: (word: ReportColumn['word']) => string,
): Promise<string> {
  const [{ columns, rows }, { reportCsv }] = await Promise.all([listingOf(query), import('./report-csv.ts')]);
  return reportCsv(
    columns,
    columns.map(({ word }) => say(word)),
    rows.map(({ cells }) => cells),
  );
}
