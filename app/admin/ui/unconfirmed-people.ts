import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/**
 * Returns which of these people have not confirmed their email address or phone number yet.
 * @throws BackendError
 */
export async function readUnconfirmed(
  ids: string[],
  tenantIds: readonly string[] = [pageTenant()],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const supabase = await loadSupabase();
  const people = { p_tenant_ids: [...tenantIds], p_user_ids: ids };
  return new Set(dataOf(await supabase.rpc('unconfirmed_people', people)));
}
