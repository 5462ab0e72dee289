import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { FullOrder } from './read-orders.ts';

/** What the shopper wrote for the store with an order; renders nothing without it. */
export function OrderNote({ order: { note } }: { order: Pick<FullOrder, 'note'> }) {
  const t = useTranslations('orders', ordersMessages);
  if (!note) return null;
  return (
    <section>
      <h2 className="font-semibold">{t('yourNote')}</h2>
      <p className="wrap-anywhere whitespace-pre-line">{note}</p>
    </section>
  );
}
