import { useCallback } from 'react';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import type { PaymentState } from '#app/orders/payment-state.ts';

/** Returns a function that labels a payment state for staff; shoppers see a due refund as on its way. */
export function usePaymentLabel() {
  const t = adminOrdersTexts();
  const tOrders = ordersTexts();
  return useCallback(
    (state: PaymentState) => (state === 'refund_due' ? t('payment_refund_due') : tOrders(state)),
    [t, tOrders],
  );
}
