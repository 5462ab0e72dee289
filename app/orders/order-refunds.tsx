import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { formatPounds } from '#app/lib/money.ts';
import type { FullOrder } from './read-orders.ts';

/** An order's refunds: amount, method and state. */
export function OrderRefunds({ refunds }: Pick<FullOrder, 'refunds'>) {
  const t = afterSaleTexts();
  const { currency } = useBrand();
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="order-refunds" className="stroked rounded-card bg-surface p-5">
      <h2 id="order-refunds" className="mb-3 text-heading">
        {t('refunds')}
      </h2>
      <ul className="grid gap-3">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span className="font-details font-semibold tabular-nums">
              {formatPounds(refund.amount, currency)}
            </span>{' '}
            {t(`refund_${refund.state}`, { date: formatDate(refund.sent_at ?? refund.created_at) })}
            {refund.way ? ` · ${t(`way_${refund.way}`)}` : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
