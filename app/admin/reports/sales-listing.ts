import type { Bucket } from './report-range.ts';
import type { Listing, ReportColumn } from './report-table.ts';
import type { SalesPoint } from './sales-series.ts';

/** The points of the sales plot as rows. */
export function salesListing(
  points: readonly SalesPoint[],
  { by, before }: { by: Bucket; before: object | null },
): Pick<Listing, 'columns' | 'rows' | 'measure'> {
  const compared: ReportColumn[] = [
    { word: 'ordersBefore', as: 'count' },
    { word: 'revenueBefore', as: 'money' },
  ];
  const measure: ReportColumn = { word: 'revenue', as: 'money' };
  return {
    measure,
    columns: [
      { word: by, as: 'day' },
      { word: 'orders', as: 'count' },
      measure,
      { word: 'refunded', as: 'money' },
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
