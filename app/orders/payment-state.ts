import type { Enums } from '#app/lib/database.types.ts';

export type PaymentState = Enums<'payment_status'> | 'nothing_due';

type Paid = { status: Enums<'order_status'>; payment_status: Enums<'payment_status'> };

/** Payment state of an order; one that was cancelled, or that nobody took, before it was paid owes nothing. */
export function paymentState({ status, payment_status }: Paid): PaymentState {
  const open = payment_status === 'unpaid' || payment_status === 'failed';
  return (status === 'cancelled' || status === 'refused') && open ? 'nothing_due' : payment_status;
}
