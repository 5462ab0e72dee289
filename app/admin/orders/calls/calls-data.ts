import { dataOf } from '#app/lib/backend-error.ts';
import type { Database, Enums } from '#app/lib/database.types.ts';
import { seenAs } from '#app/lib/seen-as.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { readCustomerLanguage } from '../data/customer-language.ts';
import { readAdminOrder } from '../data/read-admin-orders.ts';

export type CallOutcome = Enums<'call_outcome'>;

type ClaimedCall = Database['public']['CompositeTypes']['claimed_call'];

/** The outcome of a call that was just recorded. */
export type RecordedCall = Database['public']['Tables']['order_calls']['Row'];

/** Nothing to call, as for people who only look at the office as a role. */
const noCall: ClaimedCall = {
  tenant_id: null,
  order_id: null,
  unanswered: null,
  is_last_try: null,
  waiting: 0,
  next_due_at: null,
};

/**
 * Claims the next order to call about in these stores, and reads it with everything that the caller needs.
 * @throws BackendError
 */
export async function claimCall(tenantIds: readonly string[]) {
  const supabase = await loadSupabase();
  const claimed: ClaimedCall = seenAs()
    ? noCall
    : dataOf(await supabase.rpc('claim_call', { p_tenant_ids: [...tenantIds] }));
  const { tenant_id: tenantId, order_id: orderId } = claimed;
  const state = { waiting: claimed.waiting ?? 0, nextDueAt: claimed.next_due_at };
  const found = tenantId && orderId ? await readAdminOrder(orderId, tenantId) : null;
  if (!found) return { ...state, call: null };
  const spoken = await readCustomerLanguage(found.order.tenant_id, found.order.user_id);
  const call = {
    ...found,
    spoken,
    unanswered: claimed.unanswered ?? 0,
    isLastTry: claimed.is_last_try ?? false,
  };
  return { ...state, call };
}

export type Call = NonNullable<Awaited<ReturnType<typeof claimCall>>['call']>;

/** Keeps a claimed order for some more minutes; false if somebody else has it by now. @throws BackendError */
export async function keepCall(orderId: string): Promise<boolean> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('keep_call', { p_order_id: orderId }));
}

/** Gives a claimed order back. A claim that could not be given back expires. */
export async function releaseCall(orderId: string): Promise<void> {
  const supabase = await loadSupabase();
  await supabase.rpc('release_call', { p_order_id: orderId });
}

/**
 * Records what came of a call about an order.
 * @param nextAt ISO time at which a customer wants to be called again
 * @throws BackendError
 */
export async function recordCall(
  orderId: string,
  outcome: CallOutcome,
  { note = '', nextAt }: { note?: string; nextAt?: string } = {},
): Promise<RecordedCall> {
  const supabase = await loadSupabase();
  const recorded = {
    p_order_id: orderId,
    p_outcome: outcome,
    p_note: note,
    ...(nextAt !== undefined && { p_next_at: nextAt }),
  };
  return sendOnce(`record_call ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('record_call', { ...recorded, p_request_id: requestId })),
  );
}
