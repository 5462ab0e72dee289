import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums, Json } from '#app/lib/database.types.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { refusalText } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { type OrderAnswer, orderAnswer, type Pieces } from './shipment-calls.ts';

type NewReturn = { reason: string; kind: Enums<'return_kind'>; lines: readonly Pieces[] };

/** Requests a return of delivered pieces for a customer who called or wrote. @throws BackendError */
export async function requestReturn(orderId: string, { reason, kind, lines }: NewReturn): Promise<void> {
  const supabase = await loadSupabase();
  const asked = { p_order_id: orderId, p_reason: reason, p_lines: [...lines], p_kind: kind };
  await sendOnce(`request_return ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('request_return', { ...asked, p_request_id: requestId })),
  );
}

/**
 * Approves or declines a return; the customer reads the answer.
 * @param kind money, or a free replacement order; by default what the customer asked for
 * @throws BackendError
 */
export async function decideReturn(
  returnId: string,
  approve: boolean,
  answer: string,
  kind?: Enums<'return_kind'>,
): Promise<void> {
  const supabase = await loadSupabase();
  const decided = {
    p_return_id: returnId,
    p_approve: approve,
    p_answer: answer,
    ...(kind && { p_kind: kind }),
  };
  await sendOnce(`decide_return ${returnId}`, async (requestId) =>
    dataOf(await supabase.rpc('decide_return', { ...decided, p_request_id: requestId })),
  );
}

/** Approves returns as they were asked for; one that is refused leaves the others alone. @throws BackendError */
export async function approveReturns(ids: readonly string[]): Promise<OrderAnswer[]> {
  const supabase = await loadSupabase();
  const decided = { p_return_ids: [...ids], p_approve: true };
  const answer = await sendOnce(`decide_returns ${ids.join(' ')}`, async (requestId) =>
    dataOf(await supabase.rpc('decide_returns', { ...decided, p_request_id: requestId })),
  );
  return answer.map(orderAnswer);
}

/** Lets pieces that were sent for those of a return be exchanged before these have come back. @throws BackendError */
export async function allowExchange(returnId: string, reason: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`allow_exchange ${returnId}`, async (requestId) =>
    dataOf(
      await supabase.rpc('allow_exchange', {
        p_return_id: returnId,
        p_reason: reason,
        p_request_id: requestId,
      }),
    ),
  );
}

/** Cancels a return whose pieces will not arrive. @throws BackendError */
export async function withdrawReturn(returnId: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`withdraw_return ${returnId}`, async (requestId) =>
    dataOf(await supabase.rpc('withdraw_return', { p_return_id: returnId, p_request_id: requestId })),
  );
}

/** Pieces of a line that were received for a return in one condition. */
export type Received = {
  order_line_id: string;
  received: number;
  condition: Enums<'return_condition'>;
  fate: Enums<'return_fate'>;
  /** The share of their price that is given back. */
  refund_percent: number;
};

/** Books the pieces received for a return, and what happens to them. @throws BackendError */
export async function receiveReturn(returnId: string, lines: readonly Received[]): Promise<void> {
  const supabase = await loadSupabase();
  const received = { p_return_id: returnId, p_lines: [...lines] };
  await sendOnce(`receive_return ${returnId}`, async (requestId) =>
    dataOf(await supabase.rpc('receive_return', { ...received, p_request_id: requestId })),
  );
}

/** Changes to an order, in the shape that `edit_order` takes. */
export type OrderChanges = {
  add?: { variant_id?: string; product_id?: string; quantity: number }[];
  remove?: Pieces[];
  address?: { [name: string]: Json };
  shipping_method?: Enums<'shipping_method'>;
  slot_id?: string;
  slot_date?: string;
  note?: string;
  /** Why cash is accepted although a rule asks for a payment first. */
  cash_overruled?: string;
};

/** Price of an order after an edit, in pounds, and why the edit is not possible. */
export type EditQuote = { difference: number; total: number; problems: string[] };

/** Prices an edit without applying it. @throws BackendError */
export async function quoteEdit(orderId: string, changes: OrderChanges): Promise<EditQuote> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('quote_edit', { p_order_id: orderId, p_changes: changes }).single();
  const { difference, total, problems } = dataOf(answer);
  return {
    difference,
    total,
    problems: problems.map((problem) => refusalText(problem, orderLineRow)),
  };
}

/** Applies an edit, or proposes it to the customer if the order then costs more. @throws BackendError */
export async function editOrder(orderId: string, changes: OrderChanges, reason: string): Promise<void> {
  const supabase = await loadSupabase();
  const edit = { p_order_id: orderId, p_changes: changes, p_reason: reason };
  await sendOnce(`edit_order ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('edit_order', { ...edit, p_request_id: requestId })),
  );
}

/** Withdraws a proposed edit. @throws BackendError */
export async function withdrawEdit(editId: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`withdraw_edit ${editId}`, async (requestId) =>
    dataOf(await supabase.rpc('withdraw_edit', { p_edit_id: editId, p_request_id: requestId })),
  );
}
