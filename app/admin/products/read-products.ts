import { pageTenant } from '#app/brands/page-tenant.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { searchPattern } from '../search-pattern.ts';
import { isId, lowStock, type ProductFilter } from './list-filter.ts';

export const productsPerPage = 25;

const columns =
  'id, name, price, original_price, discount, stock, featured, is_new, is_active, images, category_id, categories (name)';

const orders = {
  newest: { column: 'created_at', ascending: false },
  name: { column: 'name', ascending: true },
  'price-up': { column: 'price', ascending: true },
  'price-down': { column: 'price', ascending: false },
  stock: { column: 'stock', ascending: true },
} as const;

/**
 * A page of the store's products, hidden ones among them.
 * @throws BackendError
 */
export async function readProducts(filter: ProductFilter) {
  const supabase = await loadSupabase();
  const from = (filter.page - 1) * productsPerPage;
  const { column, ascending } = orders[filter.sort];
  let query = supabase
    .from('products')
    .select(columns, { count: 'exact' })
    .eq('tenant_id', pageTenant())
    .order(column, { ascending })
    .order('id')
    .range(from, from + productsPerPage - 1);
  if (filter.search) query = query.ilike('name', searchPattern(filter.search));
  if (filter.category) query = query.eq('category_id', filter.category);
  if (filter.stock === 'in') query = query.gt('stock', 0);
  if (filter.stock === 'low') query = query.gt('stock', 0).lte('stock', lowStock);
  if (filter.stock === 'out') query = query.eq('stock', 0);
  if (filter.stock === 'hidden') query = query.eq('is_active', false);
  const answer = await query;
  return { products: dataOf(answer, 'Failed to fetch products'), count: answer.count ?? 0 };
}

export type ListedProduct = Awaited<ReturnType<typeof readProducts>>['products'][number];

/** One product as its row is; null when the store has none of this id. */
export async function readProduct(id: string) {
  if (!isId(id)) return null;
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('products')
    .select('*')
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .maybeSingle();
  return dataOf(answer, 'Failed to fetch products');
}

export type StoredProduct = NonNullable<Awaited<ReturnType<typeof readProduct>>>;
