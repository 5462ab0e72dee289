import { adminOrderWords } from '#app/messages/en/admin-orders.ts';
import { orderWords } from '#app/messages/en/orders.ts';
import { useWords } from '#app/messages/use-words.ts';
import { type PaymentState, paymentState } from '#app/orders/payment-state.ts';

/** Says how the payment of an order stands, as staff read it: for them a refund is not on its way before they give it. */
export function usePaymentWords() {
  const t = useWords(adminOrderWords);
  const words = useWords(orderWords);
  const state = (of: PaymentState) => (of === 'refund_due' ? t('payment_refund_due') : words(of));
  return { state, payment: (order: Parameters<typeof paymentState>[0]) => state(paymentState(order)) };
}
