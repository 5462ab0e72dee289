import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';

/**
 * Whether the person of an access token works for all of some stores.
 * @param least the role that is needed there
 */
export async function isStaffOf(
  person: SupabaseClient<Database>,
  tenantIds: ReadonlySet<string>,
  token: string,
  least: 'admin' | 'super_admin' = 'admin',
): Promise<boolean> {
  const { data: claims } = await person.auth.getUser(token);
  const id = claims.user?.id;
  if (!id) return false;
  const { data } = await person.from('user_roles').select('role, tenant_id').eq('user_id', id);
  const roles = (data ?? []).filter(({ role }) => role === 'super_admin' || role === least);
  return [...tenantIds].every((tenantId) =>
    roles.some(({ tenant_id }) => tenant_id === null || tenant_id === tenantId),
  );
}
