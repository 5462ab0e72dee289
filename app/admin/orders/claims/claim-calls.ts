import { dataOf } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { claimColumns } from './claim-columns.ts';

/** A claim against a carrier; amounts in pounds. */
export type Claim = Pick<
  Tables<'carrier_claims'>,
  'id' | 'state' | 'amount' | 'received' | 'reference' | 'note' | 'claimed_at' | 'due_on'
> & { is_overdue: boolean | null };

/** Maximum number of claims shown. */
const mostClaims = 200;

/** Reads the store's open claims, the first to be answered first. @throws BackendError */
export async function readOpenClaims() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('carrier_claims')
      .select(`${claimColumns}, shipments (id, number, carrier, carrier_name, orders (id, number))`)
      .eq('tenant_id', pageTenant())
      .eq('state', 'open')
      .order('due_on')
      .order('id')
      .limit(mostClaims),
  );
}

export type OpenClaim = Awaited<ReturnType<typeof readOpenClaims>>[number];

/** A claim against a carrier: the amount in pounds, the carrier's reference, and the day its answer is due. */
export type ClaimFields = { amount: number; reference: string; due_on: string; note: string };

/** Makes a claim against a shipment's carrier, or changes an open one. @throws BackendError */
export async function claimFromCarrier(shipmentId: string, claim: ClaimFields): Promise<void> {
  const supabase = await loadSupabase();
  const { due_on, ...fields } = claim;
  const made = { p_shipment_id: shipmentId, p_claim: { ...fields, ...(due_on ? { due_on } : {}) } };
  await sendOnce(`claim_from_carrier ${shipmentId}`, async (requestId) =>
    dataOf(await supabase.rpc('claim_from_carrier', { ...made, p_request_id: requestId })),
  );
}

/** Books a carrier's answer to a claim: the pounds that it paid, or 0 if it refused. @throws BackendError */
export async function answerClaim(
  claimId: string,
  { received, reference, note }: { received: number; reference: string; note: string },
): Promise<void> {
  const supabase = await loadSupabase();
  const answer = { p_claim_id: claimId, p_received: received, p_reference: reference, p_note: note };
  await sendOnce(`answer_claim ${claimId}`, async (requestId) =>
    dataOf(await supabase.rpc('answer_claim', { ...answer, p_request_id: requestId })),
  );
}

/** Books a shipment as lost; its pieces are sent again, or given up. @throws BackendError */
export async function loseShipment(shipmentId: string, sendAgain: boolean, note: string): Promise<void> {
  const supabase = await loadSupabase();
  const lost = { p_shipment_id: shipmentId, p_send_again: sendAgain, p_note: note };
  await sendOnce(`lose_shipment ${shipmentId}`, async (requestId) =>
    dataOf(await supabase.rpc('lose_shipment', { ...lost, p_request_id: requestId })),
  );
}

/** Sends the pieces of a lost shipment again. @throws BackendError */
export async function sendLostAgain(shipmentId: string, note: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`send_lost_again ${shipmentId}`, async (requestId) =>
    dataOf(
      await supabase.rpc('send_lost_again', {
        p_shipment_id: shipmentId,
        p_note: note,
        p_request_id: requestId,
      }),
    ),
  );
}
