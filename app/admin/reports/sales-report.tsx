import { useMemo } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { formatPounds } from '#app/lib/money.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { PlotFrame } from './plot-frame.tsx';
import type { SalesFigures } from './read-reports.ts';
import { salesListing } from './report-listings.ts';
import type { ReportQuery } from './report-range.ts';
import { ReportRows } from './report-rows.tsx';
import { SalesTotals } from './sales-totals.tsx';
import { StoreTotals } from './store-totals.tsx';

const SalesPlot = lazyWithRetry(() => import('./sales-plot.tsx'), {
  Waiting: () => <Skeleton className="h-80 w-full" />,
});

type SalesReportProps = {
  query: ReportQuery;
  /** Ids of the stores that the report is about. */
  stores: readonly string[];
  sales: SalesFigures;
};

/** Sales report: totals, of each store and of all, plot over time, and table. */
export function SalesReport({ query, stores, sales }: SalesReportProps) {
  const t = adminReportsTexts();
  const { currency } = useBrand();
  const { totals, totalsBefore, points } = sales;
  const listing = useMemo(
    () => salesListing(points, query, sales.stores.length > 1 ? sales.stores : []),
    [points, query, sales.stores],
  );
  const empty = totals.orders === 0 && !totalsBefore?.orders;
  const description = t('salesPlot', {
    total: formatPounds(totals.revenue, currency),
    from: formatDate(query.from),
    to: formatDate(query.to),
  });
  return (
    <div className="grid gap-6">
      {sales.stores.length > 1 ? <StoreTotals stores={sales.stores} sum={totals} /> : null}
      <SalesTotals totals={totals} before={totalsBefore} />
      {empty ? (
        <EmptyState title={t('noSales')}>{t('noSalesWhy')}</EmptyState>
      ) : (
        <div className="grid gap-6 2xl:grid-cols-[3fr_2fr]">
          <PlotFrame
            description={description}
            caption={
              <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
                <li className="flex items-center gap-2">
                  <span aria-hidden="true" className="h-1 w-5 rounded-full bg-link" />
                  {t('this')}
                </li>
                {query.before ? (
                  <li className="flex items-center gap-2 text-ink-soft">
                    <span aria-hidden="true" className="w-5 border-ink-soft border-t-2 border-dashed" />
                    {t('against', { from: formatDate(query.before.from), to: formatDate(query.before.to) })}
                  </li>
                ) : null}
              </ul>
            }
          >
            <SalesPlot points={points} by={query.by} />
          </PlotFrame>
          <ReportRows query={query} stores={stores} {...listing} />
        </div>
      )}
    </div>
  );
}
