import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
import { toPiastres } from '../../app/lib/money.ts';
import { HttpError } from '../http/http-error.ts';
import { type PaymentEvent, refundEvent, sessionEvent } from './payment-event.ts';
import type { CardPayments } from './stripe-client.ts';

const startSchema = z.object({
  payment_id: z.string(),
  attempt: z.number(),
  tenant_id: z.string(),
  order_id: z.string(),
  number: z.string(),
  email: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  expires_at: z.number().int(),
  session_url: z.string().nullable(),
});

/** A refund on its way to the provider. Amounts are piastres. */
interface RefundToSend {
  id: string;
  paymentIntent: string;
  amount: number;
  attempt: number;
}

interface PaymentsOptions {
  cards: CardPayments;
  /** Backend client with the secret key. */
  admin: SupabaseClient<Database>;
  log: Logger;
}

type DuePayment = Database['public']['Functions']['payments_to_settle']['Returns'][number];

export type Payments = ReturnType<typeof payments>;

/**
 * Card payments of placed orders. The database decides amounts and records outcomes; this module calls the provider.
 * Every step is idempotent.
 */
export function payments({ cards: { stripe }, admin, log }: PaymentsOptions) {
  /** Records an outcome. @throws Error when the database fails, so that the provider retries */
  async function book(event: PaymentEvent): Promise<void> {
    const { data, error } = await admin.rpc('record_payment_event', {
      p_event_id: event.eventId,
      p_kind: event.kind,
      p_outcome: event.outcome,
      ...(event.paymentId ? { p_payment_id: event.paymentId } : {}),
      ...(event.sessionId ? { p_session_id: event.sessionId } : {}),
      ...(event.paymentIntent ? { p_payment_intent: event.paymentIntent } : {}),
      ...(event.amount === undefined ? {} : { p_amount: event.amount }),
      ...(event.currency ? { p_currency: event.currency } : {}),
      ...(event.refundId ? { p_refund_id: event.refundId } : {}),
      ...(event.reference ? { p_reference: event.reference } : {}),
    });
    if (error) throw new Error(`A payment could not be booked: ${error.code}`);
    if (data === 'mismatch') log.error({ event: event.eventId }, 'a payment is not of the amount asked for');
  }

  /**
   * Starts a payment and returns the URL of its payment page, the same on repeated calls.
   * @param pageAt builds the URL of a store's page to return to
   */
  async function start(
    orderId: string,
    userId: string,
    pageAt: (tenantId: string, path: string) => string,
  ): Promise<string> {
    const paymentToStart = await admin.rpc('payment_to_start', { p_order_id: orderId, p_user_id: userId });
    if (paymentToStart.error) throw errorMessage(paymentToStart.error);
    const order = startSchema.parse(paymentToStart.data);
    if (order.session_url) return order.session_url;
    const back = `/order-confirmation?order=${order.order_id}`;
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: order.currency.toLowerCase(),
              unit_amount: order.amount,
              product_data: { name: `Order ${order.number}` },
            },
          },
        ],
        ...(order.email ? { customer_email: order.email } : {}),
        client_reference_id: order.payment_id,
        metadata: { payment_id: order.payment_id, tenant_id: order.tenant_id },
        expires_at: order.expires_at,
        success_url: pageAt(order.tenant_id, `${back}&payment=made`),
        cancel_url: pageAt(order.tenant_id, back),
      },
      { idempotencyKey: `checkout:${order.payment_id}:${order.attempt}` },
    );
    if (!session.url) throw new HttpError(502, 'The payment page could not be opened.');
    const opened = await admin.rpc('payment_opened', {
      p_payment_id: order.payment_id,
      p_session_id: session.id,
      p_session_url: session.url,
    });
    if (opened.error) throw new Error(`A payment could not be kept: ${opened.error.code}`);
    if (opened.data !== true) {
      await close(session.id);
      throw new HttpError(409, 'This order is not waiting for a payment.', {
        details: 'not_payable',
        hint: null,
      });
    }
    return session.url;
  }

  /** Reads a checkout's outcome from the provider, for lost webhooks. */
  async function checkSession(sessionId: string): Promise<void> {
    const session = await stripe.checkout.sessions.retrieve(sessionId);
    const event = sessionEvent(session, `${session.id}:${session.payment_status}:${session.status}`, 'look');
    if (event) await book(event);
  }

  /** Expires the open checkout; a completed payment stands. */
  async function close(sessionId: string): Promise<void> {
    await stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
      log.info({ err: nameOf(error) }, 'a checkout was no longer open');
    });
    await checkSession(sessionId);
  }

  /**
   * Asks the provider for a refund. The provider forgets idempotency keys after a day, so one that was asked for before
   * is looked for first.
   */
  async function sendRefund(refund: RefundToSend): Promise<void> {
    const { id, paymentIntent, amount, attempt } = refund;
    const made = await refundsOf(paymentIntent);
    const known = made.find((one) => one.metadata?.refund_id === id && !isOver(one));
    if (known) return bookRefund(known);
    await stripe.refunds
      .create(
        { payment_intent: paymentIntent, amount, metadata: { refund_id: id } },
        { idempotencyKey: `refund:${id}:${attempt}` },
      )
      .then(bookRefund, async (error: unknown) => {
        if (!isRefused(error)) throw error;
        // More went back at the provider's own desk than is booked here.
        for (const one of made) await bookRefund(one);
        const eventId = `${id}:${attempt}:refused`;
        await book({ eventId, kind: 'refund', outcome: 'refund_failed', refundId: id, paymentIntent });
      });
  }

  async function refundsOf(paymentIntent: string): Promise<Stripe.Refund[]> {
    return (await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })).data;
  }

  async function bookRefund(refund: Stripe.Refund): Promise<void> {
    await book(refundEvent(refund, `${refund.id}:${refund.status}`, 'refund'));
  }

  /** Records the outcome of a shopper's order. */
  async function settle(orderId: string): Promise<void> {
    const { data, error } = await admin
      .from('payments')
      .select('session_id, status')
      .eq('order_id', orderId)
      .maybeSingle();
    if (error) throw new Error(`A payment could not be read: ${error.code}`);
    if (data?.session_id && data.status === 'open') await checkSession(data.session_id);
  }

  /** Gives an order's payment back for staff, whole, authorised by the database. */
  async function refund(
    person: SupabaseClient<Database>,
    orderId: string,
    reason: string,
    requestId?: string,
  ): Promise<void> {
    const requested = await person.rpc('request_refund', {
      p_order_id: orderId,
      p_reason: reason,
      ...(requestId ? { p_request_id: requestId } : {}),
    });
    if (requested.error) throw errorMessage(requested.error);
    await sendRefunds(person, orderId);
  }

  /** Sends an order's refunds that wait for the provider, as far as the person may read them. */
  async function sendRefunds(person: SupabaseClient<Database>, orderId: string): Promise<void> {
    const waiting = await person
      .from('refunds')
      .select('id')
      .match({ order_id: orderId, state: 'sending', reference: '' });
    if (waiting.error) throw errorMessage(waiting.error);
    const { data, error } = await admin
      .from('refunds')
      .select('id, amount, attempt, payments(payment_intent)')
      .in(
        'id',
        waiting.data.map(({ id }) => id),
      );
    if (error) throw new Error(`Refunds could not be read: ${error.code}`);
    for (const { id, amount, attempt, payments: payment } of data) {
      if (!payment?.payment_intent) continue;
      const sending = { id, amount: toPiastres(amount), attempt, paymentIntent: payment.payment_intent };
      await sendRefund(sending).catch((failure: unknown) => {
        // The refund is stored and sent again until it succeeds.
        log.warn({ err: nameOf(failure) }, 'a refund will be tried again');
      });
    }
  }

  /** Settles expired checkouts and refunds that are under way. */
  async function settleAll(): Promise<void> {
    const { data, error } = await admin.rpc('payments_to_settle');
    if (error) throw new Error(`Payments could not be read: ${error.code}`);
    for (const due of data) {
      await settleOne(due).catch((failure: unknown) => {
        log.warn({ err: nameOf(failure), todo: due.todo }, 'a payment could not be settled');
      });
    }
  }

  async function settleOne(due: DuePayment): Promise<void> {
    const { session_id, payment_intent, refund_id, amount, attempt } = due;
    if (due.todo === 'close' && session_id) await close(session_id);
    if (due.todo === 'look' && session_id) await checkSession(session_id);
    if (due.todo === 'follow') await bookRefund(await stripe.refunds.retrieve(due.reference));
    if (due.todo === 'refund' && payment_intent)
      await sendRefund({ id: refund_id, paymentIntent: payment_intent, amount, attempt });
  }

  return { book, start, settle, refund, sendRefunds, settleAll };
}

function errorMessage(error: { code: string; message: string; details: string; hint: string | null }): Error {
  const { details, hint } = error;
  if (error.code === 'P0001')
    return new HttpError(details === 'unknown_order' ? 404 : 409, error.message, { details, hint });
  if (error.code === '42501') return new HttpError(403, error.message, { details, hint });
  if (error.code === 'PGRST301' || error.code === 'PGRST303') return new HttpError(401, 'Sign in again.');
  return new Error(`The database refused a payment: ${error.code}`);
}

/** Loggable fields of a provider error; its message may contain URLs. */
function nameOf(error: unknown): { type: string; code?: string } {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = codeOf(error);
  const type = 'type' in error && typeof error.type === 'string' ? error.type : error.name;
  return { type, ...(code ? { code } : {}) };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the provider refuses a refund for what it asks, rather than fails. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError';
}

const isOver = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
