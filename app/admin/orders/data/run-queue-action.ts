import type { Enums } from '#app/lib/database.types.ts';
import { waitsForStaff } from '../model/balance.ts';
import { type BulkOutcome, outcomesOf, type QueueAction } from '../model/queues.ts';
import type { ShipmentFields } from '../model/shipment-form.ts';
import { movableShipments } from '../model/shipments.ts';
import { bookShipments } from './carrier-calls.ts';
import { changeOrderStatuses } from './change-order-status.ts';
import { type Delivery, deliverShipments } from './delivery-calls.ts';
import { sendRefunds } from './money-calls.ts';
import type { AdminOrderRow } from './read-admin-orders.ts';
import { approveReturns } from './return-calls.ts';
import {
  changeShipments,
  inspectShipments,
  markOrdersPrinted,
  moveShipments,
  packOrders,
  type ShipmentAnswer,
} from './shipment-calls.ts';

type ShipmentState = Enums<'shipment_state'>;
type OneAnswer = { orderId: string; why: string; handedOver?: string };

/** Target state of the actions that move shipments. */
const shipmentTargets: Partial<Record<QueueAction, ShipmentState>> = {
  hand_over: 'handed_over',
  out_for_delivery: 'out_for_delivery',
  deliver: 'delivered',
  fail_attempt: 'attempt_failed',
  come_back: 'returned_to_sender',
};

/** Returns the orders that an action applies to. */
export function ordersFor(action: QueueAction, orders: readonly AdminOrderRow[]): AdminOrderRow[] {
  const target = shipmentTargets[action];
  return orders.filter((order) => {
    if (target) return movableShipments([order], target).length > 0;
    switch (action) {
      case 'confirm':
        return order.status === 'pending';
      case 'mark_printed':
        return order.order_lines.some((line) => line.to_print > 0);
      case 'pack':
      case 'pack_and_hand_over':
        return order.order_lines.some((line) => line.open_pieces > 0);
      case 'restock':
        return order.shipments.some(({ awaits_inspection }) => awaits_inspection);
      case 'change_carrier':
        return shipmentsToChange(order).length > 0;
      case 'approve':
        return order.returns.some(isAskedForMoney);
      case 'credit':
        return order.user_id !== null && dueRefunds(order).length > 0;
      case 'transfer':
        return dueRefunds(order).length > 0;
      default:
        return true;
    }
  });
}

/** Returns the shipments of an order whose carrier can still change. */
const shipmentsToChange = ({ shipments }: AdminOrderRow) =>
  shipments.filter(({ can_change_carrier }) => can_change_carrier);

/** Returns whether a pending return asks for money. Faults are answered one by one: a replacement is free. */
const isAskedForMoney = ({ state, kind }: AdminOrderRow['returns'][number]) =>
  state === 'requested' && kind === 'return';

const dueRefunds = ({ refunds }: AdminOrderRow) => refunds.filter(waitsForStaff);

async function moveShipmentsOf(
  orders: readonly AdminOrderRow[],
  to: ShipmentState,
  deliveries: readonly Delivery[],
): Promise<OneAnswer[]> {
  const ownerOf = new Map(
    orders.flatMap((order) => order.shipments.map((shipment) => [shipment.id, order.id] as const)),
  );
  const shipments = movableShipments(orders, to);
  if (shipments.length === 0) return [];
  const ids = shipments.map(({ id }) => id);
  const answers = await (deliveries.length > 0
    ? deliverShipments(
        ids.map((id) => deliveries.find((one) => one.shipment_id === id) ?? { shipment_id: id }),
      )
    : moveShipments(ids, { state: to }));
  return answers.map((answer) => answerOf(answer, ownerOf, to));
}

/** Converts a shipment's answer to its order's. */
function answerOf(
  { shipmentId, orderId, why }: ShipmentAnswer,
  ownerOf: ReadonlyMap<string, string>,
  to: ShipmentState,
): OneAnswer {
  return {
    orderId: orderId || (ownerOf.get(shipmentId) ?? ''),
    why,
    ...(to === 'handed_over' && !why && { handedOver: shipmentId }),
  };
}

