import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import type { Database, Enums } from '#app/lib/database.types.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { refusalText } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import type { ShipmentFields } from '../model/shipment-form.ts';

/** A number of pieces of an order line. */
export type Pieces = { order_line_id: string; quantity: number };

/** The answer about something of an order, one of several: `why` is empty when it was done. */
export type OrderAnswer = { orderId: string; why: string };

/** The answer about one of several orders or shipments. */
export type ShipmentAnswer = OrderAnswer & { shipmentId: string };

export type ShipmentOutcome = Database['public']['CompositeTypes']['shipment_outcome'];

/** What a call about something of several orders says of it. */
export const orderAnswer = ({
  order_id,
  refusal,
}: Pick<ShipmentOutcome, 'order_id' | 'refusal'>): OrderAnswer => ({
  orderId: order_id ?? '',
  why: refusal ? refusalText(refusal, orderLineRow) : '',
});

/** What a call about several orders or shipments says of each. */
export const answersOf = (outcomes: readonly ShipmentOutcome[]): ShipmentAnswer[] =>
  outcomes.map((outcome) => ({ ...orderAnswer(outcome), shipmentId: outcome.shipment_id ?? '' }));

/** Packs pieces, by default all open ones, into a new shipment; returns its id. @throws BackendError */
export async function packOrder(
  orderId: string,
  lines: readonly Pieces[],
  shipment: ShipmentFields,
): Promise<string> {
  const supabase = await loadSupabase();
  const packed = { p_order_id: orderId, p_lines: [...lines], p_shipment: shipment };
  const { id } = await sendOnce(`pack_order ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('pack_order', { ...packed, p_request_id: requestId })),
  );
  return id;
}

/** Returns whether a shipment was refused because another one has its tracking number. */
export const isNumberTaken = (error: unknown): boolean =>
  error instanceof BackendError && error.details === 'tracking_number_taken';

/** Packs all open pieces of each order; a refused one does not stop the others. @throws BackendError */
export async function packOrders(
  orderIds: readonly string[],
  shipment: ShipmentFields,
): Promise<ShipmentAnswer[]> {
  const supabase = await loadSupabase();
  const packed = { p_order_ids: [...orderIds], p_shipment: shipment };
  const answer = await sendOnce(`pack_orders ${orderIds.join(' ')}`, async (requestId) =>
    dataOf(await supabase.rpc('pack_orders', { ...packed, p_request_id: requestId })),
  );
  return answersOf(answer);
}

/** Changes the carrier, number, address, fee or cash of a shipment before its delivery. @throws BackendError */
export async function changeShipment(shipmentId: string, changes: ShipmentFields): Promise<void> {
  const supabase = await loadSupabase();
  const change = { p_shipment_id: shipmentId, p_changes: changes };
  await sendOnce(`change_shipment ${shipmentId}`, async (requestId) =>
    dataOf(await supabase.rpc('change_shipment', { ...change, p_request_id: requestId })),
  );
}

/** Changes the carrier of shipments before their delivery; a refused one does not stop the others. @throws BackendError */
export async function changeShipments(
  ids: readonly string[],
  changes: Pick<ShipmentFields, 'carrier_name'>,
): Promise<ShipmentAnswer[]> {
  const supabase = await loadSupabase();
  const change = { p_shipment_ids: [...ids], p_changes: changes };
  const answer = await sendOnce(
    `change_shipments ${changes.carrier_name} ${ids.join(' ')}`,
    async (requestId) =>
      dataOf(await supabase.rpc('change_shipments', { ...change, p_request_id: requestId })),
  );
  return answersOf(answer);
}

type Move = {
  state: Enums<'shipment_state'>;
  note?: string;
  /** Pounds that the carrier collected, if not the amount due. */
  cash?: number;
};

/** Moves shipments to a state; a refused one does not stop the others. @throws BackendError */
export async function moveShipments(
  ids: readonly string[],
  { state, note, cash }: Move,
): Promise<ShipmentAnswer[]> {
  const supabase = await loadSupabase();
  const move = {
    p_shipment_ids: [...ids],
    p_state: state,
    ...(note ? { p_note: note } : {}),
    ...(cash === undefined ? {} : { p_cash: cash }),
  };
  const answer = await sendOnce(`move_shipments ${state} ${ids.join(' ')}`, async (requestId) =>
    dataOf(await supabase.rpc('move_shipments', { ...move, p_request_id: requestId })),
  );
  return answersOf(answer);
}

/** Moves one shipment to a state. @throws Error with the refusal, BackendError */
export async function moveShipment(id: string, move: Move): Promise<void> {
  const [answer] = await moveShipments([id], move);
  if (answer?.why) throw new Error(answer.why);
}

/** What happens to the pieces of a line that came back. */
export type InspectedLine = {
  order_line_id: string;
  restocked: number;
  discarded: number;
  sent_again: number;
};

/** Books what happens to the pieces of a shipment that came back. @throws BackendError */
export async function inspectShipment(shipmentId: string, lines: readonly InspectedLine[]): Promise<void> {
  const supabase = await loadSupabase();
  const looked = { p_shipment_id: shipmentId, p_lines: [...lines] };
  await sendOnce(`inspect_shipment ${shipmentId}`, async (requestId) =>
    dataOf(await supabase.rpc('inspect_shipment', { ...looked, p_request_id: requestId })),
  );
}

/** Puts all pieces of shipments that came back on the shelf; one that is refused leaves the others alone. @throws BackendError */
export async function inspectShipments(ids: readonly string[]): Promise<ShipmentAnswer[]> {
  const supabase = await loadSupabase();
  const answer = await sendOnce(`inspect_shipments ${ids.join(' ')}`, async (requestId) =>
    dataOf(await supabase.rpc('inspect_shipments', { p_shipment_ids: [...ids], p_request_id: requestId })),
  );
  return answersOf(answer);
}

/** Cancels pieces of an order that are not packed. @throws BackendError */
export async function cancelPieces(orderId: string, lines: readonly Pieces[], reason: string): Promise<void> {
  const supabase = await loadSupabase();
  const cancelled = { p_order_id: orderId, p_lines: [...lines], p_reason: reason };
  await sendOnce(`cancel_pieces ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('cancel_pieces', { ...cancelled, p_request_id: requestId })),
  );
}

