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
