import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

export const movementsPerPage = 8;

const columns = 'id, variant, delta, stock_after, reason, note, actor_id, order_id, created_at';

/**
 * Reads the latest stock movements of a product, newest first, with order number and user name; one more than
 * a page if there are older ones.
 * @throws BackendError
 */
export async function readMovements(productId: string, before?: number) {
  const supabase = await loadSupabase();
  let query = supabase
    .from('stock_movements')
    .select(columns)
    .eq('tenant_id', pageTenant())
    .eq('product_id', productId);
  if (before !== undefined) query = query.lt('id', before);
  const rows = dataOf(await query.order('id', { ascending: false }).limit(movementsPerPage + 1));
  const [orders, people] = await Promise.all([
    numbersOf(rows.flatMap(({ order_id }) => order_id ?? [])),
    namesOf(rows.flatMap(({ actor_id }) => actor_id ?? [])),
  ]);
  return rows.map(({ order_id, actor_id, ...row }) => ({
    ...row,
    order: order_id ? { id: order_id, number: orders.get(order_id) ?? '' } : null,
    person: (actor_id && people.get(actor_id)) || '',
  }));
}

export type Movement = Awaited<ReturnType<typeof readMovements>>[number];

async function numbersOf(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('orders')
    .select('id, number')
    .eq('tenant_id', pageTenant())
    .in('id', ids);
  return new Map(dataOf(answer).map(({ id, number }) => [id, number]));
}

async function namesOf(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const supabase = await loadSupabase();
  const asked = { p_tenant_id: pageTenant(), p_user_ids: [...new Set(ids)] };
  return new Map(
    dataOf(await supabase.rpc('staff_names', asked)).map((person) => [person.user_id, person.name]),
  );
}
