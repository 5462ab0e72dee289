import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { refusalText } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { orderStatuses } from '../model/order-filter.ts';
import { staffTransitions } from '../model/status-transitions.ts';

type Status = Enums<'order_status'>;

/** The columns of an order needed to change its status. */
export type OrderInStatus = { id: string; tenant_id: string; number: string; status: Status };

/** Result for one order; `why` is empty on success. */
export type StatusOutcome = OrderInStatus & { why: string };

/** Returns the status changes available to the orders, each with the orders that allow it. */
export function transitionsOf<Order extends OrderInStatus>(
  orders: readonly Order[],
): { status: Status; orders: Order[] }[] {
  const targets = new Map<Status, Order[]>();
  for (const order of orders) {
    for (const status of simpleTransitions(order.status)) {
      // A return needs its own description of the problem for each order.
      if (status === 'return_requested') continue;
      targets.set(status, [...(targets.get(status) ?? []), order]);
    }
  }
  return [...targets]
    .map(([status, movable]) => ({ status, orders: movable }))
    .toSorted((a, b) => statusRank(a.status) - statusRank(b.status));
}

/** Statuses that trigger an email to the customer. */
export const mailedStatuses: readonly Status[] = ['shipped', 'delivered', 'cancelled'];

/** Rank of a status in an order's life, cancellation last. */
function statusRank(status: Status): number {
  return status === 'cancelled' ? orderStatuses.length : orderStatuses.indexOf(status);
}

/**
 * Returns the status changes that need no further input, the next step first. Confirming a payment takes a
 * reference and answering a problem takes a text; both have their own forms.
 */
function simpleTransitions(from: Status): readonly Status[] {
  const transitions = staffTransitions(from);
  if (from === 'awaiting_payment') return transitions.filter((to) => to === 'cancelled');
  return from === 'return_requested' ? [] : transitions.toSorted((a, b) => statusRank(a) - statusRank(b));
}

/** Changes the status of an order, along the transition table. */
export async function changeOrderStatus(
  id: string,
  status: Status,
  { note = '', restock = false }: { note?: string; restock?: boolean } = {},
): Promise<void> {
  const supabase = await loadSupabase();
  const change = { p_order_id: id, p_status: status, p_note: note, p_restock: restock };
  await sendOnce(`change_order_status ${id}`, async (requestId) =>
    dataOf(await supabase.rpc('change_order_status', { ...change, p_request_id: requestId })),
  );
}

/**
 * Changes the status of orders in one request; a refused one does not stop the others.
 * @returns why orders did not change, by id
 * @throws BackendError
 */
export async function changeOrderStatuses(
  ids: readonly string[],
  status: Status,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const supabase = await loadSupabase();
  const change = { p_order_ids: [...ids], p_status: status };
  const answers = await sendOnce(`change_order_statuses ${status} ${ids.join(' ')}`, async (requestId) =>
    dataOf(await supabase.rpc('change_order_statuses', { ...change, p_request_id: requestId })),
  );
  return new Map(
    answers.flatMap(({ order_id, refusal }) => (refusal ? [[order_id, refusalText(refusal)]] : [])),
  );
}
