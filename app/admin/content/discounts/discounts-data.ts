import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { assertRowChanged } from '../../kit/error-message.ts';
import { listPage } from '../../kit/list/list-page.ts';
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

/** Reads a page of the store's codes with their number of uses. @throws BackendError */
export async function readDiscounts(
  { search, show, sort, page }: DiscountFilter,
  perPage = discountsPerPage,
) {
  const supabase = await loadSupabase();
  const from = (page - 1) * perPage;
  const { column, ascending } = orderOf(sort, discountSorts);
  let query = supabase
    .from('discounts')
    .select('*', { count: 'exact' })
    .eq('tenant_id', pageTenant())
    .order(column, { ascending, nullsFirst: false })
    .order('id')
    .range(from, from + perPage - 1);
  query = show === 'vouchers' ? query.not('user_id', 'is', null) : query.is('user_id', null);
  if (search.trim()) query = query.ilike('code', searchPattern(search));
  const { rows, count } = listPage(await query);
  const counted = await supabase.rpc('discount_use_counts', {
    p_tenant_id: pageTenant(),
    p_ids: rows.map(({ id }) => id),
  });
  const uses = new Map(dataOf(counted).map((one) => [one.discount_id, one.uses]));
  return { rows: rows.map((row) => ({ row, uses: uses.get(row.id) ?? 0 })), count };
}

export type ListedDiscount = Awaited<ReturnType<typeof readDiscounts>>['rows'][number];

/** Adds a code; never a conflict. @throws BackendError */
export async function addDiscount(form: DiscountForm): Promise<null> {
  const supabase = await loadSupabase();
  const row = { ...discountColumns(form), tenant_id: pageTenant() };
  await sendOnce('add discount', async (id) =>
    dataOf(await supabase.from('discounts').upsert({ ...row, id })),
  );
  return null;
}

type DiscountRow = ListedDiscount['row'];

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
