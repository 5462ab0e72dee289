import { formatDateTime } from '#app/i18n/format.ts';
import adminPaymentsMessages from '#app/i18n/messages/en/admin-payments.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { awaitsCard } from '#app/orders/pay-by-card.tsx';

type Waiting = Pick<Tables<'orders'>, 'status' | 'payment_method' | 'reserved_until'>;

/** Says that the provider, not staff, confirms a card payment, and until when that is waited for. */
export function CardPaymentWaits({ order }: { order: Waiting }) {
  const t = useTranslations('admin-payments', adminPaymentsMessages);
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
