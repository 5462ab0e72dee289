import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminDashboardTexts } from '#app/i18n/texts/admin-dashboard.ts';
import { formatPounds } from '#app/lib/money.ts';
import { barHeights, type DashboardAnswer } from './dashboard-model.ts';

/** Bar chart of the last 30 days' sales, with a table for screen readers. */
export function SalesBars({ days }: { days: DashboardAnswer['days'] }) {
  const t = adminDashboardTexts();
  const { currency } = useBrand();
  const heights = barHeights(days.map(({ revenue }) => revenue));
  const rows = days.map(({ day, revenue, orders }, index) => ({
    day,
    label: formatDate(`${day}T12:00:00Z`),
    money: formatPounds(revenue, currency),
    orders,
    height: heights[index] ?? 0,
  }));
  return (
    <section className="stroked grid gap-3 rounded-card border-line bg-surface p-4 lg:p-5">
      <h2 className="text-lg">{t('byDay')}</h2>
      <div aria-hidden="true" className="flex h-28 items-end gap-px sm:gap-1">
        {rows.map(({ day, label, money, height }) => (
          <div key={day} title={`${label}: ${money}`} className="flex h-full flex-1 items-end">
            <div className="w-full rounded-t-sm bg-focus" style={{ height: `max(2px, ${height}%)` }} />
          </div>
        ))}
      </div>
      <p aria-hidden="true" className="flex justify-between text-ink-soft text-xs">
        <span>{rows[0]?.label}</span>
        <span>{t('today')}</span>
      </p>
      <table className="sr-only">
        <caption>{t('byDay')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('revenue')}</th>
            <th scope="col">{t('orders')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, label, money, orders }) => (
            <tr key={day}>
              <td>{label}</td>
              <td>{money}</td>
              <td>{orders}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
