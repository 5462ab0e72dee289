import { amongStores } from '#app/auth/office-stores.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { listPage } from '../../ui/list/list-page.ts';
import { readByKey, sortedBy } from '../../ui/list/read-by-key.ts';
import { foldedPattern } from '../../ui/list/search-pattern.ts';
import { orderOf, type Sort } from '../../ui/list/sort.ts';

export const importedPerPage = 25;
/** Sort keys of the list and their columns. */
export const importedSorts = { name: 'name', email: 'email', imported: 'created_at' } as const;
export const defaultImportedSort = '-imported';

export type ImportedFilter = { search: string; sort: Sort<keyof typeof importedSorts>; page: number };

const listColumns =
  'id, tenant_id, user_id, source, name, email, phone, tags, email_consent, sms_consent, created_at' as const;

function found<Columns extends string>(
  supabase: Supabase,
  tenantIds: readonly string[],
  search: string,
  columns: Columns,
  count?: 'exact',
) {
  const query = supabase
    .from('imported_customers')
    .select(columns, count && { count })
    .filter('tenant_id', ...amongStores(tenantIds));
  return search ? query.like('search_text', foldedPattern(search)) : query;
}

/** Reads a page of the customers that files of other shops brought into the stores. @throws BackendError */
export async function readImportedCustomers(
  tenantIds: readonly string[],
  { search, sort, page }: ImportedFilter,
) {
  const supabase = await loadSupabase();
  const { column, ascending } = orderOf(sort, importedSorts);
  const from = (page - 1) * importedPerPage;
  return listPage(
    await found(supabase, tenantIds, search, listColumns, 'exact')
      .order(column, { ascending })
      .order('id')
      .range(from, from + importedPerPage - 1),
  );
}

export type ImportedRow = Awaited<ReturnType<typeof readImportedCustomers>>['rows'][number];

/** Reads all of them that match a filter, in the list's sort. @throws BackendError */
export async function readAllImported(
  tenantIds: readonly string[],
  { search, sort }: ImportedFilter,
): Promise<ImportedRow[]> {
  const supabase = await loadSupabase();
  const rows = await readByKey<ImportedRow>(async (after, limit) => {
    const query = found(supabase, tenantIds, search, listColumns).order('id').limit(limit);
    return dataOf(await (after === null ? query : query.gt('id', after)));
  });
  const { column, ascending } = orderOf(sort, importedSorts);
  return sortedBy(rows, column, ascending);
}

/** Returns whether the stores have imported customers that the reader may see. @throws BackendError */
export async function hasImportedCustomers(tenantIds: readonly string[]): Promise<boolean> {
  const supabase = await loadSupabase();
  return dataOf(await found(supabase, tenantIds, '', 'id').limit(1)).length > 0;
}

/** Reads which of the stores has a customer of another shop. @throws BackendError */
export async function readStoreOfImported(
  tenantIds: readonly string[],
  id: string,
): Promise<string | undefined> {
  if (!isRowId(id)) return undefined;
  const supabase = await loadSupabase();
  const answer = await found(supabase, tenantIds, '', 'tenant_id').eq('id', id).limit(1);
  return dataOf(answer)[0]?.tenant_id;
}

/** Reads an imported customer with their imported orders; null when there is none with this id. @throws BackendError */
export async function readImportedCustomer(id: string) {
  if (!isRowId(id)) return null;
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('imported_customers')
    .select(
      `${listColumns}, address, note, email_consent_at, sms_consent_at, store_imports (file_name, created_at)`,
    )
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .maybeSingle();
  const customer = dataOf(answer);
  if (!customer) return null;
  return { ...customer, orders: await readOrdersOf(supabase, customer) };
}

export type ImportedCustomer = NonNullable<Awaited<ReturnType<typeof readImportedCustomer>>>;

/** The latest orders that files brought for an address or a number. */
async function readOrdersOf(supabase: Supabase, { email, phone }: Pick<ImportedRow, 'email' | 'phone'>) {
  const imported = () =>
    supabase
      .from('orders')
      .select('id, number, status, total, created_at')
      .eq('tenant_id', pageTenant())
      .not('imported_from', 'is', null)
      .order('created_at', { ascending: false })
      .limit(20);
  const called = phone
    ? dataOf(await supabase.rpc('orders_found_by_phone', { p_tenant_ids: [pageTenant()], p_phone: phone }))
    : [];
  const [written, phoned] = await Promise.all([
    email ? imported().eq('customer_email', email) : null,
    called.length > 0 ? imported().in('id', called) : null,
  ]);
  const orders = [written, phoned].flatMap((answer) => (answer ? dataOf(answer) : []));
  const different = new Map(orders.map((order) => [order.id, order]));
  return sortedBy([...different.values()], 'created_at', false);
}
