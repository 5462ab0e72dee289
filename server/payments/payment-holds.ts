import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import { type Hold, type PaymentPointer, ProviderError } from './payment-provider.ts';
import { nameOf, type PaymentOptions, type PaymentRecords } from './payment-records.ts';

type DueHold = Database['public']['Functions']['due_holds']['Returns'][number];

/** Captures and releases what banks hold for payments. */
export function paymentHolds(
  { admin, log }: Omit<PaymentOptions, 'accounts'>,
  { ask, look, providerOf }: PaymentRecords,
) {
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

  return { settleHolds, updateHolds };
}
