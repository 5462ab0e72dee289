import { dataOf } from '#app/lib/backend-error.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { answersOf, type Pieces, type ShipmentAnswer } from './shipment-calls.ts';

/** What was delivered of a shipment. */
export type Delivery = {
  shipment_id: string;
  /** The pieces that the customer took; without them, all. */
  lines?: Pieces[];
  /** Pounds that the carrier collected, if not the price of these pieces. */
  cash?: number;
};

/** Books deliveries, also of a part; a refused one does not stop the others. @throws BackendError */
export async function deliverShipments(deliveries: readonly Delivery[]): Promise<ShipmentAnswer[]> {
  const supabase = await loadSupabase();
  const key = deliveries.map(({ shipment_id }) => shipment_id).join(' ');
  const answer = await sendOnce(`deliver_shipments ${key}`, async (requestId) =>
    dataOf(
      await supabase.rpc('deliver_shipments', { p_deliveries: [...deliveries], p_request_id: requestId }),
    ),
  );
  return answersOf(answer);
}

/** Books what was delivered of one shipment. @throws Error with the refusal, BackendError */
export async function deliverShipment(delivery: Delivery): Promise<void> {
  const [answer] = await deliverShipments([delivery]);
  if (answer?.why) throw new Error(answer.why);
}

/** Reads the cash for the pieces that were taken of a shipment, in pounds. @throws BackendError */
export async function quoteDelivery(shipmentId: string, lines: readonly Pieces[]): Promise<number> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('quote_delivery', { p_shipment_id: shipmentId, p_lines: [...lines] }));
}

/** Undoes the delivery of a part. @throws BackendError */
export async function takeDeliveryBack(shipmentId: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`take_delivery_back ${shipmentId}`, async (requestId) =>
    dataOf(await supabase.rpc('take_delivery_back', { p_shipment_id: shipmentId, p_request_id: requestId })),
  );
}

/** Reads the pieces of shipments, with the names of their lines. @throws BackendError */
export async function readPiecesOf(shipmentIds: readonly string[]) {
  const supabase = await loadSupabase();
  const shipments = dataOf(
    await supabase
      .from('shipments')
      .select(
        'id, number, orders (number), shipment_lines (order_line_id, quantity, line:order_lines (name, translations, garment, position))',
      )
      .in('id', [...shipmentIds])
      .order('id'),
  );
  return shipments.map(({ id, number, orders, shipment_lines }) => ({
    id,
    number,
    orderNumber: orders?.number ?? '',
    pieces: shipment_lines
      .toSorted((one, other) => (one.line?.position ?? 0) - (other.line?.position ?? 0))
      .map(({ order_line_id, quantity, line }) => ({
        order_line_id,
        quantity,
        name: line ? orderLineRow(line).name : '',
      })),
  }));
}

export type ShipmentPieces = Awaited<ReturnType<typeof readPiecesOf>>[number];
