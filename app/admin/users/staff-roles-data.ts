import { type Role, roleOf } from '#app/auth/model.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

/** Roles that every installation has; their names are texts. */
type FixedRole = 'manager' | 'packer' | 'printer' | 'support' | 'catalogue' | 'marketing' | 'bookkeeper';

/** A role beside those of `user_roles`; `key` is null for the installation's own. */
export type StaffRole = {
  id: string;
  key: FixedRole | null;
  name: string;
  translations: Record<string, { name?: string }>;
  version: number;
  capabilities: Capability[];
  /** Of limited capabilities, in their unit; the others have none. */
  ceilings: Ceilings;
  /** Whether everybody with the role must have a second step. */
  needsSecondFactor: boolean;
};

/** Ceilings by capability, in pounds a day or percent (docs/product.md, Ceilings). */
export type Ceilings = Partial<Record<Capability, number>>;

/** The units of the capabilities that can have a ceiling. */
export type CeilingUnits = ReadonlyMap<Capability, 'pounds_a_day' | 'percent'>;

/** What somebody may do today, and through which role: one of `user_roles`, or one of the staff roles by its id. */
export type StaffRight = {
  userId: string;
  name: string;
  email: string;
  capability: Capability;
  role: Role | null;
  roleId: string | null;
  /** Up to how much through this role; null without a ceiling. */
  ceiling: number | null;
};

/** A role that somebody has, without a store in all of them; days are ISO dates, the last one null without end. */
export type StaffGrant = Pick<
  Tables<'staff_grants'>,
  'id' | 'user_id' | 'tenant_id' | 'role_id' | 'starts_on' | 'ends_on'
>;

const inStore = () => ({ p_tenant_id: pageTenant() });

/** Reads the staff roles, those of every installation first. @throws BackendError */
export async function readStaffRoles(): Promise<StaffRole[]> {
  const supabase = await loadSupabase();
  const rows = dataOf(await supabase.rpc('list_staff_roles', inStore()));
  return rows.map(({ needs_second_factor, ...row }) => ({
    ...row,
    needsSecondFactor: needs_second_factor,
    key: row.key as FixedRole | null,
    translations: row.translations as StaffRole['translations'],
    capabilities: row.capabilities as Capability[],
    ceilings: row.ceilings as Ceilings,
  }));
}

/** Reads who may do what in the store today. @throws BackendError */
export async function readStaffRights(): Promise<StaffRight[]> {
  const supabase = await loadSupabase();
  const rows = dataOf(await supabase.rpc('list_staff_rights', inStore()));
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    email: row.email,
    capability: row.capability as Capability,
    role: row.role === null ? null : roleOf(row.role),
    roleId: row.role_id,
    // The generated type does not say that it is null without a ceiling.
    ceiling: row.ceiling as number | null,
  }));
}

/** Reads all capabilities with those that each needs, and the units of ceilings. @throws BackendError */
export async function readCapabilities(): Promise<{
  needs: ReadonlyMap<Capability, Capability[]>;
  units: CeilingUnits;
}> {
  const supabase = await loadSupabase();
  const rows = dataOf(await supabase.rpc('list_capabilities', inStore()));
  const needs = rows.map((row) => [row.capability as Capability, row.needs as Capability[]] as const);
  const units = rows.flatMap(({ capability, ceiling_unit: unit }) =>
    unit === 'pounds_a_day' || unit === 'percent' ? [[capability as Capability, unit] as const] : [],
  );
  return { needs: new Map(needs), units: new Map(units) };
}

/** Reads the staff roles that people of the store have, ended and future ones too. @throws BackendError */
export async function readStaffGrants(): Promise<StaffGrant[]> {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('staff_grants')
      .select('id, user_id, tenant_id, role_id, starts_on, ends_on')
      .or(`tenant_id.eq.${pageTenant()},tenant_id.is.null`)
      .order('created_at'),
  );
}

/** Whether the signed-in person owns all stores, and so makes roles. @throws BackendError */
export async function readIsOwner(userId: string): Promise<boolean> {
  const supabase = await loadSupabase();
  const rows = dataOf(
    await supabase
      .from('user_roles')
      .select('id')
      .eq('user_id', userId)
      .eq('role', 'super_admin')
      .is('tenant_id', null),
  );
  return rows.length > 0;
}

/** Adds a role, or changes one; the database adds what its capabilities need. @throws BackendError */
export async function saveStaffRole(
  changed: Pick<StaffRole, 'id' | 'version'> | null,
  values: Pick<StaffRole, 'name' | 'translations' | 'capabilities' | 'ceilings' | 'needsSecondFactor'>,
): Promise<void> {
  const supabase = await loadSupabase();
  const asked = {
    ...inStore(),
    ...(changed && { p_id: changed.id, p_version: changed.version }),
    p_name: values.name,
    p_translations: values.translations,
    p_capabilities: values.capabilities,
    p_ceilings: values.ceilings,
    p_needs_second_factor: values.needsSecondFactor,
  };
  await sendOnce(`save_staff_role ${JSON.stringify(asked)}`, async (requestId) =>
    dataOf(await supabase.rpc('save_staff_role', { ...asked, p_request_id: requestId })),
  );
}

/** Deletes a role that nobody has. @throws BackendError */
export async function deleteStaffRole(id: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`delete_staff_role ${id}`, async (requestId) =>
    dataOf(await supabase.rpc('delete_staff_role', { ...inStore(), p_id: id, p_request_id: requestId })),
  );
}

/** Gives somebody a role in this store or in all, from a day to a last day, if there is one. @throws BackendError */
export async function grantStaffRole(
  userId: string,
  roleId: string,
  { startsOn, endsOn, allStores }: { startsOn: string; endsOn: string; allStores: boolean },
): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(
    await supabase.rpc('grant_staff_role', {
      ...inStore(),
      p_user_id: userId,
      p_role_id: roleId,
      p_all_stores: allStores,
      ...(startsOn && { p_starts_on: startsOn }),
      ...(endsOn && { p_ends_on: endsOn }),
    }),
  );
}

/** Takes a role away from somebody at once. @throws BackendError */
export async function revokeStaffRole({ user_id, role_id, tenant_id }: StaffGrant): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(
    await supabase.rpc('revoke_staff_role', {
      ...inStore(),
      p_user_id: user_id,
      p_role_id: role_id,
      p_all_stores: tenant_id === null,
    }),
  );
}
