import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Language } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { toPiastres } from '../../app/lib/money.ts';
import { payLinkPath } from '../../app/lib/pay-link-path.ts';
import { HttpError } from '../http/http-error.ts';
import { type JobHandlers, runAllDueJobs, StillPending } from '../jobs/jobs.ts';
import {
  type Hold,
  type PaymentEvent,
  type PaymentPointer,
  type PaymentProvider,
  ProviderError,
  type ProviderMethod,
  type RefundToMake,
} from './payment-provider.ts';
import type { PaymentAccounts } from './payment-providers.ts';

interface PaymentsOptions {
  accounts: PaymentAccounts;
  admin: SupabaseClient<Database>;
  log: Logger;
}

/** A payment that a shopper, or the store on their behalf, wants to start. */
export interface PaymentWish {
  orderId: string;
  tenantId: string;
  /** Null if the store vouches for the person, for example by a link in a message. */
  userId: string | null;
  /** Checkout option such as `paymob_wallet`; null for the first configured one. */
  option: string | null;
  /** Pounds; defaults to everything that is due. */
  amount?: number | undefined;
  language: Language;
  /** Builds the URL of the store's page to return to. */
  pageAt: (tenantId: string, path: string) => string;
  /** Builds the provider's callback URL. */
  callbackAt: (tenantId: string, path: string) => string;
}

/** A payment by a link that staff sent, which needs no account. */
export interface LinkPaymentWish
  extends Pick<PaymentWish, 'tenantId' | 'option' | 'language' | 'pageAt' | 'callbackAt'> {
  /** The link's secret. */
  token: string;
  /** Pounds, as its page showed it. */
  amount: number;
}

/** What the provider's page needs to know of a payment to start. */
const startColumns = `id, attempt, tenant_id, order_id, amount, currency, expires_at, session_url,
  order:orders!inner (number, status, customer_name, customer_email, contact:order_addresses (address))` as const;

interface PaymentToStart {
  id: string;
  attempt: number;
  tenant_id: string;
  order_id: string;
  amount: number;
  currency: string;
  expires_at: string;
  session_url: string | null;
  order: {
    number: string;
    status: string;
    customer_name: string;
    customer_email: string;
    contact: { address: { phone?: string } } | null;
  };
}

type DuePayment = Database['public']['Functions']['due_payments']['Returns'][number];
type DueHold = Database['public']['Functions']['due_holds']['Returns'][number];

export type Payments = ReturnType<typeof payments>;

/**
 * Payments of placed orders at providers. The database decides amounts and records outcomes; this module calls the
 * providers. Every step is idempotent.
 */
