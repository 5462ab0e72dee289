import { addressLines } from '#app/addresses/address-lines.ts';
import { useAddressLabels } from '#app/addresses/use-address-labels.ts';
import { formatDate, formatDays, formatParts } from '#app/i18n/format.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { orderArrival } from '#app/shipping/order-arrival.ts';
import { paidBy, paymentState } from './payment-state.ts';
import type { FullOrder } from './read-orders.ts';

type Addressed = Pick<
  FullOrder,
  | 'status'
  | 'created_at'
  | 'address'
  | 'shipping_method'
  | 'days_from'
  | 'days_to'
  | 'slot_date'
  | 'slot_from'
  | 'slot_to'
  | 'payment_method'
  | 'online_method'
  | 'payment_status'
> &
  Partial<Pick<FullOrder, 'holds'>>;

type OrderAddressProps = {
  order: Addressed;
  /** Payment status as text, if it differs from the shopper's wording. */
  payment?: string;
  /** A remark below the address. */
  remark?: string;
};

/** Address, delivery time and payment of an order. */
export function OrderAddress({ order, payment, remark }: OrderAddressProps) {
  const t = ordersTexts();
  const arrival = orderArrival(order);
  const lines = addressLines(order.address, useAddressLabels());
  return (
    <dl className="grid gap-4">
      <div>
        <dt className="font-semibold">{t('address')}</dt>
        <dd>
          <address className="wrap-anywhere not-italic">
            {lines.map((line) => (
              <span key={line} className="block">
                <bdi>{line}</bdi>
              </span>
            ))}
          </address>
          {remark ? <p className="text-ink-soft text-sm">{remark}</p> : null}
        </dd>
      </div>
      <div>
        <dt className="font-semibold">{t('delivery')}</dt>
        <dd>{t(order.shipping_method)}</dd>
        {order.slot_date ? (
          <dd>
            {formatParts([
              formatDate(order.slot_date),
              `${order.slot_from?.slice(0, 5)} – ${order.slot_to?.slice(0, 5)}`,
            ])}
          </dd>
        ) : arrival ? (
          <dd>{t('arrives', { days: formatDays(arrival.from, arrival.until) })}</dd>
        ) : null}
      </div>
      <div>
        <dt className="font-semibold">{t('payment')}</dt>
        <dd>
          {formatParts([
            t(paidBy(order)),
            payment ?? t(order.holds?.length ? 'heldState' : paymentState(order)),
          ])}
        </dd>
      </div>
    </dl>
  );
}
