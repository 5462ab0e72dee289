import { Constants, type Enums } from '#app/lib/database.types.ts';

export type OrderQueue = Enums<'order_queue'>;

/** The queues of work in the order in which an order passes through them. */
export const orderQueues = Constants.public.Enums.order_queue;

/** What several orders of a queue can be brought on by. */
export type QueueAction =
  | 'confirm'
  | 'mark_printed'
  | 'pack'
  | 'pack_and_hand_over'
  | 'hand_over'
  | 'change_carrier'
  | 'out_for_delivery'
  | 'deliver'
  | 'fail_attempt'
  | 'come_back'
  | 'restock'
  | 'approve'
  | 'transfer'
  | 'credit'
  | 'settle';

/** The actions of each queue, the usual one first. */
export const queueActions: Readonly<Record<OrderQueue, readonly QueueAction[]>> = {
  to_confirm: ['confirm'],
  to_print: ['mark_printed'],
  to_pack: ['pack', 'pack_and_hand_over'],
  to_hand_over: ['hand_over', 'change_carrier'],
  on_the_way: ['deliver', 'fail_attempt', 'come_back', 'change_carrier'],
  attempt_failed: ['out_for_delivery', 'deliver', 'come_back'],
  returned_to_sender: ['restock'],
  returns: ['approve'],
  to_give_back: ['transfer', 'credit'],
  cash_outstanding: ['settle'],
};

/** An order's answer in a bulk action: `why` is empty when it was done. */
export type BulkOutcome = {
  orderId: string;
  number: string;
  why: string;
  /** Ids of its shipments that were handed over. */
  handedOver: string[];
};

/**
 * Returns an outcome for each order from the answers about it or its shipments; an order with a refused shipment is refused, and one
 * that nothing was asked for is refused with `nothing`.
 */
export function outcomesOf(
  orders: readonly { id: string; number: string }[],
  answers: readonly { orderId: string; why: string; handedOver?: string }[],
  nothing: string,
): BulkOutcome[] {
  const byOrder = Map.groupBy(answers, ({ orderId }) => orderId);
  return orders.map(({ id, number }) => {
    const own = byOrder.get(id) ?? [];
    const why = own.length === 0 ? nothing : (own.find((answer) => answer.why)?.why ?? '');
    return { orderId: id, number, why, handedOver: own.flatMap(({ handedOver }) => handedOver ?? []) };
  });
}
