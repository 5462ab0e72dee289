import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { type PaymentState, paymentState } from '#app/orders/payment-state.ts';

/**
 * Returns a function that describes an order's payment for staff, who see a refund only once they have made
 * it.
 */
export function usePaymentLabel() {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  const state = (of: PaymentState) => (of === 'refund_due' ? t('payment_refund_due') : tOrders(of));
  return { state, payment: (order: Parameters<typeof paymentState>[0]) => state(paymentState(order)) };
}
