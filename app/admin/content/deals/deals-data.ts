import { dataOf } from '#app/lib/backend-error.ts';
import type { Json } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { addressList } from '#app/product/legacy-values.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { listPage } from '../../kit/list/list-page.ts';
import { searchPattern } from '../../kit/list/search-pattern.ts';
import { orderOf, type Sort } from '../../kit/list/sort.ts';

export const dealsPerPage = 25;

const columns = 'id, name, price, original_price, discount, images, is_active, version';

/** A product as deals are made on it; amounts are pounds. */
export type DealProduct = {
  id: string;
  name: string;
  price: number;
  original_price: number | null;
  discount: number | null;
  picture: string;
  is_active: boolean;
  version: number;
};

/** What the list can be ordered by, and the database's column of it. */
export const dealSorts = {
  name: 'name',
  price: 'price',
  was: 'original_price',
  created: 'created_at',
} as const;
export const usualDealSort = '-created';

export type DealFilter = { sort: Sort<keyof typeof dealSorts>; page: number };

/** What a deal is in a product's row. */
export type DealPrices = Pick<DealProduct, 'price' | 'original_price' | 'discount'>;

const listed = ({ images, ...row }: Omit<DealProduct, 'picture'> & { images: Json }): DealProduct => ({
  ...row,
  picture: addressList(images)[0] ?? '',
});

/** A page of the products that have a struck price or a discount. @throws BackendError */
export async function readDeals(
  filter: DealFilter,
  perPage?: number,
): Promise<{ deals: DealProduct[]; count: number }> {
  return listDeals(await loadSupabase(), pageTenant(), filter, perPage);
}

/** A page of a store's products that have a deal. @throws BackendError */
export async function listDeals(
  supabase: Supabase,
  tenantId: string,
  { sort, page }: DealFilter,
  perPage = dealsPerPage,
): Promise<{ deals: DealProduct[]; count: number }> {
  const from = (page - 1) * perPage;
  const { column, ascending } = orderOf(sort, dealSorts);
  const answer = await supabase
    .from('products')
    .select(columns, { count: 'exact' })
    .eq('tenant_id', tenantId)
    .eq('on_sale', true)
    .order(column, { ascending, nullsFirst: false })
    .order('id')
    .range(from, from + perPage - 1);
  const { rows, count } = listPage(answer);
  return { deals: rows.map(listed), count };
}

/** The first products without a deal whose name contains a text. @throws BackendError */
export async function findForDeal(text: string): Promise<DealProduct[]> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('products')
    .select(columns)
    .eq('tenant_id', pageTenant())
    .eq('on_sale', false)
    .ilike('name', searchPattern(text))
    .order('name')
    .limit(8);
  return dataOf(answer).map(listed);
}

/** Sets a product's prices over the version that was read. False when somebody has saved it since. @throws BackendError */
export async function setDeal(
  { id, version }: Pick<DealProduct, 'id' | 'version'>,
  prices: DealPrices,
): Promise<boolean> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('products')
    .update(prices)
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .eq('version', version)
    .select('id');
  return dataOf(answer).length === 1;
}

async function readDealProduct(id: string): Promise<DealProduct | null> {
  const supabase = await loadSupabase();
  const products = supabase.from('products').select(columns).eq('tenant_id', pageTenant());
  const row = dataOf(await products.eq('id', id).maybeSingle());
  return row && listed(row);
}

/**
 * Saves a deal over the version of its product that was read, or answers with the newer one that is in the way.
 * @throws Error when the product is gone, BackendError
 */
export async function saveDeal(over: DealProduct, prices: DealPrices): Promise<DealProduct | null> {
  return conflictOf(await setDeal(over, prices), () => readDealProduct(over.id));
}
