import { z } from 'zod';
import type { Address } from '#app/addresses/address-form.ts';
import type { CartLine } from '#app/cart/cart-line.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { type CheckoutChoices, type OrderFinish, orderDocument } from './order-document.ts';

const placedSchema = z.object({ id: z.string(), number: z.string(), status: z.string() });

/**
 * Places the order in one transaction.
 * @throws BackendError with the database's message and its code in `details`
 */
export async function placeOrder(
  supabase: Supabase,
  tenantId: string,
  lines: readonly CartLine[],
  choices: CheckoutChoices,
  finish: OrderFinish,
): Promise<{ id: string; number: string; awaitsPayment: boolean }> {
  const answer = await supabase.rpc('place_order', {
    p_order: orderDocument(tenantId, lines, choices, finish),
  });
  const { id, number, status } = placedSchema.parse(dataOf(answer));
  return { id, number, awaitsPayment: status === 'awaiting_payment' };
}

/** Saves a typed address. A failure is only logged: the order does not depend on it. */
export async function saveAddress(supabase: Supabase, userId: string, address: Address): Promise<void> {
  const { error } = await supabase
    .from('addresses')
    .insert({ ...address, user_id: userId, tenant_id: pageTenant() });
  if (error) console.warn('The address was not saved', error.code);
}
