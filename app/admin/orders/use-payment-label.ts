import { useCallback } from 'react';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { PaymentState } from '#app/orders/payment-state.ts';

/** Returns a function that labels a payment state for staff; shoppers read of a due refund as on its way. */
export function usePaymentLabel() {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  return useCallback(
    (state: PaymentState) => (state === 'refund_due' ? t('payment_refund_due') : tOrders(state)),
    [t, tOrders],
  );
}
