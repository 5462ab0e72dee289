import { BackendError } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { orderStatuses } from '../model/order-filter.ts';

type Status = Enums<'order_status'>;

/** An order as far as moving it needs. */
export type Movable = { id: string; number: string; status: Status };

/** What became of one order: `why` is empty when it moved. */
export type MoveOutcome = { number: string; why: string };

/** Moves that several orders may make together, with those that may make them. */
export function movesOf<Order extends Movable>(
  orders: readonly Order[],
  allowed: ReadonlyMap<Status, readonly Status[]>,
): { status: Status; orders: Order[] }[] {
  const targets = new Map<Status, Order[]>();
  for (const order of orders) {
    for (const status of plainMoves(order.status, allowed.get(order.status) ?? [])) {
      // What the problem is has to be said for each order.
      if (status === 'return_requested') continue;
      targets.set(status, [...(targets.get(status) ?? []), order]);
    }
  }
  return [...targets]
    .map(([status, movable]) => ({ status, orders: movable }))
    .toSorted((a, b) => inLife(a.status) - inLife(b.status));
}

/** Statuses as orders live, with the end that nobody wishes for last. */
function inLife(status: Status): number {
  return status === 'cancelled' ? orderStatuses.length : orderStatuses.indexOf(status);
}

/**
 * Moves that need no more than a press, the way onward first. Confirming a payment takes its reference, and answering a
 * problem takes words: parts of an order's page ask for them.
 */
export function plainMoves(from: Status, moves: readonly Status[]): readonly Status[] {
  if (from === 'awaiting_payment') return moves.filter((to) => to === 'cancelled');
  return from === 'return_requested' ? [] : moves.toSorted((a, b) => inLife(a) - inLife(b));
}

/** Moves one order along the database's table of moves. */
export async function moveOrder(
  id: string,
  status: Status,
  { note = '', restock = false }: { note?: string; restock?: boolean } = {},
): Promise<void> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('change_order_status', {
    ...{ p_order_id: id, p_status: status, p_note: note, p_restock: restock },
  });
  if (answer.error) throw new BackendError(answer.error, answer.status);
}

/**
 * Moves orders one after another, each in a transaction of its own, so that one that may not move leaves the others
 * alone. `refused` says why in words; `onProgress` hears how many are done.
 */
export async function moveOrders(
  orders: readonly Movable[],
  move: (order: Movable) => Promise<void>,
  refused: (error: unknown) => string,
  onProgress: (done: number) => void,
): Promise<MoveOutcome[]> {
  const outcomes: MoveOutcome[] = [];
  const waiting = [...orders.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, order] = next;
      const why = await move(order).then(() => '', refused);
      outcomes[index] = { number: order.number, why };
      onProgress(orders.length - waiting.length);
    }
  };
  await Promise.all([work(), work(), work()]);
  onProgress(orders.length);
  return outcomes;
}