export function payments({ accounts, admin, log }: PaymentsOptions) {
  /**
   * Records what a provider reported when it was read with the store's own key.
   * @param tenantIds the stores it may concern; null for any
   * @throws Error when the database fails, so that the provider retries
   */
  async function book(
    provider: string,
    event: PaymentEvent,
    tenantIds: readonly string[] | null = null,
  ): Promise<void> {
    const { data, error } = await admin.rpc('record_payment_event', {
      p_provider: provider,
      p_event_id: event.eventId,
      p_kind: event.kind,
      p_outcome: event.outcome,
      ...(event.paymentId ? { p_payment_id: event.paymentId } : {}),
      ...(event.sessionId ? { p_session_id: event.sessionId } : {}),
      ...(event.transactionId ? { p_transaction_id: event.transactionId } : {}),
      ...(event.amount === undefined ? {} : { p_amount: event.amount }),
      ...(event.currency ? { p_currency: event.currency } : {}),
      ...(event.refundId ? { p_refund_id: event.refundId } : {}),
      ...(event.reference ? { p_reference: event.reference } : {}),
      ...(event.parentId ? { p_parent_id: event.parentId } : {}),
      ...(event.integration ? { p_integration: event.integration } : {}),
      ...(event.heldUntil ? { p_held_until: event.heldUntil } : {}),
      ...(tenantIds ? { p_tenant_ids: [...tenantIds] } : {}),
    });
    if (error) throw new Error(`A payment could not be booked: ${error.code}`);
    const about = { provider, event: event.eventId };
    if (data === 'mismatch') log.error(about, 'a payment is not of the amount asked for');
    if (data === 'known') log.info(about, 'a payment was announced again');
    if (data === 'unknown') log.warn(about, 'a payment is not known here');
    if (data === 'foreign' || data === 'unclear')
      log.error(about, `a payment is ${data}: a person has to look`);
  }

  /** @throws ProviderError for every failure of the provider */
  async function ask<Answer>(provider: PaymentProvider, call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call();
    } catch (error) {
      throw error instanceof ProviderError ? error : new ProviderError(provider.name, nameOf(error));
    }
  }

  function providerOf(tenantId: string, name: string): PaymentProvider {
    const provider = accounts.providersOf(tenantId).find((one) => one.name === name);
    if (!provider) throw new ProviderError(name, { type: 'not configured' });
    return provider;
  }

  /** Provider and method of a checkout option; by default the first configured ones. */
  function optionOf(
    tenantId: string,
    option: string | null,
  ): { provider: PaymentProvider; method: ProviderMethod } {
    for (const provider of accounts.providersOf(tenantId)) {
      for (const method of provider.methods) {
        if (option === null || option === `${provider.name}_${method}`) return { provider, method };
      }
    }
    throw new HttpError(409, 'This store does not take that kind of payment.', {
      details: 'payment_closed',
    });
  }

  /**
   * Starts a payment and returns the URL of its payment page, the same for repeated calls.
   * @throws PostgrestError when the database refuses; ProviderError when the provider fails
   */
  async function start(wish: PaymentWish): Promise<string> {
    const { provider, method } = optionOf(wish.tenantId, wish.option);
    const paymentToStart = await admin
      .rpc('payment_to_start', {
        p_order_id: wish.orderId,
        // The generated types do not allow null for an argument without a default.
        p_user_id: wish.userId as string,
        p_provider: provider.name,
        p_method: method,
        ...(wish.amount === undefined ? {} : { p_amount: wish.amount }),
      })
      .select(startColumns)
      .throwOnError();
    const payment = paymentToStart.data;
    const page =
      payment.order.status === 'awaiting_payment'
        ? `/order-confirmation?order=${payment.order_id}`
        : `/account/orders/${payment.order_id}?`;
    return open(payment, provider, method, { ...wish, page });
  }

  /**
   * Starts a payment by a link and returns the URL of its payment page: makes the order of a draft, or accepts the
   * change that the link is for.
   * @throws PostgrestError when the database refuses; ProviderError when the provider fails
   */
  async function startByLink(wish: LinkPaymentWish): Promise<string> {
    const { provider, method } = optionOf(wish.tenantId, wish.option);
    const { data } = await admin
      .rpc('payment_by_link', {
        p_tenant_id: wish.tenantId,
        p_token: wish.token,
        p_amount: wish.amount,
        p_provider: provider.name,
        p_method: method,
      })
      .select(startColumns)
      .throwOnError();
    return open(data, provider, method, { ...wish, page: `${payLinkPath(wish.token)}?` });
  }

  /** Opens the provider's page of a payment, the same for repeated calls; it leads back to `page`. */
  async function open(
    payment: PaymentToStart,
    provider: PaymentProvider,
    method: ProviderMethod,
    { page, ...wish }: Pick<PaymentWish, 'language' | 'pageAt' | 'callbackAt'> & { page: string },
  ): Promise<string> {
    const { order } = payment;
    if (payment.session_url) return payment.session_url;
    const { sessionId, url, integration } = await ask(provider, () =>
      provider.start({
        paymentId: payment.id,
        attempt: payment.attempt,
        tenantId: payment.tenant_id,
        orderId: payment.order_id,
        number: order.number,
        name: order.customer_name,
        email: order.customer_email,
        phone: order.contact?.address.phone ?? '',
        method,
        amount: toPiastres(payment.amount),
        currency: payment.currency,
        expiresAt: Math.floor(Date.parse(payment.expires_at) / 1_000),
        language: wish.language,
        paidUrl: wish.pageAt(payment.tenant_id, `${page}&payment=made`),
        backUrl: wish.pageAt(payment.tenant_id, page),
        callbackUrl: wish.callbackAt(payment.tenant_id, `/payments/${provider.name}/callback`),
      }),
    );
    const opened = await admin.rpc('payment_opened', {
      p_payment_id: payment.id,
      p_session_id: sessionId,
      p_session_url: url,
      ...(integration ? { p_integration: integration } : {}),
    });
    if (opened.error) throw new Error(`A payment could not be kept: ${opened.error.code}`);
    if (opened.data !== true) {
      await close(provider, { paymentId: payment.id, sessionId });
      throw new HttpError(409, 'This order is not waiting for a payment.', {
        details: 'not_payable',
      });
    }
    return url;
  }

  /**
   * Reads a payment's state from its provider and records it. Every announcement of a payment ends here.
   * @param tenantIds the stores it may concern; null for any
   * @throws ProviderError when the provider fails; nothing is recorded then
   */
  async function look(
    provider: PaymentProvider,
    pointer: PaymentPointer,
    { over = false, tenantIds = null }: { over?: boolean; tenantIds?: readonly string[] | null } = {},
  ): Promise<void> {
    const events = await ask(provider, () => provider.read(pointer, over));
    for (const event of events) await book(provider.name, event, tenantIds);
  }

  /** Closes an open page; a paid page is unaffected. */
  async function close(provider: PaymentProvider, pointer: PaymentPointer): Promise<void> {
    await provider.close?.(pointer.sessionId ?? '').catch((error: unknown) => {
      log.info({ err: nameOf(error) }, 'a payment page was no longer open');
    });
    await look(provider, pointer, { over: true });
  }

  /** Requests a refund from its provider, or looks up its outcome, and records the answer. */
  async function sendRefund(tenantId: string, name: string, refund: RefundToMake): Promise<void> {
    const provider = providerOf(tenantId, name);
    for (const event of await ask(provider, () => provider.refund(refund))) await book(name, event);
  }

  /** Updates the payments of a shopper's order. Returns whether the last attempt was declined. */
  async function update(orderId: string): Promise<boolean> {
    const read = () =>
      admin
        .from('payments')
        .select('id, tenant_id, provider, session_id, status, declined_at')
        .eq('order_id', orderId)
        .order('created_at', { ascending: false });
    const before = await read();
    if (before.error) throw new Error(`Payments could not be read: ${before.error.code}`);
    const open = before.data.filter(({ status }) => status === 'open');
    for (const { id, tenant_id, provider, session_id } of open) {
      if (session_id) await look(providerOf(tenant_id, provider), { paymentId: id, sessionId: session_id });
    }
    const after = open.length > 0 ? await read() : before;
    if (after.error) throw new Error(`Payments could not be read: ${after.error.code}`);
    return Boolean(after.data[0]?.declined_at);
  }

  /** Sends an order's pending refunds to the provider, as far as the person may read them. */
  async function sendRefunds(person: SupabaseClient<Database>, orderId: string): Promise<void> {
    const waiting = await person
      .from('refunds')
      .select('id')
      .match({ order_id: orderId, state: 'sending', reference: '' })
      .throwOnError();
    const ids = waiting.data.map(({ id }) => id);
    if (ids.length > 0) await runAllDueJobs({ admin, log, handlers: refunds, keys: ids });
  }

  /** Sends refunds through their providers. */
  const refunds: JobHandlers = {
    send_refund: {
      async prepare(jobs) {
        const { data } = await admin
          .rpc('refunds_to_send', { p_job_ids: jobs.map(({ id }) => id) })
          .throwOnError();
        const due = new Map(data.map((refund) => [refund.refund_id, refund]));
        return new Map(
          jobs.flatMap((job) => {
            const refund = due.get(job.key);
            return refund ? [[job.id, () => settle(refund)] as const] : [];
          }),
        );
      },
    },
  };

  async function settle(refund: DuePayment): Promise<void> {
    await updateOne(refund).catch((failure: unknown) => {
      // Providers' error messages may contain URLs.
      const { type, code } = nameOf(failure);
      throw new Error(code ? `${type} (${code})` : type);
    });
    const { data } = await admin
      .from('refunds')
      .select('state, reference')
      .eq('id', refund.refund_id)
      .maybeSingle()
      .throwOnError();
    if (data?.state === 'sending') throw new StillPending(data.reference === '' ? 30 : 600);
  }

  /** Captures or releases now what banks hold for an order, at staff's request. */
  async function settleHolds(person: SupabaseClient<Database>, orderId: string): Promise<void> {
    const readable = await person
      .from('payments')
      .select('id')
      .match({ order_id: orderId, status: 'held' })
      .throwOnError();
    if (readable.data.length > 0) await updateHolds(orderId);
  }

  /** Processes due holds, of one order or of all. */
  async function updateHolds(orderId: string | null = null): Promise<void> {
    const { data, error } = await admin.rpc('due_holds', orderId ? { p_order_id: orderId } : {});
    if (error) throw new Error(`Holds could not be read: ${error.code}`);
    for (const hold of data) {
      await updateHold(hold).catch((failure: unknown) => {
        log.warn({ err: nameOf(failure), todo: hold.todo }, 'a hold will be tried again');
      });
    }
  }

  /** Reads a hold before capturing it, so that a lost answer does not lead to a second capture. */
  async function updateHold(due: DueHold): Promise<void> {
    const { tenant_id, payment_id, attempt_id, session_id, authorization_id, amount, attempt, todo } = due;
    const provider = providerOf(tenant_id, due.provider);
    const pointer: PaymentPointer = {
      paymentId: attempt_id,
      ...(session_id ? { sessionId: session_id } : {}),
      transactionId: authorization_id,
    };
    await look(provider, pointer);
    if (todo !== 'capture' && todo !== 'release') return;
    const { data } = await admin.from('payments').select('status').eq('id', payment_id).single();
    if (data?.status !== 'held') return;
    const hold: Hold = {
      paymentId: attempt_id,
      sessionId: session_id ?? '',
      authorizationId: authorization_id,
      amount,
      attempt,
    };
    const made = await ask(provider, () => provider[todo](hold)).catch((error: unknown) => {
      if (error instanceof ProviderError && error.isRefusal) return 'refused' as const;
      throw error;
    });
    await look(provider, (made !== 'refused' && made) || pointer);
    if (made === 'refused') {
      const refused = await admin.rpc('hold_refused', { p_payment_id: payment_id });
      if (refused.error) throw new Error(`A hold could not be booked: ${refused.error.code}`);
    }
  }

  /** Updates expired pages, payments of a wrong amount, and holds. */
  async function updateDue(): Promise<void> {
    const { data } = await admin.rpc('due_payments').throwOnError();
    for (const due of data) {
      await updateOne(due).catch((failure: unknown) => {
        log.warn({ err: nameOf(failure), todo: due.todo }, 'a payment could not be updated');
      });
    }
    await updateHolds();
  }

  async function updateOne(due: DuePayment): Promise<void> {
    const { tenant_id, payment_id, session_id, transaction_id, refund_id, amount, attempt, reference } = due;
    const provider = () => providerOf(tenant_id, due.provider);
    const page = { paymentId: payment_id, sessionId: session_id ?? undefined };
    if (due.todo === 'close' && session_id) await close(provider(), page);
    else if (due.todo === 'look' && session_id) await look(provider(), page, { over: true });
    else if (transaction_id) {
      await sendRefund(tenant_id, due.provider, {
        id: refund_id,
        paymentId: payment_id,
        sessionId: session_id ?? '',
        transactionId: transaction_id,
        amount,
        back: due.back,
        attemptBack: due.attempt_back,
        attempt,
        reference,
      });
    }
  }

  return { look, start, startByLink, update, refunds, sendRefunds, settleHolds, updateDue };
}

/** Loggable fields of a failure; providers' messages may contain URLs. */
function nameOf(error: unknown): { type: string; code?: string } {
  if (error instanceof ProviderError)
    return { ...error.detail, type: `${error.provider}: ${error.detail.type}` };
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : error.name;
  return { type, ...(code ? { code } : {}) };
}
