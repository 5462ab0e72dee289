import type Stripe from 'stripe';
import type { Environment } from '../environment.ts';
import {
  ForgedCallback,
  type PaymentEvent,
  type PaymentProvider,
  ProviderError,
  type RefundToMake,
} from './payment-provider.ts';

type Settings = Pick<Environment, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'>;

const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

/** Cards through Stripe's Checkout Sessions; null when it is not configured. Its library is loaded only then. */
export async function stripeProvider(environment: Settings): Promise<PaymentProvider | null> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL } = environment;
  if (!key || !webhookSecret) return null;
  const { default: Client } = await import('stripe');
  const api = new URL(STRIPE_API_URL);
  const stripe = new Client(key, {
    host: api.hostname,
    port: api.port || (api.protocol === 'https:' ? 443 : 80),
    protocol: api.protocol === 'https:' ? 'https' : 'http',
    // Ten seconds in all, with what passes between two calls.
    maxNetworkRetries: 1,
    timeout: 4_500,
    telemetry: false,
  });

  /** Stripe forgets idempotency keys after a day, so a refund that was asked for before is looked for first. */
  async function refund({
    id,
    transactionId,
    amount,
    attempt,
    reference,
  }: RefundToMake): Promise<PaymentEvent[]> {
    if (reference) return [bookedRefund(await stripe.refunds.retrieve(reference))];
    const made = (await stripe.refunds.list({ payment_intent: transactionId, limit: 100 })).data;
    const known = made.find((one) => one.metadata?.refund_id === id && !isOver(one));
    if (known) return [bookedRefund(known)];
    try {
      return [
        bookedRefund(
          await stripe.refunds.create(
            { payment_intent: transactionId, amount, metadata: { refund_id: id } },
            { idempotencyKey: `refund:${id}:${attempt}` },
          ),
        ),
      ];
    } catch (error) {
      if (!isRefused(error)) throw error;
      const eventId = `${id}:${attempt}:refused`;
      // More went back at Stripe's own desk than is booked here.
      return [
        ...made.map(bookedRefund),
        { eventId, kind: 'refund', outcome: 'refund_failed', refundId: id, transactionId },
      ];
    }
  }

  const provider: PaymentProvider = {
    name: 'stripe',
    isTest: /^[sr]k_test_/.test(key),
    methods: ['card'],
    async start(payment) {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          allowed_payment_method_types: ['card'],
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: payment.currency.toLowerCase(),
                unit_amount: payment.amount,
                product_data: { name: `Order ${payment.number}` },
              },
            },
          ],
          ...(payment.email ? { customer_email: payment.email } : {}),
          client_reference_id: payment.paymentId,
          metadata: { payment_id: payment.paymentId, tenant_id: payment.tenantId },
          expires_at: payment.expiresAt,
          success_url: payment.paidUrl,
          cancel_url: payment.backUrl,
        },
        { idempotencyKey: `checkout:${payment.paymentId}:${payment.attempt}` },
      );
      if (!session.url) throw new ProviderError('stripe', { type: 'no page' });
      return { sessionId: session.id, url: session.url };
    },
    async read(sessionId) {
      const session = await stripe.checkout.sessions.retrieve(sessionId);
      return sessionEvent(session, `${session.id}:${session.payment_status}:${session.status}`, 'look');
    },
    async close(sessionId) {
      await stripe.checkout.sessions.expire(sessionId);
    },
    refund,
    async checkKeys() {
      await stripe.accounts.retrieveCurrent();
    },
    async parseCallback({ headers, body }) {
      const signature = headers['stripe-signature'];
      const event = await stripe.webhooks
        .constructEventAsync(body, typeof signature === 'string' ? signature : '', webhookSecret)
        .catch(() => {
          throw new ForgedCallback();
        });
      return paymentEventOf(event);
    },
  };
  return provider;
}

/** Outcome of a checkout session; null while it is open or pending. */
function sessionEvent(session: Stripe.Checkout.Session, eventId: string, kind: string): PaymentEvent | null {
  const eventFields = {
    eventId,
    kind,
    sessionId: session.id,
    paymentId: session.metadata?.payment_id,
    transactionId: idOf(session.payment_intent),
    amount: session.amount_total ?? undefined,
    currency: session.currency ?? undefined,
  };
  if (session.payment_status === 'paid') return { ...eventFields, outcome: 'paid' };
  if (session.status === 'expired' || kind === 'checkout.session.async_payment_failed')
    return { ...eventFields, outcome: 'closed' };
  return null;
}

/** Outcome of a refund, whole or of a part. One made at Stripe's own desk has no id of ours. */
function refundEvent(refund: Stripe.Refund, eventId: string, kind: string): PaymentEvent {
  return {
    eventId,
    kind,
    outcome: refundOutcome(refund.status),
    refundId: refund.metadata?.refund_id,
    reference: refund.id,
    transactionId: idOf(refund.payment_intent),
    amount: refund.amount,
    currency: refund.currency,
  };
}

const bookedRefund = (refund: Stripe.Refund): PaymentEvent =>
  refundEvent(refund, `${refund.id}:${refund.status}`, 'refund');

function refundOutcome(status: Stripe.Refund['status']): PaymentEvent['outcome'] {
  if (status === 'succeeded') return 'refunded';
  return status === 'failed' || status === 'canceled' ? 'refund_failed' : 'refund_pending';
}

/** Maps a signed event to an outcome; null for irrelevant events. */
function paymentEventOf(event: Stripe.Event): PaymentEvent | null {
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

/** Whether Stripe refuses a refund for what it asks, rather than fails. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError';
}

const isOver = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
