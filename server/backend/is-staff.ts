import type { Session } from './session.ts';

/**
 * Whether the person of a session works for all of some stores.
 * @param least the role that is needed there
 */
export async function isStaffOf(
  { person, user }: Session,
  tenantIds: ReadonlySet<string>,
  least: 'admin' | 'super_admin' = 'admin',
): Promise<boolean> {
  const { data } = await person.from('user_roles').select('role, tenant_id').eq('user_id', user.id);
  const roles = (data ?? []).filter(({ role }) => role === 'super_admin' || role === least);
  return [...tenantIds].every((tenantId) =>
    roles.some(({ tenant_id }) => tenant_id === null || tenant_id === tenantId),
  );
}
