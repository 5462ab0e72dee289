import { toPiastres, toPounds } from '#app/lib/money.ts';
import type { PrintedOrder } from '../data/read-admin-orders.ts';

type Line = PrintedOrder['order_lines'][number];
type Shipment = PrintedOrder['shipments'][number];

/** The subject of a sheet: an order or one of its shipments, with its pieces and the cash to collect in pounds. */
export type Consignment = {
  key: string;
  order: PrintedOrder;
  shipment: Shipment | null;
  pieces: { line: Line; quantity: number }[];
  toCollect: number;
};

/** States in which a shipment no longer needs a sheet. */
const gone: readonly Shipment['state'][] = ['cancelled', 'returned_to_sender', 'lost'];

function ofShipment(order: PrintedOrder, shipment: Shipment): Consignment {
  const pieces = shipment.shipment_lines.flatMap(({ order_line_id, quantity }) => {
    const line = order.order_lines.find(({ id }) => id === order_line_id);
    return line ? [{ line, quantity }] : [];
  });
  const toCollect = shipment.state === 'delivered' ? 0 : shipment.cash_due;
  return { key: shipment.id, order, shipment, pieces, toCollect };
}

/** The pieces of an order that were neither cancelled nor returned, and the amount due on delivery. */
function ofOrder(order: PrintedOrder): Consignment {
  const pieces = order.order_lines
    .map((line) => ({ line, quantity: line.kept }))
    .filter(({ quantity }) => quantity > 0);
  const owed = toPiastres(order.charged) - toPiastres(order.received) + toPiastres(order.given_back);
  const byCash = order.payment_method === 'cash_on_delivery' && order.delivered_at === null && !order.is_test;
  return {
    key: order.id,
    order,
    shipment: null,
    pieces,
    toCollect: byCash ? toPounds(Math.max(0, owed)) : 0,
  };
}

/** Returns the sheets of orders: one per shipment, or one for the whole order while nothing is packed. */
export function consignmentsOf(orders: readonly PrintedOrder[], shipmentId = ''): Consignment[] {
  return orders.flatMap((order) => {
    const shipments = order.shipments.filter(({ id, state }) =>
      shipmentId ? id === shipmentId : !gone.includes(state),
    );
    return shipments.length > 0 ? shipments.map((shipment) => ofShipment(order, shipment)) : [ofOrder(order)];
  });
}

/** A variant to fetch from its shelf: for which orders, and the total quantity. */
export type Pick = { key: string; line: Line; quantity: number; numbers: string[] };

/** Returns what to fetch for orders, each variant once, without packed pieces. */
export function picksOf(orders: readonly PrintedOrder[]): Pick[] {
  const picks = new Map<string, Pick>();
  for (const order of orders) {
    for (const line of order.order_lines) {
      const quantity = line.quantity - line.cancelled - line.packed - line.sent - line.returned_to_sender;
      if (quantity <= 0) continue;
      const key = line.has_design ? line.id : [line.variant_id, line.name, line.sku].join(' ');
      const known = picks.get(key);
      picks.set(key, {
        key,
        line,
        quantity: quantity + (known?.quantity ?? 0),
        numbers: [...new Set([...(known?.numbers ?? []), order.number])],
      });
    }
  }
  return [...picks.values()].toSorted(
    (a, b) => (a.line.sku ?? '').localeCompare(b.line.sku ?? '') || a.line.name.localeCompare(b.line.name),
  );
}
