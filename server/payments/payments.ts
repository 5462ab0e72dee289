import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import { type JobHandlers, runAllDueJobs, StillPending } from '../jobs/jobs.ts';
import { paymentHolds } from './payment-holds.ts';
import type { RefundToMake } from './payment-provider.ts';
import { nameOf, type PaymentOptions, paymentRecords } from './payment-records.ts';
import { paymentStarts } from './payment-starts.ts';

type DuePayment = Database['public']['Functions']['due_payments']['Returns'][number];

export type Payments = ReturnType<typeof payments>;

/**
 * Payments of placed orders at providers. The database decides amounts and records outcomes; this module calls the
 * providers. Every step is idempotent.
 */
export function payments({ accounts, admin, log }: PaymentOptions) {
  const records = paymentRecords({ accounts, admin, log });
  const { book, ask, providerOf, look, close } = records;
  const starts = paymentStarts({ accounts, admin }, records);
  const { settleHolds, updateHolds } = paymentHolds({ admin, log }, records);

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

  return { ...starts, look, update, refunds, sendRefunds, settleHolds, updateDue };
}
