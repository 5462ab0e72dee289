import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
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

const refundSchema = z.object({
  payment_status: z.string(),
  payment_id: z.string().nullable(),
  payment_intent: z.string().nullable(),
  attempt: z.number().nullable(),
});

interface PaymentsOptions {
  cards: CardPayments;
  /** Backend client with the secret key. */
  admin: SupabaseClient<Database>;
  log: Logger;
}

export type Payments = ReturnType<typeof payments>;

/**
 * Card payments of placed orders. The database decides amounts and records outcomes; this module calls the provider.
 * Every step is idempotent.
 */
export function payments({ cards: { stripe }, admin, log }: PaymentsOptions) {
  /** Records an outcome. @throws Error when the database fails, so that the provider retries */
  async function book(reported: PaymentEvent): Promise<void> {
    const event = reported.outcome === 'refunded' ? await withTotalRefunded(reported) : reported;
    const { data, error } = await admin.rpc('record_payment_event', {
      p_event_id: event.eventId,
      p_kind: event.kind,
      p_outcome: event.outcome,
      ...(event.paymentId ? { p_payment_id: event.paymentId } : {}),
      ...(event.sessionId ? { p_session_id: event.sessionId } : {}),
      ...(event.paymentIntent ? { p_payment_intent: event.paymentIntent } : {}),
      ...(event.amount === undefined ? {} : { p_amount: event.amount }),
      ...(event.currency ? { p_currency: event.currency } : {}),
    });
    if (error) throw new Error(`A payment could not be booked: ${error.code}`);
    if (data === 'mismatch') log.error({ event: event.eventId }, 'a payment is not of the amount asked for');
  }

  /** Refunds may be partial and made in the provider's dashboard, so the total refunded amount counts. */
  async function withTotalRefunded(event: PaymentEvent): Promise<PaymentEvent> {
    if (!event.paymentIntent) return event;
    const { data } = await stripe.refunds.list({ payment_intent: event.paymentIntent, limit: 100 });
    const amount = data.reduce((sum, one) => sum + (one.status === 'succeeded' ? one.amount : 0), 0);
    return { ...event, amount: Math.max(amount, event.amount ?? 0), eventId: `${event.eventId}:${amount}` };
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

  /** Requests a full refund from the provider. Idempotent. */
  async function requestRefund(paymentId: string, paymentIntent: string, attempt: number): Promise<void> {
    const refund = await stripe.refunds
      .create(
        { payment_intent: paymentIntent, metadata: { payment_id: paymentId } },
        { idempotencyKey: `refund:${paymentId}:${attempt}` },
      )
      .catch(async (error: unknown) => {
        // Already refunded in the provider's dashboard.
        if (codeOf(error) !== 'charge_already_refunded') throw error;
        return (await stripe.refunds.list({ payment_intent: paymentIntent, limit: 1 })).data[0];
      });
    const event = refund && refundEvent(refund, `${refund.id}:${refund.status}`, 'refund');
    if (event) await book(event);
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

  /** Refunds an order's payment for staff, authorised by the database. */
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
    const { payment_id, payment_intent, attempt } = refundSchema.parse(requested.data);
    if (!payment_id || !payment_intent) return;
    await requestRefund(payment_id, payment_intent, attempt ?? 1).catch((error: unknown) => {
      // The request is stored and retried until it succeeds.
      log.warn({ err: nameOf(error) }, 'a refund will be tried again');
    });
  }

  /** Settles expired checkouts and refunds that failed. */
  async function settleAll(): Promise<void> {
    const { data, error } = await admin.rpc('payments_to_settle');
    if (error) throw new Error(`Payments could not be read: ${error.code}`);
    for (const { payment_id, session_id, payment_intent, attempt, todo } of data) {
      const work =
        todo === 'refund'
          ? payment_intent && requestRefund(payment_id, payment_intent, attempt)
          : session_id && (todo === 'close' ? close(session_id) : checkSession(session_id));
      await Promise.resolve(work).catch((failure: unknown) => {
        log.warn({ err: nameOf(failure), todo }, 'a payment could not be settled');
      });
    }
  }

  return { book, start, settle, refund, settleAll };
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
