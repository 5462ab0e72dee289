import { dataOf } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { listPage } from '../../ui/list/list-page.ts';
import { readByKey, sortedBy } from '../../ui/list/read-by-key.ts';
import { searchPattern } from '../../ui/list/search-pattern.ts';
import { orderOf, type Sort } from '../../ui/list/sort.ts';
import { untranslatedCondition } from '../../ui/list/untranslated.ts';
import { discountTexts } from './discount-form.ts';

export const discountsPerPage = 25;

/** Codes created by staff, those without a translation, or vouchers that customers exchanged points for. */
export const discountTypes = ['codes', 'untranslated', 'vouchers'] as const;

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
  if (show === 'untranslated') query = query.or(untranslatedCondition(discountTexts));
  if (search.trim()) query = query.ilike('code', searchPattern(search));
  return query;
}

async function withUses(supabase: Supabase, rows: readonly Tables<'discounts'>[]): Promise<ListedDiscount[]> {
  if (rows.length === 0) return [];
  const counted = await supabase.rpc('discount_use_counts', {
    p_tenant_id: pageTenant(),
    p_ids: rows.map(({ id }) => id),
  });
  const uses = new Map(dataOf(counted).map((one) => [one.discount_id, one.uses]));
  return rows.map((row) => ({ ...row, uses: uses.get(row.id) ?? 0 }));
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

/** Reads all of the store's codes that match a filter, in the list's sort. @throws BackendError */
export async function readAllDiscounts(filter: DiscountFilter): Promise<ListedDiscount[]> {
  const supabase = await loadSupabase();
  const codes = await readByKey<ListedDiscount>(async (after, limit) => {
    const query = filteredDiscounts(supabase, filter).order('id').limit(limit);
    return withUses(supabase, dataOf(await (after === null ? query : query.gt('id', after))));
  });
  const { column, ascending } = orderOf(filter.sort, discountSorts);
  return sortedBy(codes, column, ascending);
}

export type ListedDiscount = Tables<'discounts'> & { uses: number };

/** Reads a code; undefined when missing. @throws BackendError */
export async function readDiscount(id: string): Promise<ListedDiscount | undefined> {
  const supabase = await loadSupabase();
  const codes = supabase.from('discounts').select('*').eq('tenant_id', pageTenant()).eq('id', id);
  return (await withUses(supabase, dataOf(await codes)))[0];
}
