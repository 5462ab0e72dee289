import { dataOf } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { assertRowChanged } from '../../kit/error-message.ts';
import { listPage } from '../../kit/list/list-page.ts';
import { readByKey, sortedBy } from '../../kit/list/read-by-key.ts';
import { searchPattern } from '../../kit/list/search-pattern.ts';
import { orderOf, type Sort } from '../../kit/list/sort.ts';
import { type DiscountForm, discountColumns } from './discount-form.ts';

export const discountsPerPage = 25;

/** Codes created by staff, or vouchers that customers exchanged points for. */
export const discountTypes = ['codes', 'vouchers'] as const;

/** Sort keys of the list and their columns. */
export const discountSorts = {
  code: 'code',
  worth: 'value',
  runs: 'starts_at',
  created: 'created_at',
} as const;
export const defaultDiscountSort = '-created';

export type DiscountFilter = {
  search: string;
  show: (typeof discountTypes)[number];
  sort: Sort<keyof typeof discountSorts>;
  page: number;
};

/** Returns the query for the store's codes that match a filter, unsorted. */
function filteredDiscounts(supabase: Supabase, { search, show }: DiscountFilter, count?: 'exact') {
  let query = supabase
    .from('discounts')
    .select('*', count && { count })
    .eq('tenant_id', pageTenant());
  query = show === 'vouchers' ? query.not('user_id', 'is', null) : query.is('user_id', null);
  if (search.trim()) query = query.ilike('code', searchPattern(search));
  return query;
}

/** Adds to codes how often each was used. */
async function withUses(supabase: Supabase, rows: DiscountRow[]) {
  const counted = await supabase.rpc('discount_use_counts', {
    p_tenant_id: pageTenant(),
    p_ids: rows.map(({ id }) => id),
  });
  const uses = new Map(dataOf(counted).map((one) => [one.discount_id, one.uses]));
  return rows.map((row) => ({ row, uses: uses.get(row.id) ?? 0 }));
}

/** Reads a page of the store's codes with their number of uses. @throws BackendError */
export async function readDiscounts(filter: DiscountFilter, perPage = discountsPerPage) {
  const supabase = await loadSupabase();
  const from = (filter.page - 1) * perPage;
  const { column, ascending } = orderOf(filter.sort, discountSorts);
  const { rows, count } = listPage(
    await filteredDiscounts(supabase, filter, 'exact')
      .order(column, { ascending, nullsFirst: false })
      .order('id')
      .range(from, from + perPage - 1),
  );
  return { rows: await withUses(supabase, rows), count };
}

/** Reads all of the store's codes that match a filter, as the list sorts them. @throws BackendError */
export async function readAllDiscounts(filter: DiscountFilter): Promise<ListedDiscount[]> {
  const supabase = await loadSupabase();
  const codes = await readByKey<ListedDiscount & { id: string }>(async (after, limit) => {
    const query = filteredDiscounts(supabase, filter).order('id').limit(limit);
    const rows = dataOf(await (after === null ? query : query.gt('id', after)));
    return (await withUses(supabase, rows)).map((code) => ({ ...code, id: code.row.id }));
  });
  const { column, ascending } = orderOf(filter.sort, discountSorts);
  const cellOf = ({ row }: ListedDiscount) => Object.entries(row).find(([name]) => name === column)?.[1];
  return sortedBy(codes, cellOf, ascending);
}

type DiscountRow = Tables<'discounts'>;
export type ListedDiscount = { row: DiscountRow; uses: number };

/** Adds a code; never a conflict. @throws BackendError */
export async function addDiscount(form: DiscountForm): Promise<null> {
  const supabase = await loadSupabase();
  const row = { ...discountColumns(form), tenant_id: pageTenant() };
  await sendOnce('add discount', async (id) =>
    dataOf(await supabase.from('discounts').upsert({ ...row, id })),
  );
  return null;
}

async function readDiscount(id: string): Promise<DiscountRow | null> {
  const supabase = await loadSupabase();
  const codes = supabase.from('discounts').select('*').eq('tenant_id', pageTenant());
  return dataOf(await codes.eq('id', id).maybeSingle());
}

/**
 * Saves a code over the version that was opened; returns the newer version on a conflict.
 * @throws Error when the code was deleted, BackendError
 */
export async function saveDiscount(base: DiscountRow, form: DiscountForm): Promise<DiscountRow | null> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('discounts')
    .update(discountColumns(form))
    .eq('tenant_id', pageTenant())
    .eq('id', base.id)
    .eq('version', base.version)
    .select('id');
  return conflictOf(dataOf(answer).length === 1, () => readDiscount(base.id));
}

/** Switches codes on or off. @throws BackendError */
export async function switchDiscounts(ids: readonly string[], active: boolean): Promise<void> {
  if (ids.length === 0) return;
  const supabase = await loadSupabase();
  const codes = supabase.from('discounts').update({ is_active: active });
  assertRowChanged(
    await codes
      .eq('tenant_id', pageTenant())
      .in('id', [...ids])
      .select('id'),
  );
}
