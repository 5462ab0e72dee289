import type { Bucket } from './report-range.ts';
import type { Listing, ReportColumn } from './report-table.ts';
import type { SalesPoint } from './sales-series.ts';

/** Returns the points of the sales plot as table rows. */
export function salesListing(
  points: readonly SalesPoint[],
  { by, before }: { by: Bucket; before: object | null },
): Pick<Listing, 'columns' | 'rows' | 'measure'> {
  const compared: ReportColumn[] = [
    { labelKey: 'ordersBefore', format: 'count' },
    { labelKey: 'revenueBefore', format: 'money' },
  ];
  const measure: ReportColumn = { labelKey: 'revenue', format: 'money' };
  return {
    measure,
    columns: [
      { labelKey: by, format: 'day' },
      { labelKey: 'orders', format: 'count' },
      measure,
      { labelKey: 'refunded', format: 'money' },
      ...(before ? compared : []),
    ],
    rows: points.map((point) => ({
      key: point.day,
      cells: [
        ...[point.day, point.orders, point.revenue, point.refunded],
        ...(before ? [point.before?.orders ?? 0, point.before?.revenue ?? 0] : []),
      ],
    })),
  };
}
