import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { type ReportRowsOf, readReportRows } from './read-report-rows.ts';
import { listingOf, salesListing } from './report-listings.ts';
import { compared, type Days, type ReportKind, type ReportQuery } from './report-range.ts';
import type { ReportListing } from './report-table.ts';
import { salesSeries } from './sales-series.ts';
import { comparedRows, sumOfDays, sumOfTotals, withStores } from './store-rows.ts';

/** Maximum number of rows on a page; exported files contain all. */
export const rowsPerPage = 50;

/** Reads the totals of each store. */
async function totalsOf(tenantIds: readonly string[], { from, to }: Days) {
  const supabase = await loadSupabase();
  const args = { p_tenant_ids: [...tenantIds], p_from: from, p_to: to };
  return dataOf(await supabase.rpc('report_totals_of_stores', args));
}

const readDailySales = async (tenantIds: readonly string[], days: Days) =>
  readReportRows(await loadSupabase(), tenantIds, 'sales', days);

/** Reads the stores' sales, in total and over time, with those of the comparison period: of each, and their sums. */
export async function readSales(tenantIds: readonly string[], { before, by, ...days }: ReportQuery) {
  const [totals, totalsBefore, sold, soldBefore] = await Promise.all([
    totalsOf(tenantIds, days),
    before ? totalsOf(tenantIds, before) : null,
    readDailySales(tenantIds, days),
    before ? readDailySales(tenantIds, before) : null,
  ]);
  const ofStore = (rows: ReportRowsOf['sales'] | null, tenantId: string) =>
    rows?.filter((row) => row.tenant_id === tenantId);
  return {
    totals: sumOfTotals(totals),
    totalsBefore: totalsBefore && sumOfTotals(totalsBefore),
    points: salesSeries(sumOfDays(sold), soldBefore && sumOfDays(soldBefore), by),
    stores: totals.map((own) => ({
      tenantId: own.tenant_id,
      totals: own,
      points: salesSeries(ofStore(sold, own.tenant_id) ?? [], ofStore(soldBefore, own.tenant_id) ?? null, by),
    })),
  };
}

export type SalesFigures = Awaited<ReturnType<typeof readSales>>;

/** Reads a report other than sales: all rows, or the first `limit`, and whether there are `more`. */
export async function readReportListing<Kind extends Exclude<ReportKind, 'sales'>>(
  tenantIds: readonly string[],
  kind: Kind,
  query: ReportQuery,
  limit?: number,
): Promise<ReportListing & { more: boolean }> {
  const supabase = await loadSupabase();
  const t = adminReportsTexts();
  const { before } = query;
  const [rows, rowsBefore] = await Promise.all([
    readReportRows(supabase, tenantIds, kind, query, limit && limit + 1),
    before && compared.includes(kind) ? readReportRows(supabase, tenantIds, kind, before) : null,
  ]);
  // Each store's rows are in order; those of several are put in order together.
  if (tenantIds.length > 1) rows.sort(comparedRows[kind]);
  const listing = listingOf[kind](rows, rowsBefore, (name) => t(`kind_${name}`));
  const shown =
    tenantIds.length > 1
      ? withStores(
          listing,
          rows.map(({ tenant_id }) => tenant_id),
        )
      : listing;
  return {
    ...shown,
    rows: shown.rows.slice(0, limit),
    more: limit !== undefined && rows.length > limit,
  };
}

/** Reads all rows of a report for its file. @throws BackendError */
export async function readFullReport(
  tenantIds: readonly string[],
  query: ReportQuery,
): Promise<Pick<ReportListing, 'columns' | 'rows'>> {
  if (query.kind !== 'sales') return readReportListing(tenantIds, query.kind, query);
  const { points, stores } = await readSales(tenantIds, query);
  return salesListing(points, query, stores.length > 1 ? stores : []);
}
