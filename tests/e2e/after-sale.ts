import { randomUUID } from 'node:crypto';
import type { Json } from '../../app/lib/database.types.ts';
import type { StoreProcess } from '../support/store-process.ts';
import { enrol, type Person, signedInAs } from './people.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

/**
 * Orders five pieces of 200 EGP, 50 of it paid with store credit, and applies common after-sale events: one piece is cancelled;
 * three are delivered, with their cash at the carrier; two of them are returned and the overpayment refunded; the last one is packed.
 * @param name the customer's name
 */
export async function orderWithHistory(
  store: StoreProcess,
  tenantId: string,
  name: string,
): Promise<{ id: string; number: string; buyer: Person; staff: Awaited<ReturnType<typeof hire>> }> {
  const buyer = await enrol(store, tenantId, name);
  const staff = await hire(store, tenantId, 'admin');
  const [shopper, desk] = await Promise.all([
    signedInAs(store, tenantId, buyer),
    signedInAs(store, tenantId, staff),
  ]);
  const cap = await stockProduct(store, {
    tenant_id: tenantId,
    name: ownName('Cap'),
    price: 200,
    stock: 50,
  });
  await desk
    .rpc('adjust_store_credit', {
      p_tenant_id: tenantId,
      p_user_id: buyer.id,
      p_delta: 50,
      p_reason: 'A present',
    })
    .throwOnError();
  const placed = await shopper
    .rpc('place_order', {
      p_order: {
        tenant_id: tenantId,
        lines: [{ product_id: cap.id, quantity: 5 }],
        payment_method: 'cash_on_delivery',
        store_credit: 50,
        idempotency_key: randomUUID(),
        address: {
          full_name: buyer.name,
          phone: '01012345678',
          governorate: 'Cairo',
          city: 'Maadi',
          street: '9 Road 233',
        },
      },
    })
    .throwOnError();
  const { id, number } = placed.data as { id: string; number: string };
  const { data: lines } = await adminOf(store)
    .from('order_lines')
    .select('id')
    .eq('order_id', id)
    .throwOnError();
  const pieces = (quantity: number): Json[] => [{ order_line_id: lines[0]?.id ?? '', quantity }];
  await desk.rpc('change_order_status', { p_order_id: id, p_status: 'confirmed' }).throwOnError();
  await desk
    .rpc('cancel_pieces', { p_order_id: id, p_lines: pieces(1), p_reason: 'One is stained' })
    .throwOnError();

  const pack = async (quantity: number, shipment: Record<string, string> = {}) => {
    const { data } = await desk
      .rpc('pack_order', { p_order_id: id, p_lines: pieces(quantity), p_shipment: shipment })
      .throwOnError();
    return data.id;
  };
  const first = await pack(3, { carrier_name: 'Nile Riders', tracking_number: ownName('T') });
  for (const state of ['handed_over', 'delivered'] as const)
    await desk.rpc('move_shipments', { p_shipment_ids: [first], p_state: state }).throwOnError();
  const asked = await shopper
    .rpc('request_return', { p_order_id: id, p_reason: 'A seam is open', p_lines: pieces(2) })
    .throwOnError();
  const given = asked.data.id;
  await desk
    .rpc('decide_return', { p_return_id: given, p_approve: true, p_answer: 'Send it back' })
    .throwOnError();
  await desk
    .rpc('receive_return', {
      p_return_id: given,
      p_lines: [{ order_line_id: lines[0]?.id ?? '', received: 2, condition: 'damaged', fate: 'discard' }],
    })
    .throwOnError();
  const { data: refunds } = await adminOf(store)
    .from('refunds')
    .select('id')
    .eq('order_id', id)
    .eq('state', 'due')
    .throwOnError();
  for (const refund of refunds)
    await desk
      .rpc('send_refund', { p_refund_id: refund.id, p_way: 'transfer', p_reference: 'TR 1' })
      .throwOnError();
  await pack(1);
  return { id, number, buyer, staff };
}
