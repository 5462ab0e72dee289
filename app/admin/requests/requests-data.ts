import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import type { AskedAct } from '../ui/asked-act.ts';
import type { Whose } from '../ui/assignment/whose.ts';

/** A price that a request would change, in pounds; null without a price. */
export type AskedPrice = {
  name: string;
  translations: unknown;
  price: number | null;
  new_price: number | null;
};

/** What somebody who decides sees of a request, as far as it has it; amounts in pounds. */
type ApprovalFacts = {
  number?: string;
  amount?: number;
  way?: Enums<'refund_way'>;
  reason?: string;
  customer?: string;
  /** How many products it is about. */
  products?: number;
  /** The first twenty of them. */
  prices?: AskedPrice[];
};

/** A request for approval (docs/product.md, Ceilings); times are ISO. */
export type ApprovalRequest = Awaited<ReturnType<typeof readApprovalRequests>>[number];

/**
 * Reads the requests of these stores that the person asked for or may decide, waiting ones first.
 * @param whose those that were assigned to the person, or to nobody
 * @throws BackendError
 */
export async function readApprovalRequests(tenantIds: string[], whose: Whose) {
  const supabase = await loadSupabase();
  const rows = dataOf(
    await supabase.rpc('list_approval_requests', { p_tenant_ids: tenantIds, p_whose: whose }),
  );
  return rows.map((row) => ({
    ...row,
    facts: row.facts as ApprovalFacts,
    // The generated types do not say which are null.
    order_id: row.order_id as string | null,
    customer_id: row.customer_id as string | null,
    assignee: row.assignee as string | null,
    decided_by: row.decided_by as string | null,
    decided_at: row.decided_at as string | null,
    ended_because: row.ended_because as 'changed' | 'order_cancelled' | 'product_deleted' | 'expired' | null,
  }));
}

/** Asks for what lies above the person's ceiling, and returns how many requests that are. @throws BackendError */
export async function requestApprovals(acts: readonly AskedAct[], note: string): Promise<number> {
  const supabase = await loadSupabase();
  for (const { act, args } of acts) {
    const asked = { p_act: act, p_arguments: args, p_note: note };
    await sendOnce(`request_approval ${JSON.stringify(asked)}`, async (requestId) =>
      dataOf(await supabase.rpc('request_approval', { ...asked, p_request_id: requestId })),
    );
  }
  return acts.length;
}

/**
 * Approves a request, which carries it out, or refuses it; returns its state: `ended` if what it is about had changed.
 * @throws BackendError
 */
export async function decideApprovalRequest(
  id: string,
  approve: boolean,
  word: string,
): Promise<Enums<'approval_state'>> {
  const supabase = await loadSupabase();
  const decided = { p_id: id, p_approve: approve, p_word: word };
  const { state } = await sendOnce(`decide_approval_request ${id} ${approve}`, async (requestId) =>
    dataOf(await supabase.rpc('decide_approval_request', { ...decided, p_request_id: requestId })),
  );
  return state;
}

/** Notes that the person has seen how their requests were decided. @throws BackendError */
export async function seeApprovalRequests(ids: string[]): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('see_approval_requests', { p_ids: ids }));
}
