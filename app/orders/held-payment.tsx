import { Landmark } from 'lucide-react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatMoney } from '#app/i18n/format.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { heldFor } from './pay-online.tsx';
import type { FullOrder } from './read-orders.ts';

/** Shows what the shopper's bank holds for an order, and what happens next; renders nothing without a hold. */
export function HeldPayment({ order }: { order: Pick<FullOrder, 'holds'> }) {
  const t = ordersTexts();
  const { currency } = useBrand();
  const held = heldFor(order);
  if (held === 0) return null;
  const [until] = order.holds.map(({ held_until }) => held_until).toSorted();
  return (
    <section
      aria-labelledby="held-payment"
      className="grid w-full gap-3 rounded-card bg-sunken p-5 text-start"
    >
      <h2 id="held-payment" className="flex items-center gap-2 text-heading">
        <Landmark aria-hidden="true" className="size-5 shrink-0" />
        {t('heldTitle')}
      </h2>
      <p>{t('heldWhy', { amount: formatMoney(held, currency) })}</p>
      {until ? (
        <p className="text-ink-soft text-sm">{t('heldUntil', { time: formatDateTime(until) })}</p>
      ) : null}
    </section>
  );
}
