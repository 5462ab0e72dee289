import type Stripe from 'stripe';
import type { Environment } from '../environment.ts';
import {
  ForgedCallback,
  type PaymentEvent,
  type PaymentPointer,
  type PaymentProvider,
  ProviderError,
  type RefundToMake,
  type ReportedTransaction,
} from './payment-provider.ts';

type Settings = Pick<Environment, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'>;

const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

/** Cards through Stripe's Checkout Sessions; null, without loading its library, when not configured. */
export async function stripeProvider(environment: Settings): Promise<PaymentProvider | null> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL } = environment;
  if (!key || !webhookSecret) return null;
  const { default: Client } = await import('stripe');
  const api = new URL(STRIPE_API_URL);
  const stripe = new Client(key, {
    host: api.hostname,
    port: api.port || (api.protocol === 'https:' ? 443 : 80),
    protocol: api.protocol === 'https:' ? 'https' : 'http',
    // Keeps a call within ten seconds in all, including the pause before the retry.
    maxNetworkRetries: 1,
    timeout: 4_500,
    telemetry: false,
  });

  /** Stripe forgets idempotency keys after a day, so first looks for a refund that was requested before. */
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
      // Refunds made in Stripe's Dashboard exceed those recorded here.
      return [
        ...made.map(bookedRefund),
        { eventId, kind: 'refund', outcome: 'refund_failed', refundId: id, transactionId },
      ];
    }
  }

  /** Events of a page, its payment and its refunds. */
  async function read({ sessionId, transactionId }: PaymentPointer): Promise<PaymentEvent[]> {
    if (!sessionId && !transactionId) return [];
    const session = sessionId
      ? await stripe.checkout.sessions
          .retrieve(sessionId, { expand: ['payment_intent'] })
          .catch(nullOfUnknown)
      : (
          await stripe.checkout.sessions.list({
            ...(transactionId ? { payment_intent: transactionId } : {}),
            limit: 1,
            expand: ['data.payment_intent'],
          })
        ).data[0];
    if (!session?.metadata?.payment_id) return [];
    const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
    if (!intent) return pageEvent(session);
    const refunds = (await stripe.refunds.list({ payment_intent: intent.id, limit: 100 })).data;
    return [...intentEvent(session, intent), ...refunds.map(bookedRefund).reverse()];
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
    read,
    async close(sessionId) {
      await stripe.checkout.sessions.expire(sessionId);
    },
    refund,
    async checkKeys() {
      await stripe.accounts.retrieveCurrent();
    },
    async capture({ authorizationId, amount, attempt }) {
      await refusable(
        stripe.paymentIntents.capture(
          authorizationId,
          { amount_to_capture: amount },
          { idempotencyKey: `capture:${authorizationId}:${attempt}` },
        ),
      );
      return { transactionId: authorizationId };
    },
    async release({ authorizationId }) {
      await refusable(stripe.paymentIntents.cancel(authorizationId));
      return { transactionId: authorizationId };
    },
    async list(from, to) {
      const created = { gte: seconds(from), lt: seconds(to) };
      const charges = await stripe.charges.list({ created, limit: 100 }).autoPagingToArray({ limit: 5_000 });
      const refunds = await stripe.refunds.list({ created, limit: 100 }).autoPagingToArray({ limit: 5_000 });
      return [
        ...charges.filter(({ paid, captured }) => paid && captured).map(reportedCharge),
        ...refunds.filter(({ status }) => status === 'succeeded').map(reportedRefund),
      ];
    },
    async verify({ headers, body }) {
      const signature = headers['stripe-signature'];
      const event = await stripe.webhooks
        .constructEventAsync(body, typeof signature === 'string' ? signature : '', webhookSecret)
        .catch(() => {
          throw new ForgedCallback();
        });
      return pointerOf(event);
    },
  };
  return provider;
}

const fieldsOf = (session: Stripe.Checkout.Session) => ({
  kind: 'checkout.session',
  sessionId: session.id,
  paymentId: session.metadata?.payment_id,
});

/** Event of a page without a payment; none while it is open. */
function pageEvent(session: Stripe.Checkout.Session): PaymentEvent[] {
  const isOver = session.status === 'expired';
  return isOver ? [{ ...fieldsOf(session), eventId: `stripe:${session.id}:over`, outcome: 'closed' }] : [];
}

/** Event of a payment by its state (docs/decisions/payment-providers.md); none while it is open or pending. */
function intentEvent(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent): PaymentEvent[] {
  const { id, status, currency, amount, amount_received, amount_capturable } = intent;
  const event = (
    outcome: PaymentEvent['outcome'],
    money: number,
    more: Partial<PaymentEvent> = {},
  ): PaymentEvent[] => [
    {
      ...fieldsOf(session),
      eventId: `stripe:${id}:${outcome}`,
      outcome,
      transactionId: id,
      amount: money,
      currency,
      ...more,
    },
  ];
  switch (status) {
    case 'succeeded':
      return event('paid', amount_received, intent.capture_method === 'manual' ? { parentId: id } : {});
    case 'requires_capture':
      return event('held', amount_capturable);
    case 'canceled':
      return event('voided', amount);
    case 'requires_payment_method':
      // A payment that takes days, and did not come.
      return session.status === 'complete' ? event('closed', amount) : pageEvent(session);
    default:
      return pageEvent(session);
  }
}

/** Outcome of a full or partial refund. One made in Stripe's Dashboard has no id of ours. */
function bookedRefund(refund: Stripe.Refund): PaymentEvent {
  const outcome = refundOutcome(refund.status);
  return {
    eventId: `stripe:${refund.id}:${outcome}`,
    kind: 'refund',
    outcome,
    refundId: refund.metadata?.refund_id,
    reference: refund.id,
    transactionId: idOf(refund.payment_intent),
    amount: refund.amount,
    currency: refund.currency,
  };
}

function refundOutcome(status: Stripe.Refund['status']): PaymentEvent['outcome'] {
  if (status === 'succeeded') return 'refunded';
  return status === 'failed' || status === 'canceled' ? 'refund_failed' : 'refund_pending';
}

/** The payment of a signed event; null for other events. */
function pointerOf(event: Stripe.Event): PaymentPointer | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { sessionId: event.data.object.id };
    case 'payment_intent.amount_capturable_updated':
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled':
      return { transactionId: event.data.object.id };
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refunded':
    case 'charge.captured':
      return { transactionId: idOf(event.data.object.payment_intent) };
    default:
      return null;
  }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1_000);

const reportedCharge = (charge: Stripe.Charge): ReportedTransaction => ({
  id: idOf(charge.payment_intent) ?? charge.id,
  kind: 'paid',
  amount: charge.amount_captured,
  currency: charge.currency,
  back: charge.amount_refunded,
});

const reportedRefund = ({ id, amount, currency }: Stripe.Refund): ReportedTransaction => ({
  id,
  kind: 'refunded',
  amount,
  currency,
});

/** Null for objects Stripe does not know, such as a page of another account. */
function nullOfUnknown(error: unknown): null {
  if (isRefused(error) && error instanceof Error && 'code' in error && error.code === 'resource_missing')
    return null;
  throw error;
}

/** @throws ProviderError that says whether Stripe rejected the request */
async function refusable(answer: Promise<unknown>): Promise<void> {
  await answer.catch((error: unknown) => {
    throw isRefused(error) ? new ProviderError('stripe', { type: 'refused' }, 400) : error;
  });
}

/** Whether Stripe rejected a refund request, rather than failed. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError';
}

const isOver = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
