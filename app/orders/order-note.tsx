import { ordersTexts } from '#app/i18n/texts/orders.ts';
import type { FullOrder } from './read-orders.ts';

/** The shopper's note to the store with an order; renders nothing without one. */
export function OrderNote({ order: { note } }: { order: Pick<FullOrder, 'note'> }) {
  const t = ordersTexts();
  if (!note) return null;
  return (
    <dl>
      <dt className="font-semibold">{t('yourNote')}</dt>
      <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
        {note}
      </dd>
    </dl>
  );
}
