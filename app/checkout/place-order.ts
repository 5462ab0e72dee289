import type { CartLine } from '#app/cart/cart-line.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { type CheckoutChoices, type OrderDetails, orderDocument } from './order-document.ts';

/**
 * Places the order in one transaction.
 * @throws BackendError with the database's message and its code in `details`
 */
export async function placeOrder(
  lines: readonly CartLine[],
  choices: CheckoutChoices,
  finish: OrderDetails,
): Promise<{ id: string; awaitsPayment: boolean }> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .rpc('place_order', { p_order: orderDocument(pageTenant(), lines, choices, finish) })
    .select('id, status');
  const { id, status } = dataOf(answer);
  return { id, awaitsPayment: status === 'awaiting_payment' };
}
