import type Stripe from 'stripe';

/** Outcome of a payment, recorded by `record_payment_event`. Amounts are piastres. */
export interface PaymentEvent {
  eventId: string;
  kind: string;
  outcome: 'paid' | 'closed' | 'refunded' | 'refund_pending' | 'refund_failed';
  paymentId?: string | undefined;
  /** Our id of a refund, and the provider's. */
  refundId?: string | undefined;
  reference?: string | undefined;
  sessionId?: string | undefined;
  paymentIntent?: string | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
}

const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

/** Outcome of a checkout session; null while it is open or pending. */
export function sessionEvent(
  session: Stripe.Checkout.Session,
  eventId: string,
  kind: string,
): PaymentEvent | null {
  const eventFields = {
    eventId,
    kind,
    sessionId: session.id,
    paymentId: session.metadata?.payment_id,
    paymentIntent: idOf(session.payment_intent),
    amount: session.amount_total ?? undefined,
    currency: session.currency ?? undefined,
  };
  if (session.payment_status === 'paid') return { ...eventFields, outcome: 'paid' };
  if (session.status === 'expired' || kind === 'checkout.session.async_payment_failed')
    return { ...eventFields, outcome: 'closed' };
  return null;
}

/** Outcome of a refund, whole or of a part. One made at the provider's own desk has no id of ours. */
export function refundEvent(refund: Stripe.Refund, eventId: string, kind: string): PaymentEvent {
  return {
    eventId,
    kind,
    outcome: refundOutcome(refund.status),
    refundId: refund.metadata?.refund_id,
    reference: refund.id,
    paymentIntent: idOf(refund.payment_intent),
    amount: refund.amount,
    currency: refund.currency,
  };
}

function refundOutcome(status: Stripe.Refund['status']): PaymentEvent['outcome'] {
  if (status === 'succeeded') return 'refunded';
  return status === 'failed' || status === 'canceled' ? 'refund_failed' : 'refund_pending';
}

/** Maps a signed provider event to an outcome; null for irrelevant events. */
export function paymentEventOf(event: Stripe.Event): PaymentEvent | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return sessionEvent(event.data.object, event.id, event.type);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundEvent(event.data.object, event.id, event.type);
    default:
      return null;
  }
}