/** Packs orders, and registers their shipments if a carrier is given. */
async function packFor(
  ids: readonly string[],
  shipment: ShipmentFields,
  carrier: string,
): Promise<ShipmentAnswer[]> {
  const packed = await packOrders(ids, shipment);
  const shipments = packed.filter(({ why }) => !why).map(({ shipmentId }) => shipmentId);
  if (!carrier || shipments.length === 0) return packed;
  const booked = await bookShipments(carrier, shipments);
  return packed.map((one) => ({
    ...one,
    why: one.why || (booked.find(({ shipmentId }) => shipmentId === one.shipmentId)?.why ?? ''),
  }));
}

async function packAndHandOver(
  orders: readonly AdminOrderRow[],
  shipment: ShipmentFields,
  carrier: string,
): Promise<OneAnswer[]> {
  const packed = await packFor(
    orders.map(({ id }) => id),
    shipment,
    carrier,
  );
  const ready = packed.filter(({ why }) => !why);
  if (ready.length === 0) return packed;
  const handedOver = await moveShipments(
    ready.map(({ shipmentId }) => shipmentId),
    { state: 'handed_over' },
  );
  const orderOf = new Map(ready.map(({ shipmentId, orderId }) => [shipmentId, orderId]));
  return [...packed, ...handedOver.map((answer) => answerOf(answer, orderOf, 'handed_over'))];
}

function answersTo(
  action: QueueAction,
  orders: AdminOrderRow[],
  { shipment, carrier, deliveries }: Pick<ActionOptions, 'shipment' | 'carrier' | 'deliveries'>,
): Promise<OneAnswer[]> {
  const ids = orders.map(({ id }) => id);
  const target = shipmentTargets[action];
  if (target) return moveShipmentsOf(orders, target, deliveries);
  switch (action) {
    case 'pack':
      return packFor(ids, shipment, carrier);
    case 'pack_and_hand_over':
      return packAndHandOver(orders, shipment, carrier);
    case 'confirm':
      return changeOrderStatuses(ids, 'confirmed').then((reasons) =>
        ids.map((orderId) => ({ orderId, why: reasons.get(orderId) ?? '' })),
      );
    case 'mark_printed':
      return markOrdersPrinted(ids).then((printed) => printed.map((orderId) => ({ orderId, why: '' })));
    case 'restock':
      return inspectShipments(
        orders
          .flatMap(({ shipments }) => shipments.filter(({ awaits_inspection }) => awaits_inspection))
          .map(({ id }) => id),
      );
    case 'change_carrier':
      return changeShipments(
        orders.flatMap(shipmentsToChange).map(({ id }) => id),
        { carrier_name: shipment.carrier_name ?? '' },
      );
    case 'approve':
      return approveReturns(
        orders.flatMap(({ returns }) => returns.filter(isAskedForMoney)).map(({ id }) => id),
      );
    case 'transfer':
    case 'credit':
      return sendRefunds(
        orders.flatMap(dueRefunds).map(({ id }) => id),
        action === 'credit' ? 'store_credit' : 'transfer',
      );
    default:
      return Promise.resolve([]);
  }
}

type ActionOptions = {
  shipment: ShipmentFields;
  /** Code of the carrier to register packed shipments with; '' for none. */
  carrier: string;
  /** Shipments of which only a part was taken; the others are delivered whole. */
  deliveries: readonly Delivery[];
  /** The reason returned for orders that the action does not apply to. */
  nothing: string;
};

/**
 * Runs a queue's action for orders and returns the outcome of each.
 * @throws BackendError when the store cannot be reached
 */
export async function runQueueAction(
  action: QueueAction,
  orders: readonly AdminOrderRow[],
  { nothing, ...options }: ActionOptions,
): Promise<BulkOutcome[]> {
  const fitting = ordersFor(action, orders);
  const answers = fitting.length > 0 ? await answersTo(action, fitting, options) : [];
  return outcomesOf(orders, answers, nothing);
}
