import type { Role } from '#app/auth/model.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Sets a user's role in the store. @throws BackendError */
export async function setRole(userId: string, role: Role): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('set_user_role', { p_user_id: userId, p_tenant_id: pageTenant(), p_role: role }));
}

/** Removes a user's second steps; the database logs it. @throws BackendError */
export async function removeFactors(userId: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('remove_user_factors', { p_user_id: userId, p_tenant_id: pageTenant() }));
}
