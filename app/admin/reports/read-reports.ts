import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { readReportRows } from './read-report-rows.ts';
import { listingOf, salesListing } from './report-listings.ts';
import { compared, type Days, type ReportKind, type ReportQuery } from './report-range.ts';
import type { ReportListing } from './report-table.ts';
import { salesSeries } from './sales-series.ts';

/** Maximum number of rows on a page; exported files contain all. */
export const rowsPerPage = 50;

async function totalsOf({ from, to }: Days) {
  const supabase = await loadSupabase();
  const args = { p_tenant_id: pageTenant(), p_from: from, p_to: to };
  const [totals] = dataOf(await supabase.rpc('report_totals', args));
  if (!totals) throw new Error('report_totals gave no row');
  return totals;
}

const readDailySales = async (days: Days) =>
  readReportRows(await loadSupabase(), pageTenant(), 'sales', days);

/** Reads the store's sales, in total and over time, with those of the comparison period. */
export async function readSales({ before, by, ...days }: ReportQuery) {
  const [totals, totalsBefore, sold, soldBefore] = await Promise.all([
    totalsOf(days),
    before ? totalsOf(before) : null,
    readDailySales(days),
    before ? readDailySales(before) : null,
  ]);
  return { totals, totalsBefore, points: salesSeries(sold, soldBefore, by) };
}

export type SalesFigures = Awaited<ReturnType<typeof readSales>>;

/** Reads a report other than sales: all rows, or the first `limit`, and whether there are `more`. */
export async function readReportListing<Kind extends Exclude<ReportKind, 'sales'>>(
  kind: Kind,
  query: ReportQuery,
  limit?: number,
): Promise<ReportListing & { more: boolean }> {
  const supabase = await loadSupabase();
  const t = adminReportsTexts();
  const { before } = query;
  const [rows, rowsBefore] = await Promise.all([
    readReportRows(supabase, pageTenant(), kind, query, limit && limit + 1),
    before && compared.includes(kind) ? readReportRows(supabase, pageTenant(), kind, before) : null,
  ]);
  const listing = listingOf[kind](rows, rowsBefore, (name) => t(`kind_${name}`));
  return {
    ...listing,
    rows: listing.rows.slice(0, limit),
    more: limit !== undefined && rows.length > limit,
  };
}

/** Reads all rows of a report for its file. @throws BackendError */
export async function readFullReport(query: ReportQuery): Promise<Pick<ReportListing, 'columns' | 'rows'>> {
  if (query.kind !== 'sales') return readReportListing(query.kind, query);
  const { points } = await readSales(query);
  return salesListing(points, query);
}
