import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Json, Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { addressList } from '#app/product/parse-values.ts';
import { conflictOf } from '../../ui/edit/conflict.ts';
import { listPage } from '../../ui/list/list-page.ts';
import { readByKey, sortedBy } from '../../ui/list/read-by-key.ts';
import { foldedPattern } from '../../ui/list/search-pattern.ts';
import { orderOf, type Sort } from '../../ui/list/sort.ts';
import { translatedColumn } from '../../ui/list/untranslated.ts';

export const dealsPerPage = 25;

const columns =
  'id, name, price, original_price, discount, images, is_active, on_sale, translations, version, created_at';

/** A product with its deal; amounts in pounds. */
export type DealProduct = Pick<
  Tables<'products'>,
  'id' | 'name' | 'original_price' | 'discount' | 'is_active' | 'on_sale' | 'version' | 'created_at'
> & { price: number; picture: string };

/** Sort keys of the list and their columns. */
export const dealSorts = {
  name: 'name',
  price: 'price',
  original_price: 'original_price',
  created: 'created_at',
} as const;
export const defaultDealSort = '-created';

export type DealFilter = { sort: Sort<keyof typeof dealSorts>; page: number };

export type DealPrices = Pick<DealProduct, 'price' | 'original_price' | 'discount'>;

type DealRow = Omit<DealProduct, 'price' | 'picture'> & {
  price: number | null;
  images: Json;
  translations: Json;
};

/** Converts a row to a product with names in the page's language; empty without a price. */
const listed = ({ images, price, ...row }: DealRow): DealProduct[] =>
  price === null ? [] : [{ ...translatedRow(row), price, picture: addressList(images)[0] ?? '' }];

/** Returns the query for the products with an original price or a discount, unsorted. */
function dealRows(supabase: Supabase, count?: 'exact') {
  return supabase
    .from('products')
    .select(columns, count && { count })
    .eq('tenant_id', pageTenant())
    .eq('on_sale', true)
    .not('price', 'is', null);
}

/** Reads a page of the products with an original price or a discount. @throws BackendError */
export async function readDeals(
  { sort, page }: DealFilter,
  perPage = dealsPerPage,
): Promise<{ rows: DealProduct[]; count: number }> {
  const supabase = await loadSupabase();
  const from = (page - 1) * perPage;
  const { column, ascending } = orderOf(sort, { ...dealSorts, name: translatedColumn('name') });
  const answer = await dealRows(supabase, 'exact')
    .order(column, { ascending, nullsFirst: false })
    .order('id')
    .range(from, from + perPage - 1);
  const { rows, count } = listPage(answer);
  return { rows: rows.flatMap(listed), count };
}

/** Reads all products with an original price or a discount, in the list's sort. @throws BackendError */
export async function readAllDeals(sort: DealFilter['sort']): Promise<DealProduct[]> {
  const supabase = await loadSupabase();
  const deals = await readByKey<DealRow>(async (after, limit) => {
    const query = dealRows(supabase).order('id').limit(limit);
    return dataOf(await (after === null ? query : query.gt('id', after)));
  });
  const { column, ascending } = orderOf(sort, dealSorts);
  return sortedBy(deals.flatMap(listed), column, ascending);
}

/** Returns the first products without a deal whose name in any language matches. @throws BackendError */
export async function findForDeal(text: string): Promise<DealProduct[]> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('products')
    .select(columns)
    .eq('tenant_id', pageTenant())
    .eq('on_sale', false)
    .not('price', 'is', null)
    .like('search_text', foldedPattern(text))
    .order('name')
    .limit(8);
  return dataOf(answer).flatMap(listed);
}

/** Sets a product's prices unless its version changed; returns false if it did. @throws BackendError */
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
  return row === null ? null : (listed(row)[0] ?? null);
}

/**
 * Saves a deal over the version of its product that was read; returns the newer version on a conflict.
 * @throws Error when the product was deleted, BackendError
 */
export async function saveDeal(base: DealProduct, prices: DealPrices): Promise<DealProduct | null> {
  return conflictOf(await setDeal(base, prices), () => readDealProduct(base.id));
}
