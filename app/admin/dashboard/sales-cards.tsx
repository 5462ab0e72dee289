import { TrendingDown, TrendingUp } from 'lucide-react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminDashboardTexts } from '#app/i18n/texts/admin-dashboard.ts';
import { formatPounds } from '#app/lib/money.ts';
import { classes } from '#app/ui/classes.ts';
import { changeInPercent, type DashboardAnswer, type SalesPeriod } from './dashboard-model.ts';

const periods = [1, 7, 30] as const;

/** Sales of today and the last 7 and 30 days, compared with the previous period. */
export function SalesCards({ sales }: { sales: DashboardAnswer['sales'] }) {
  const t = adminDashboardTexts();
  return (
    <section aria-label={t('sales')}>
      <ul className="grid gap-4 sm:grid-cols-3">
        {periods.map((days) => {
          const period = sales.find((one) => one.days === days);
          return period ? (
            <li
              key={days}
              className="stroked grid content-start gap-1 rounded-card border-line bg-surface p-4 lg:p-5"
            >
              <SalesCard days={days} period={period} />
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}

function SalesCard({ days, period }: { days: (typeof periods)[number]; period: SalesPeriod }) {
  const t = adminDashboardTexts();
  const { currency } = useBrand();
  const change = changeInPercent(period.revenue, period.revenue_before);
  const Icon = change !== null && change < 0 ? TrendingDown : TrendingUp;
  return (
    <>
      <h2 className="font-medium font-text text-ink-soft text-sm">{t(`days_${days}`)}</h2>
      <p className="font-details font-semibold text-2xl tabular-nums lg:text-3xl">
        {formatPounds(period.revenue, currency)}
      </p>
      <p className="text-sm">{t('ordersCount', { count: period.orders })}</p>
      <p
        className={classes(
          'flex items-center gap-1.5 text-sm',
          change === null || change === 0
            ? 'text-ink-soft'
            : change > 0
              ? 'text-success-text'
              : 'text-danger-text',
        )}
      >
        {change === null || change === 0 ? null : <Icon className="size-4" />}
        {change === null
          ? t('nothingBefore')
          : t(change < 0 ? 'less' : 'more', {
              percent: Math.abs(change),
              before: formatPounds(period.revenue_before, currency),
            })}
      </p>
    </>
  );
}
