import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Unbroken } from '#app/ui/unbroken.tsx';

/** "Order N" with the number on one line: broken at its hyphen it reads as two numbers. */
export function OrderTitle({ number }: { number: string }) {
  const t = ordersTexts();
  return <Unbroken text={t('order', { number })} part={number} />;
}

/** Marks a test order wherever orders are listed or printed. */
export function TestMark({ order }: { order: { is_test: boolean } }) {
  const t = ordersTexts();
  return order.is_test ? <Badge tone="warning">{t('testOrder')}</Badge> : null;
}

/** Marks an order of a previous shop wherever orders are listed. */
export function ImportedMark({ order }: { order: { imported_from: string | null } }) {
  const t = ordersTexts();
  return order.imported_from ? <Badge>{t('importedOrder')}</Badge> : null;
}
