import { type Role, roleOf } from '#app/auth/model.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { listPage } from '../kit/list/list-page.ts';
import { containsCondition } from '../kit/list/search-pattern.ts';
import { orderOf, type Sort } from '../kit/list/sort.ts';
import { readUnconfirmed } from '../kit/unconfirmed-people.ts';

export const peoplePerPage = 25;

/** A user of the store; `joined` is an ISO time, `factors` counts verified second steps. */
export type Person = {
  id: string;
  name: string;
  email: string;
  joined: string;
  role: Role;
  /** The role applies to all stores and cannot be changed from one. */
  inAllStores: boolean;
  factors: number;
  /** They have not yet confirmed their address or number. */
  isUnconfirmed: boolean;
};

/** Sort keys of the list and their columns. */
export const peopleSorts = { name: 'name', email: 'email', joined: 'created_at' } as const;
export const defaultPeopleSort = '-joined';

export type PeopleFilter = {
  search: string;
  role: Role | undefined;
  sort: Sort<keyof typeof peopleSorts>;
  page: number;
};

/**
 * Reads a page of the store's users with their roles. Roles and profiles have no foreign key between them;
 * staff are few, so their roles are read first and filter the profiles.
 * @throws BackendError
 */
export async function readPeople(
  { search, role, sort, page }: PeopleFilter,
  perPage = peoplePerPage,
): Promise<{ rows: Person[]; count: number }> {
  const supabase = await loadSupabase();
  const tenantId = pageTenant();
  const staff = dataOf(
    await supabase
      .from('user_roles')
      .select('user_id, role, tenant_id')
      .or(`tenant_id.eq.${tenantId},tenant_id.is.null`)
      .in('role', ['admin', 'super_admin']),
  );
  const { column, ascending } = orderOf(sort, peopleSorts);
  const from = (page - 1) * perPage;
  let query = supabase
    .from('profiles')
    .select('id, name, email, created_at', { count: 'exact' })
    .eq('tenant_id', tenantId)
    .order(column, { ascending })
    .order('id')
    .range(from, from + perPage - 1);
  if (search.trim()) query = query.or(containsCondition(['name', 'email'], search));
  if (role === 'user') {
    const ids = staff.map((row) => row.user_id);
    if (ids.length > 0) query = query.not('id', 'in', `(${ids.join(',')})`);
  } else if (role) {
    const ids = staff.filter((row) => row.role === role).map((row) => row.user_id);
    query = query.in('id', ids);
  }
  const answer = await query;
  // A role in all stores takes precedence over one in this store.
  const ranked = staff.toSorted(
    (one, other) => Number(one.tenant_id === null) - Number(other.tenant_id === null),
  );
  const roles = new Map(ranked.map((row) => [row.user_id, roleOf(row.role)]));
  const inAllStores = new Set(staff.filter((row) => row.tenant_id === null).map((row) => row.user_id));
  const { rows: profiles, count } = listPage(answer);
  const ids = profiles.map(({ id }) => id);
  const [counts, unconfirmed] = await Promise.all([
    supabase.rpc('count_user_factors', { p_tenant_id: tenantId, p_user_ids: ids }),
    readUnconfirmed(ids),
  ]);
  const factors = new Map(dataOf(counts).map((row) => [row.user_id, row.factors]));
  const rows = profiles.map((profile) => ({
    id: profile.id,
    name: profile.name ?? '',
    email: profile.email,
    joined: profile.created_at,
    role: roles.get(profile.id) ?? 'user',
    inAllStores: inAllStores.has(profile.id),
    factors: factors.get(profile.id) ?? 0,
    isUnconfirmed: unconfirmed.has(profile.id),
  }));
  return { rows, count };
}
