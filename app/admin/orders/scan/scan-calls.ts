import { amongStores } from '#app/auth/office-stores.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

/** What a code stands for; without an order, it is that of a variant that no order waits for. */
export type Scanned = Filled<
  Database['public']['CompositeTypes']['scanned'],
  | 'order_id'
  | 'order_number'
  | 'order_status'
  | 'order_line_id'
  | 'shipment_id'
  | 'shipment_number'
  | 'shipment_state'
  | 'carrier_name'
  | 'handled_by'
  | 'handled_at'
>;

/** Reads what a code stands for in the stores, best match first; nothing for a foreign code. @throws BackendError */
export async function findScanned(tenantIds: readonly string[], code: string): Promise<Scanned[]> {
  const supabase = await loadSupabase();
  const found = dataOf(await supabase.rpc('find_scanned', { p_tenant_ids: [...tenantIds], p_code: code }));
  return found as Scanned[];
}

/** Reads an order to pack it, or to receive what comes back of it. @throws BackendError */
export async function readScannedOrder(id: string) {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('orders')
    .select(
      `id, tenant_id, number, status, is_packable, order_lines (*, open_pieces, piece_code),
      shipments (id, number, state, awaits_inspection, shipment_lines (*)),
      returns!returns_tenant_id_order_id_fkey (id, number, state, replacement_order_id, return_lines (*))`,
    )
    .eq('id', id)
    .order('position', { referencedTable: 'order_lines' })
    .order('number', { referencedTable: 'returns' })
    .single();
  const order = dataOf(answer);
  return { ...order, order_lines: order.order_lines.map((line) => orderLineRow(line)) };
}

export type ScannedOrder = Awaited<ReturnType<typeof readScannedOrder>>;

/** Reads the parcels that a person has scanned for carriers and not handed over, latest first. @throws BackendError */
export async function readHandoverScans(tenantIds: readonly string[], userId: string) {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('handover_scans')
      .select(
        `shipment_id, tenant_id, carrier_name, scanned_at,
        shipments (number, carrier_name, cash_to_collect, shipment_code, orders (id, number, customer_name))`,
      )
      .filter('tenant_id', ...amongStores(tenantIds))
      .eq('scanned_by', userId)
      .order('scanned_at', { ascending: false }),
  );
}

export type HandoverScan = Awaited<ReturnType<typeof readHandoverScans>>[number];

/** Latest shipments from which the carriers' names are taken. */
const latestShipments = 500;

/** Reads the names of the stores' carriers, with how many packed parcels each has. @throws BackendError */
export async function readCarrierRuns(
  tenantIds: readonly string[],
): Promise<{ name: string; packed: number }[]> {
  const supabase = await loadSupabase();
  const shipments = dataOf(
    await supabase
      .from('shipments')
      .select('carrier_name, state')
      .filter('tenant_id', ...amongStores(tenantIds))
      .neq('carrier_name', '')
      .order('created_at', { ascending: false })
      .limit(latestShipments),
  );
  return [...Map.groupBy(shipments, ({ carrier_name }) => carrier_name)]
    .map(([name, own]) => ({ name, packed: own.filter(({ state }) => state === 'packed').length }))
    .toSorted((one, other) => other.packed - one.packed || one.name.localeCompare(other.name));
}

/** Notes that a parcel was scanned for a carrier, '' for any. @throws BackendError that says who has it, or where it is */
export async function scanForHandover(shipmentId: string, carrier: string): Promise<void> {
  const supabase = await loadSupabase();
  const scan = { p_shipment_id: shipmentId, p_carrier_name: carrier };
  await sendOnce(`scan_for_handover ${shipmentId}`, async (requestId) =>
    dataOf(await supabase.rpc('scan_for_handover', { ...scan, p_request_id: requestId })),
  );
}

/** Takes parcels off the list of those scanned. @throws BackendError */
export async function discardHandoverScans(ids: readonly string[]): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`discard_handover_scans ${ids.join(' ')}`, async (requestId) =>
    dataOf(
      await supabase.rpc('discard_handover_scans', { p_shipment_ids: [...ids], p_request_id: requestId }),
    ),
  );
}
