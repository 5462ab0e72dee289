import { dataOf } from '#app/lib/backend-error.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { foundCondition, mayBePartOfPhone } from './search-pattern.ts';

/**
 * Returns an `or()` condition on `order_staff_facts` for orders of the stores that contain a text or have a phone
 * number, in any format; '' without a text. Who may not see numbers in full finds only whole ones
 * (docs/product.md, Rights).
 * @throws BackendError
 */
export async function ordersFound(
  supabase: Supabase,
  tenantIds: readonly string[],
  typed: string,
): Promise<string> {
  const text = cleanAscii(typed);
  if (!text) return '';
  const named = foundCondition(text);
  if (!mayBePartOfPhone(text)) return named;
  const ids = dataOf(
    await supabase.rpc('orders_found_by_phone', { p_tenant_ids: [...tenantIds], p_phone: text }),
  );
  return ids.length > 0 ? `${named},order_id.in.(${ids.join(',')})` : named;
}
