import type { Tables } from '#app/lib/database.types.ts';
import { formatDateTime } from '#app/lib/dates.ts';
import { adminPaymentWords } from '#app/messages/en/admin-payments.ts';
import { useWords } from '#app/messages/use-words.ts';
import { awaitsCard } from '#app/orders/pay-by-card.tsx';

type Waiting = Pick<Tables<'orders'>, 'status' | 'payment_method' | 'reserved_until'>;

/** Says that the provider, not staff, confirms a card payment, and until when that is waited for. */
export function CardPaymentWaits({ order }: { order: Waiting }) {
  const t = useWords(adminPaymentWords);
  if (!awaitsCard(order) || !order.reserved_until) return null;
  return (
    <section
      aria-labelledby="card-payment-waits"
      className="grid gap-1 rounded-card bg-warning-tint p-5 text-warning-text"
    >
      <h2 id="card-payment-waits" className="text-lg">
        {t('waits')}
      </h2>
      <p className="text-sm">{t('waitsWhy', { time: formatDateTime(order.reserved_until) })}</p>
    </section>
  );
}
