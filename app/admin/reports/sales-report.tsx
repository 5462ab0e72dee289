import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/lib/dates.ts';
import { formatMoney, toPiastres } from '#app/lib/money.ts';
import { reportWords } from '#app/messages/en/admin-reports.ts';
import { uiWords } from '#app/messages/en/ui.ts';
import { useWords } from '#app/messages/use-words.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { latePart, Part } from '#app/ui/part.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { PlotFrame } from './plot-frame.tsx';
import type { SalesReport as Sales } from './read-reports.ts';
import type { ReportQuery } from './report-range.ts';
import { ReportRows } from './report-rows.tsx';
import { salesListing } from './sales-listing.ts';
import { SalesTotals } from './sales-totals.tsx';

const salesPlot = latePart(() => import('./sales-plot.tsx'));

/** What the store sold: totals, the plot over time, and the table beside it. */
export function SalesReport({ query, sales }: { query: ReportQuery; sales: Sales }) {
  const t = useWords(reportWords);
  const say = useWords(uiWords);
  const { currency } = useBrand();
  const { totals, totalsBefore, points } = sales;
  const empty = totals.orders === 0 && !totalsBefore?.orders;
  const says = t('salesPlot', {
    total: formatMoney(toPiastres(totals.revenue), currency),
    from: formatDate(query.from),
    to: formatDate(query.to),
  });
  return (
    <div className="grid gap-6">
      <SalesTotals totals={totals} before={totalsBefore} />
      {empty ? (
        <EmptyState title={t('noSales')}>{t('noSalesWhy')}</EmptyState>
      ) : (
        <div className="grid gap-6 2xl:grid-cols-[3fr_2fr]">
          <PlotFrame
            says={says}
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
            <Part
              part={salesPlot}
              props={{ points, by: query.by }}
              waiting={<Skeleton className="h-80 w-full" />}
              missing={() => (
                <p className="grid h-80 place-items-center text-ink-soft">{say('errorTitle')}</p>
              )}
            />
          </PlotFrame>
          <ReportRows caption={t('sales')} {...salesListing(points, query)} />
        </div>
      )}
    </div>
  );
}
