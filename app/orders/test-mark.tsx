import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Badge } from '#app/ui/badge.tsx';

/** Marks a test order wherever orders are listed or printed. */
export function TestMark({ order }: { order: { is_test: boolean } }) {
  const t = useTranslations('orders', ordersMessages);
  return order.is_test ? <Badge tone="warning">{t('testOrder')}</Badge> : null;
}
