import { adminRequestsTexts } from '#app/i18n/texts/admin-requests.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { offeringToAsk, offerToAsk } from '../../ui/asked-act.ts';
import { type OrderAnswer, orderAnswer } from './shipment-calls.ts';

/** A way that staff choose; what an exchange moves to its order follows from it. */
export type RefundWay = Exclude<Enums<'refund_way'>, 'exchange'>;

/** A refund of an order; amounts in pounds. */
export type Refund = {
  lines: { order_line_id: string; amount: number }[];
  shipping: number;
  goodwill: number;
  way: RefundWay | null;
  reason: string;
};

/** Reduces an order's price and creates due refunds for what was already paid. @throws BackendError */
export async function refundOrder(orderId: string, { way, ...refund }: Refund): Promise<void> {
  const supabase = await loadSupabase();
  const asked = { p_order_id: orderId, p_refund: { ...refund, ...(way ? { way } : {}) } };
  await offeringToAsk({ act: 'refund_order', args: asked }, () =>
    sendOnce(`refund_order ${orderId}`, async (requestId) =>
      dataOf(await supabase.rpc('refund_order', { ...asked, p_request_id: requestId })),
    ),
  );
}

/** Sends a refund: records a transfer or cash, books store credit immediately. @throws BackendError */
export async function sendRefund(refundId: string, way: RefundWay, reference: string): Promise<void> {
  const supabase = await loadSupabase();
  const sent = { p_refund_id: refundId, p_way: way, p_reference: reference };
  await offeringToAsk({ act: 'send_refund', args: sent }, () =>
    sendOnce(`send_refund ${refundId}`, async (requestId) =>
      dataOf(await supabase.rpc('send_refund', { ...sent, p_request_id: requestId })),
    ),
  );
}

/**
 * Gives refunds back by one way; one that is refused leaves the others alone. The office offers to ask somebody for those
 * above the person's ceiling.
 * @throws BackendError
 */
export async function sendRefunds(ids: readonly string[], way: RefundWay): Promise<OrderAnswer[]> {
  const supabase = await loadSupabase();
  const sent = { p_refund_ids: [...ids], p_way: way };
  const answer = await sendOnce(`send_refunds ${way} ${ids.join(' ')}`, async (requestId) =>
    dataOf(await supabase.rpc('send_refunds', { ...sent, p_request_id: requestId })),
  );
  const above = answer.flatMap(({ refund_id: id, refusal }) =>
    id && refusal?.code === 'above_ceiling' ? id : [],
  );
  offerToAsk(
    above.map((id) => ({ act: 'send_refund', args: { p_refund_id: id, p_way: way, p_reference: '' } })),
    adminRequestsTexts()('aboveRefunds', { count: above.length }),
  );
  return answer.map(orderAnswer);
}

/** Takes what a bank holds, or a part of it in pounds: the server asks the provider for it. @throws BackendError */
export async function capturePayment(paymentId: string, amount: number): Promise<void> {
  const supabase = await loadSupabase();
  const asked = { p_payment_id: paymentId, p_amount: amount };
  await sendOnce(`capture_payment ${paymentId}`, async (requestId) =>
    dataOf(await supabase.rpc('capture_payment', { ...asked, p_request_id: requestId })),
  );
}

/** Releases an authorized payment; the server asks the provider to void it. @throws BackendError */
export async function releasePayment(paymentId: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`release_payment ${paymentId}`, async (requestId) =>
    dataOf(await supabase.rpc('release_payment', { p_payment_id: paymentId, p_request_id: requestId })),
  );
}

/** Books a transfer found on the store's account, in pounds. @throws BackendError */
export async function bookTransfer(
  orderId: string,
  { amount, reference, more }: { amount: number; reference: string; more: boolean },
): Promise<void> {
  const supabase = await loadSupabase();
  const booked = { p_order_id: orderId, p_amount: amount, p_reference: reference, p_more: more };
  await sendOnce(`book_transfer ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('book_transfer', { ...booked, p_request_id: requestId })),
  );
}

/** Records that a transfer was not found, and why. @throws BackendError */
export async function rejectTransfer(transferId: string, reason: string): Promise<void> {
  const supabase = await loadSupabase();
  const refused = { p_transfer_id: transferId, p_reason: reason };
  await sendOnce(`reject_transfer ${transferId}`, async (requestId) =>
    dataOf(await supabase.rpc('reject_transfer', { ...refused, p_request_id: requestId })),
  );
}

/** Shipments whose cash a carrier hands over; amounts in pounds. */
export type Settlement = {
  carrier: string;
  carrier_name: string;
  reference: string;
  lines: { shipment_id: string; amount: number; fee: number }[];
};

/** Books the cash that a carrier handed over for shipments. @throws BackendError */
export async function settleCash(settlement: Settlement): Promise<void> {
  const supabase = await loadSupabase();
  const settled = { p_tenant_id: pageTenant(), p_settlement: settlement };
  const key = settlement.lines.map(({ shipment_id }) => shipment_id).join(' ');
  await sendOnce(`settle_cash ${key}`, async (requestId) =>
    dataOf(await supabase.rpc('settle_cash', { ...settled, p_request_id: requestId })),
  );
}
