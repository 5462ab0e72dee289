import type { PrintedOrder } from '../data/read-admin-orders.ts';
import { isVoid } from './shipments.ts';

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

function ofShipment(order: PrintedOrder, shipment: Shipment): Consignment {
  const pieces = shipment.shipment_lines.flatMap(({ order_line_id, quantity }) => {
    const line = order.order_lines.find(({ id }) => id === order_line_id);
    return line ? [{ line, quantity }] : [];
  });
  return { key: shipment.id, order, shipment, pieces, toCollect: shipment.cash_to_collect };
}

/** The pieces of an order that were neither cancelled nor returned, and the amount due on delivery. */
function ofOrder(order: PrintedOrder): Consignment {
  const pieces = order.order_lines
    .map((line) => ({ line, quantity: line.kept }))
    .filter(({ quantity }) => quantity > 0);
  return { key: order.id, order, shipment: null, pieces, toCollect: order.is_test ? 0 : order.due_at_door };
}

/** Returns the sheets of orders: one per shipment, or one for the whole order while nothing is packed. */
export function consignmentsOf(orders: readonly PrintedOrder[], shipmentId = ''): Consignment[] {
  return orders.flatMap((order) => {
    const shipments = order.shipments.filter(({ id, state }) =>
      shipmentId ? id === shipmentId : !isVoid(state),
    );
    return shipments.length > 0 ? shipments.map((shipment) => ofShipment(order, shipment)) : [ofOrder(order)];
  });
}

/** Pieces of a variant that go to one order. */
type Share = { number: string; quantity: number };

/** A variant to fetch from its shelf: the total quantity, and how many go to which order. */
export type Pick = { key: string; line: Line; quantity: number; shares: Share[] };

/** Returns what to fetch for orders, each variant once, without packed pieces. */
export function picksOf(orders: readonly PrintedOrder[]): Pick[] {
  const picks = new Map<string, Pick>();
  for (const order of orders) {
    for (const line of order.order_lines) {
      const quantity = line.open_pieces;
      if (quantity === 0) continue;
      const key = line.has_design ? line.id : [line.variant_id, line.name, line.sku].join(' ');
      const known = picks.get(key);
      const shares = known?.shares ?? [];
      const own = shares.find(({ number }) => number === order.number);
      picks.set(key, {
        key,
        line,
        quantity: quantity + (known?.quantity ?? 0),
        shares: [
          ...shares.filter((share) => share !== own),
          { number: order.number, quantity: quantity + (own?.quantity ?? 0) },
        ],
      });
    }
  }
  return [...picks.values()].toSorted(
    (a, b) => (a.line.sku ?? '').localeCompare(b.line.sku ?? '') || a.line.name.localeCompare(b.line.name),
  );
}
