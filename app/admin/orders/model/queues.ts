import type { Capability } from '#app/lib/database.constants.ts';
import { Constants, type Enums } from '#app/lib/database.types.ts';

export type OrderQueue = Enums<'order_queue'>;

/** The queues, in the order in which an order passes through them. */
export const orderQueues = Constants.public.Enums.order_queue;

/** Bulk actions for the orders of a queue. */
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

/** The actions of each queue, the most common one first. */
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

/** The capability that each action requires in an order's store; the database decides. */
export const actionCapabilities: Readonly<Record<QueueAction, Capability>> = {
  confirm: 'orders.change',
  mark_printed: 'orders.print',
  pack: 'orders.pack',
  pack_and_hand_over: 'orders.pack',
  hand_over: 'orders.pack',
  change_carrier: 'orders.pack',
  out_for_delivery: 'orders.pack',
  deliver: 'orders.pack',
  fail_attempt: 'orders.pack',
  come_back: 'orders.pack',
  restock: 'orders.pack',
  approve: 'returns.decide',
  transfer: 'money.refund',
  credit: 'money.refund',
  settle: 'money.settle_cash',
};

/** Result of a bulk action for an order; `why` is empty on success. */
export type BulkOutcome = {
  orderId: string;
  /** The order's store. */
  tenantId: string;
  number: string;
  why: string;
  /** Ids of its shipments that were handed over. */
  handedOver: string[];
};

/**
 * Returns the outcome for each order from the answers about it or its shipments. An order with a refused
 * shipment is refused; one without any answer gets the reason `nothing`.
 */
export function outcomesOf(
  orders: readonly { id: string; tenant_id: string; number: string }[],
  answers: readonly { orderId: string; why: string; handedOver?: string }[],
  nothing: string,
): BulkOutcome[] {
  const byOrder = Map.groupBy(answers, ({ orderId }) => orderId);
  return orders.map(({ id, tenant_id: tenantId, number }) => {
    const own = byOrder.get(id) ?? [];
    const why = own.length === 0 ? nothing : (own.find((answer) => answer.why)?.why ?? '');
    return {
      orderId: id,
      tenantId,
      number,
      why,
      handedOver: own.flatMap(({ handedOver }) => handedOver ?? []),
    };
  });
}
