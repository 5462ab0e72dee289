import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { Badge } from '#app/ui/badge.tsx';

/** "Order N" with the number on one line: broken at its hyphen it reads as two numbers. */
export function OrderTitle({ number }: { number: string }) {
  const t = ordersTexts();
  const [before, after] = t('order', { number }).split(number);
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{number}</span>
      {after}
    </>
  );
}

/** Marks a test order wherever orders are listed or printed. */
export function TestMark({ order }: { order: { is_test: boolean } }) {
  const t = ordersTexts();
  return order.is_test ? <Badge tone="warning">{t('testOrder')}</Badge> : null;
}
