import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney, formatSigned } from '#app/i18n/format.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { formatPounds, toPiastres } from '#app/lib/money.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import { containedTax, orderMoney } from './order-money.ts';
import type { FullOrder } from './read-orders.ts';

type Totalled = Pick<
  FullOrder,
  | 'subtotal'
  | 'discount_total'
  | 'discount_code'
  | 'offer_total'
  | 'manual_discount'
  | 'points_value'
  | 'shipping_total'
  | 'gift_wrapped'
  | 'gift_total'
  | 'gift_tax'
  | 'gift_message'
  | 'total'
  | 'charged'
  | 'received'
  | 'given_back'
  | 'owes'
  | 'tax_rate'
  | 'shipping_tax'
  | 'order_lines'
>;

/** Totals of an order. */
export function OrderTotals({ order }: { order: Totalled }) {
  const t = ordersTexts();
  const { currency } = useBrand();
  const money = (pounds: number) => formatPounds(pounds, currency);
  const off = (pounds: number) => formatSigned(-toPiastres(pounds), currency);
  return (
    <section aria-labelledby="order-totals" className="stroked rounded-card bg-surface p-5">
      <h2 id="order-totals" className="mb-3 text-heading">
        {t('totals')}
      </h2>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 font-details tabular-nums">
        <AmountRow label={t('subtotal')}>{money(order.subtotal)}</AmountRow>
        {order.offer_total > 0 ? <AmountRow label={t('offers')}>{off(order.offer_total)}</AmountRow> : null}
        {order.discount_code ? (
          <AmountRow label={t('discount', { code: order.discount_code })}>
            {formatSigned(toPiastres(order.offer_total) - toPiastres(order.discount_total), currency)}
          </AmountRow>
        ) : null}
        {order.manual_discount > 0 ? (
          <AmountRow label={t('manualDiscount')}>{off(order.manual_discount)}</AmountRow>
        ) : null}
        {order.points_value > 0 ? <AmountRow label={t('points')}>{off(order.points_value)}</AmountRow> : null}
        <AmountRow label={t('shipping')}>
          {order.shipping_total === 0 ? t('free') : money(order.shipping_total)}
        </AmountRow>
        {order.gift_wrapped ? (
          <AmountRow label={t('gift')}>
            {order.gift_total === 0 ? t('free') : money(order.gift_total)}
          </AmountRow>
        ) : null}
        <dt className="border-t pt-3 font-semibold">{t('total')}</dt>
        <dd className="border-t pt-3 text-end font-semibold">{money(order.total)}</dd>
        {order.tax_rate > 0 ? (
          <AmountRow label={t('containedTax')}>{formatMoney(containedTax(order), currency)}</AmountRow>
        ) : null}
        <Since order={order} />
      </dl>
      {order.gift_message ? (
        <p className="wrap-anywhere mt-4 whitespace-pre-line border-s-2 ps-3">
          <span className="block text-ink-soft text-sm">{t('giftCard')}</span>
          <bdi>{order.gift_message}</bdi>
        </p>
      ) : null}
    </section>
  );
}

/** Changes to the order's money since it was placed. */
function Since({ order }: { order: Totalled }) {
  const t = afterSaleTexts();
  const { currency } = useBrand();
  const { change, costs, paid, givenBack, toPay } = orderMoney(order);
  const money = (piastres: number) => formatMoney(piastres, currency);
  return (
    <>
      {change === 0 ? null : (
        <>
          <AmountRow label={t(change < 0 ? 'takenOff' : 'addedSince')}>
            {formatSigned(change, currency)}
          </AmountRow>
          <AmountRow label={t('costsNow')}>{money(costs)}</AmountRow>
        </>
      )}
      {paid > 0 ? <AmountRow label={t('paidSoFar')}>{money(paid)}</AmountRow> : null}
      {givenBack > 0 ? (
        <AmountRow label={t('givenBack')}>{formatSigned(-givenBack, currency)}</AmountRow>
      ) : null}
      {toPay > 0 && (paid > 0 || change !== 0) ? (
        <AmountRow label={t('toPayNow')}>{money(toPay)}</AmountRow>
      ) : null}
    </>
  );
}
