import { type Role, roleOf } from '#app/auth/model.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { listPage } from '../ui/list/list-page.ts';
import { readByKey, sortedBy } from '../ui/list/read-by-key.ts';
import { foldedPattern } from '../ui/list/search-pattern.ts';
import { orderOf, type Sort } from '../ui/list/sort.ts';
import { readUnconfirmed } from '../ui/unconfirmed-people.ts';

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

/** Reads the store's staff. There are few of them, and profiles have no foreign key for embedding roles. */
async function readStaff(supabase: Supabase) {
  const staff = dataOf(
    await supabase
      .from('user_roles')
      .select('user_id, role, tenant_id')
      .or(`tenant_id.eq.${pageTenant()},tenant_id.is.null`)
      .in('role', ['admin', 'super_admin']),
  );
  // A role in all stores takes precedence over one in this store.
  return staff.toSorted((one, other) => Number(one.tenant_id === null) - Number(other.tenant_id === null));
}

/** Reads who works in the store, by name. @throws BackendError */
export async function readStaffOfStore(): Promise<Person[]> {
  const supabase = await loadSupabase();
  const rows = dataOf(await supabase.rpc('list_staff', { p_tenant_id: pageTenant() }));
  return rows.map(({ user_id, in_all_stores, ...row }) => ({
    ...row,
    id: user_id,
    role: roleOf(row.role),
    inAllStores: in_all_stores,
    isUnconfirmed: false,
  }));
}

type Staff = Awaited<ReturnType<typeof readStaff>>;

const profileColumns = 'id, name, email, created_at';

/** Returns the query for the store's users that match a filter, unsorted. */
function filteredProfiles(supabase: Supabase, { search, role }: PeopleFilter, staff: Staff, count?: 'exact') {
  // An embedded row without columns filters without adding to the response.
  const columns = (
    search.trim() ? `${profileColumns}, profile_staff_facts!inner()` : profileColumns
  ) as typeof profileColumns;
  let query = supabase
    .from('profiles')
    .select(columns, count && { count })
    .eq('tenant_id', pageTenant());
  if (search.trim()) query = query.like('profile_staff_facts.search_text', foldedPattern(search));
  if (role === 'user') {
    const ids = staff.map((row) => row.user_id);
    if (ids.length > 0) query = query.not('id', 'in', `(${ids.join(',')})`);
  } else if (role) {
    const ids = staff.filter((row) => row.role === role).map((row) => row.user_id);
    query = query.in('id', ids);
  }
  return query;
}

type ProfileRow = NonNullable<Awaited<ReturnType<typeof filteredProfiles>>['data']>[number];

/** Adds to profiles their roles, second steps and confirmation. */
async function peopleOf(supabase: Supabase, profiles: ProfileRow[], staff: Staff): Promise<Person[]> {
  const ids = profiles.map(({ id }) => id);
  const [counts, unconfirmed] = await Promise.all([
    supabase.rpc('count_user_factors', { p_tenant_id: pageTenant(), p_user_ids: ids }),
    readUnconfirmed(ids),
  ]);
  const factors = new Map(dataOf(counts).map((row) => [row.user_id, row.factors]));
  const roles = new Map(staff.map((row) => [row.user_id, roleOf(row.role)]));
  const inAllStores = new Set(staff.filter((row) => row.tenant_id === null).map((row) => row.user_id));
  return profiles.map((profile) => ({
    id: profile.id,
    name: profile.name ?? '',
    email: profile.email,
    joined: profile.created_at,
    role: roles.get(profile.id) ?? 'user',
    inAllStores: inAllStores.has(profile.id),
    factors: factors.get(profile.id) ?? 0,
    isUnconfirmed: unconfirmed.has(profile.id),
  }));
}

/** Reads a page of the store's users with their roles. @throws BackendError */
export async function readPeople(
  filter: PeopleFilter,
  perPage = peoplePerPage,
): Promise<{ rows: Person[]; count: number }> {
  const supabase = await loadSupabase();
  const staff = await readStaff(supabase);
  const from = (filter.page - 1) * perPage;
  const { column, ascending } = orderOf(filter.sort, peopleSorts);
  const { rows, count } = listPage(
    await filteredProfiles(supabase, filter, staff, 'exact')
      .order(column, { ascending })
      .order('id')
      .range(from, from + perPage - 1),
  );
  return { rows: await peopleOf(supabase, rows, staff), count };
}

/** Reads all of the store's users that match a filter, in the list's sort. @throws BackendError */
export async function readAllPeople(filter: PeopleFilter): Promise<Person[]> {
  const supabase = await loadSupabase();
  const staff = await readStaff(supabase);
  const people = await readByKey<Person>(async (after, limit) => {
    const query = filteredProfiles(supabase, filter, staff).order('id').limit(limit);
    const profiles = dataOf(await (after === null ? query : query.gt('id', after)));
    return peopleOf(supabase, profiles, staff);
  });
  return sortedBy(people, filter.sort.replace('-', ''), !filter.sort.startsWith('-'));
}
