import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminDashboardTexts } from '#app/i18n/texts/admin-dashboard.ts';
import { formatPounds } from '#app/lib/money.ts';
import type { DashboardAnswer } from './dashboard-model.ts';

/** The money of the last 30 days; each figure explains what it counts and links to its details. */
export function MoneyFigures({ money }: Pick<DashboardAnswer, 'money'>) {
  const t = adminDashboardTexts();
  const { currency } = useBrand();
  const figures = [
    { key: 'sold', amount: money.sold, to: href('/admin/reports') },
    { key: 'delivered', amount: money.delivered, to: href('/admin/reports') },
    { key: 'cashWithCarriers', amount: money.cash_with_carriers, to: href('/admin/orders/settlements') },
    { key: 'givenBack', amount: money.given_back, to: `${href('/admin/orders')}?queue=to_give_back` },
  ] as const;
  return (
    <section aria-labelledby="money" className="grid gap-3">
      <h2 id="money" className="text-lg">
        {t('money')}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {figures.map(({ key, amount, to }) => (
          <li
            key={key}
            className="stroked relative grid content-start gap-1 rounded-card border-line bg-surface p-4 hover:border-ink-soft"
          >
            <Link to={to} className="stretched-link text-sm">
              {t(`money_${key}`)}
            </Link>
            <p className="font-details font-semibold text-xl tabular-nums">
              {formatPounds(amount, currency)}
            </p>
            <p className="text-ink-soft text-sm">{t(`counts_${key}`)}</p>
            {key === 'cashWithCarriers' && money.cash_overdue > 0 ? (
              <p className="font-medium text-danger-text text-sm">
                {t('cashOverdue', { amount: formatPounds(money.cash_overdue, currency) })}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
