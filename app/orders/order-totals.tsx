import { useBrand } from '#app/brands/use-brand.ts';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds, moneyBack } from '#app/lib/money.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import type { FullOrder } from './read-orders.ts';

type Totalled = Pick<
  FullOrder,
  | 'subtotal'
  | 'discount_total'
  | 'discount_code'
  | 'points_value'
  | 'shipping_total'
  | 'total'
  | 'payment_status'
>;

/** Totals of an order. */
export function OrderTotals({ order }: { order: Totalled }) {
  const t = useTranslations('orders', ordersMessages);
  const { currency } = useBrand();
  const back = moneyBack(order);
  const money = (pounds: number) => formatPounds(pounds, currency);
  return (
    <section aria-labelledby="order-totals" className="stroked rounded-card bg-surface p-5">
      <h2 id="order-totals" className="mb-3 text-heading">
        {t('totals')}
      </h2>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 font-details tabular-nums">
        <AmountRow label={t('subtotal')}>{money(order.subtotal)}</AmountRow>
        {order.discount_code ? (
          <AmountRow label={t('discount', { code: order.discount_code })}>
            −{money(order.discount_total)}
          </AmountRow>
        ) : null}
        {order.points_value > 0 ? (
          <AmountRow label={t('points')}>−{money(order.points_value)}</AmountRow>
        ) : null}
        <AmountRow label={t('shipping')}>
          {order.shipping_total === 0 ? t('free') : money(order.shipping_total)}
        </AmountRow>
        <dt className="border-t pt-3 font-semibold">{t('total')}</dt>
        <dd className="border-t pt-3 text-end font-semibold">{money(order.total)}</dd>
        {back ? (
          <>
            <AmountRow label={t(`back_${back}`)}>−{money(order.total)}</AmountRow>
            <AmountRow label={t('afterRefund')}>{money(0)}</AmountRow>
          </>
        ) : null}
      </dl>
    </section>
  );
}