/** Returns failed prints to the print floor. @throws BackendError */
export async function printAgain(lines: readonly Pieces[], reason: string): Promise<void> {
  const supabase = await loadSupabase();
  const again = { p_lines: [...lines], p_reason: reason };
  const key = lines.map(({ order_line_id, quantity }) => `${order_line_id}:${quantity}`).join(' ');
  await sendOnce(`print_again ${key}`, async (requestId) =>
    dataOf(await supabase.rpc('print_again', { ...again, p_request_id: requestId })),
  );
}

/** Marks all prints of orders as made. @returns the orders that waited for some. @throws BackendError */
export async function markOrdersPrinted(orderIds: readonly string[]): Promise<string[]> {
  const supabase = await loadSupabase();
  const lines = await sendOnce(`mark_orders_printed ${orderIds.join(' ')}`, async (requestId) =>
    dataOf(
      await supabase
        .rpc('mark_orders_printed', { p_order_ids: [...orderIds], p_request_id: requestId })
        .select('order_id'),
    ),
  );
  return [...new Set(lines.map(({ order_id }) => order_id))];
}

/** Marks prints as made. @throws BackendError */
export async function markPrinted(lines: readonly Pieces[]): Promise<void> {
  const supabase = await loadSupabase();
  const printed = { p_lines: [...lines] };
  const key = lines.map(({ order_line_id, quantity }) => `${order_line_id}:${quantity}`).join(' ');
  await sendOnce(`mark_printed ${key}`, async (requestId) =>
    dataOf(await supabase.rpc('mark_printed', { ...printed, p_request_id: requestId })),
  );
}
