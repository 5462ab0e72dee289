import { href, Link } from 'react-router';
import { adminDashboardTexts } from '#app/i18n/texts/admin-dashboard.ts';
import { classes } from '#app/ui/classes.ts';
import type { DashboardAnswer } from './dashboard-model.ts';

/** Counts of pending work, linked to the lists. */
export function WaitingTiles({ answer }: { answer: DashboardAnswer }) {
  const pending = answer.orders.find(({ status }) => status === 'pending');
  const t = adminDashboardTexts();
  const orders = href('/admin/orders');
  const products = href('/admin/products');
  const tiles = [
    { labelKey: 'toConfirm', count: pending?.orders ?? 0, to: `${orders}?status=pending` },
    {
      labelKey: 'payments',
      count: answer.payments_to_confirm,
      to: `${orders}?status=awaiting_payment&method=bank_transfer`,
    },
    { labelKey: 'problems', count: answer.problems_reported, to: `${orders}?status=return_requested` },
    { labelKey: 'refunds', count: answer.refunds_due, to: `${orders}?payment=refund_due` },
    {
      labelKey: 'messages',
      count: answer.messages_waiting,
      to: `${href('/admin/customers')}?tab=messages&box=waiting`,
    },
    { labelKey: 'reviews', count: answer.reviews_waiting, to: `${href('/admin/content')}?tab=reviews` },
    {
      labelKey: 'lowStock',
      count: answer.low_stock - answer.sold_out,
      to: `${products}?stock=low&show=visible`,
    },
    { labelKey: 'soldOut', count: answer.sold_out, to: `${products}?stock=out&show=visible` },
  ] as const;
  return (
    <section aria-labelledby="waiting" className="grid gap-3">
      <h2 id="waiting" className="text-lg">
        {t('waiting')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiles.map(({ labelKey, count, to }) => (
          <li
            key={labelKey}
            className={classes(
              'stroked relative flex items-center gap-3 rounded-card p-4 hover:border-ink-soft',
              count > 0 ? 'border-line-strong bg-surface' : 'border-line bg-page text-ink-soft',
            )}
          >
            <span
              className={classes(
                'font-details text-2xl tabular-nums',
                count > 0 ? 'font-semibold' : 'text-ink-soft',
              )}
            >
              {count}
            </span>
            <Link to={to} className="stretched-link text-sm leading-snug">
              {t(labelKey)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
