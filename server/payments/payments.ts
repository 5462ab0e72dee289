import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
import { HttpError } from '../http-error.ts';
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
  /** The backend with the secret key. */
  admin: SupabaseClient<Database>;
  log: Logger;
}

export type Payments = ReturnType<typeof payments>;

/**
 * Card payments of placed orders. The database decides the amount and books the outcome; this module talks to the
 * provider. Every step may safely run twice.
 */
export function payments({ cards: { stripe }, admin, log }: PaymentsOptions) {
  /** Books what the provider says. @throws Error when the database cannot be asked, so that the provider asks again. */
  async function book(reported: PaymentEvent): Promise<void> {
    const event = reported.outcome === 'refunded' ? await inAll(reported) : reported;
    const { data, error } = await admin.rpc('record_payment_event', {
      ...{ p_event_id: event.eventId, p_kind: event.kind, p_outcome: event.outcome },
      ...(event.paymentId ? { p_payment_id: event.paymentId } : {}),
      ...(event.sessionId ? { p_session_id: event.sessionId } : {}),
      ...(event.paymentIntent ? { p_payment_intent: event.paymentIntent } : {}),
      ...(event.amount === undefined ? {} : { p_amount: event.amount }),
      ...(event.currency ? { p_currency: event.currency } : {}),
    });
    if (error) throw new Error(`A payment could not be booked: ${error.code}`);
    if (data === 'mismatch') log.error({ event: event.eventId }, 'a payment is not of the amount asked for');
  }

  /** Money may go back in parts, some of them from the provider's own desk: what counts is how much has gone back in all. */
  async function inAll(said: PaymentEvent): Promise<PaymentEvent> {
    if (!said.paymentIntent) return said;
    const { data } = await stripe.refunds.list({ payment_intent: said.paymentIntent, limit: 100 });
    const amount = data.reduce((sum, one) => sum + (one.status === 'succeeded' ? one.amount : 0), 0);
    return { ...said, amount: Math.max(amount, said.amount ?? 0), eventId: `${said.eventId}:${amount}` };
  }

  /**
   * Where a shopper pays for an order of theirs: the same place however often they ask.
   * @param pageAt makes the address of a store's page, to come back to.
   */
  async function start(
    orderId: string,
    userId: string,
    pageAt: (tenantId: string, path: string) => string,
  ): Promise<string> {
    const asked = await admin.rpc('payment_to_start', { p_order_id: orderId, p_user_id: userId });
    if (asked.error) throw errorMessage(asked.error);
    const order = startSchema.parse(asked.data);
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
      ...{ p_payment_id: order.payment_id, p_session_id: session.id, p_session_url: session.url },
    });
    if (opened.error) throw new Error(`A payment could not be kept: ${opened.error.code}`);
    if (opened.data !== true) {
      await close(session.id);
      throw new HttpError(409, 'This order is not waiting for a payment.');
    }
    return session.url;
  }

  /** Asks the provider what became of a checkout, for webhook events that never arrived. */
  async function look(sessionId: string): Promise<void> {
    const session = await stripe.checkout.sessions.retrieve(sessionId);
    const said = sessionEvent(session, `${session.id}:${session.payment_status}:${session.status}`, 'look');
    if (said) await book(said);
  }

  /** Expires the open checkout; a payment that came first stands. */
  async function close(sessionId: string): Promise<void> {
    await stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
      log.info({ err: nameOf(error) }, 'a checkout was no longer open');
    });
    await look(sessionId);
  }

  /** Asks the provider to give a whole payment back; asking again is the same request. */
  async function giveBack(paymentId: string, paymentIntent: string, attempt: number): Promise<void> {
    const refund = await stripe.refunds
      .create(
        { payment_intent: paymentIntent, metadata: { payment_id: paymentId } },
        { idempotencyKey: `refund:${paymentId}:${attempt}` },
      )
      .catch(async (error: unknown) => {
        // Somebody gave it back at the provider's own desk.
        if (codeOf(error) !== 'charge_already_refunded') throw error;
        return (await stripe.refunds.list({ payment_intent: paymentIntent, limit: 1 })).data[0];
      });
    const said = refund && refundEvent(refund, `${refund.id}:${refund.status}`, 'refund');
    if (said) await book(said);
  }

  /** What became of a shopper's order at the provider, booked. */
  async function settle(orderId: string): Promise<void> {
    const { data, error } = await admin
      .from('payments')
      .select('session_id, status')
      .eq('order_id', orderId)
      .maybeSingle();
    if (error) throw new Error(`A payment could not be read: ${error.code}`);
    if (data?.session_id && data.status === 'open') await look(data.session_id);
  }

  /** Gives an order's payment back for staff, as whom the database is asked first. */
  async function refund(person: SupabaseClient<Database>, orderId: string, reason: string): Promise<void> {
    const asked = await person.rpc('request_refund', { p_order_id: orderId, p_reason: reason });
    if (asked.error) throw errorMessage(asked.error);
    const { payment_id, payment_intent, attempt } = refundSchema.parse(asked.data);
    if (!payment_id || !payment_intent) return;
    await giveBack(payment_id, payment_intent, attempt ?? 1).catch((error: unknown) => {
      // It is noted as started, and tried again until it works.
      log.warn({ err: nameOf(error) }, 'a refund will be tried again');
    });
  }

  /** Settles what was left lying: checkouts whose time is over, and refunds that did not get through. */
  async function settleAll(): Promise<void> {
    const { data, error } = await admin.rpc('payments_to_settle');
    if (error) throw new Error(`Payments could not be read: ${error.code}`);
    for (const { payment_id, session_id, payment_intent, attempt, todo } of data) {
      const work =
        todo === 'refund'
          ? payment_intent && giveBack(payment_id, payment_intent, attempt)
          : session_id && (todo === 'close' ? close(session_id) : look(session_id));
      await Promise.resolve(work).catch((failure: unknown) => {
        log.warn({ err: nameOf(failure), todo }, 'a payment could not be settled');
      });
    }
  }

  return { book, start, settle, refund, settleAll };
}

function errorMessage(error: { code: string; message: string; details: string }): Error {
  if (error.code === 'P0001')
    return new HttpError(error.details === 'unknown_order' ? 404 : 409, error.message);
  if (error.code === '42501') return new HttpError(403, error.message);
  if (error.code === 'PGRST301' || error.code === 'PGRST303') return new HttpError(401, 'Sign in again.');
  return new Error(`The database refused a payment: ${error.code}`);
}

/** An error of the provider as it may be logged: its words can carry addresses. */
function nameOf(error: unknown): { type: string; code?: string } {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = codeOf(error);
  const type = 'type' in error && typeof error.type === 'string' ? error.type : error.name;
  return { type, ...(code ? { code } : {}) };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
