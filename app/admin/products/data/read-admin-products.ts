import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { lowStock } from '#app/lib/database.limits.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { listPage } from '../../ui/list/list-page.ts';
import { orderOf } from '../../ui/list/sort.ts';
import { type ProductFilter, productCondition, productSortColumns } from '../model/list-filter.ts';

export const productsPerPage = 25;

/** Maximum number of products in a bulk change. */
export const mostTogether = 2000;

const columns =
  'id, version, name, price, original_price, min_price, max_price, discount, stock, featured, is_new, is_active, brand, images, category_id, created_at, updated_at, translations, categories (name, translations), product_options (position, kind, values, swatches)';

/**
 * Reads a page of the store's products, including hidden ones, with names in the page's language; `low` is
 * the low stock threshold.
 * @throws BackendError
 */
export async function readAdminProducts(filter: ProductFilter) {
  const supabase = await loadSupabase();
  const threshold = readLowStock();
  const readPage = async () => {
    const from = (filter.page - 1) * productsPerPage;
    const { column, ascending } = orderOf(filter.sort, productSortColumns());
    // Only the low stock filter depends on the threshold.
    const condition = productCondition(filter, filter.stock === 'low' ? await threshold : 0);
    const all = supabase.from('products').select(columns, { count: 'exact' }).eq('tenant_id', pageTenant());
    return (condition ? all.or(condition) : all)
      .order(column, { ascending })
      .order('id')
      .range(from, from + productsPerPage - 1);
  };
  const [low, answer] = await Promise.all([threshold, readPage()]);
  const { rows, count } = listPage(answer, 'Failed to fetch products');
  const products = rows.map(({ categories, ...row }) => ({
    ...translatedRow(row),
    categories: categories && translatedRow(categories),
  }));
  return { products, count, low };
}

export type ListedProduct = Awaited<ReturnType<typeof readAdminProducts>>['products'][number];

/** Reads the ids of all products that match a filter, up to the bulk change limit. @throws BackendError */
export async function readProductIds(filter: ProductFilter): Promise<string[]> {
  const [supabase, low] = await Promise.all([loadSupabase(), readLowStock()]);
  const condition = productCondition(filter, low);
  const ids: string[] = [];
  const step = 1000;
  for (let from = 0; from < mostTogether; from += step) {
    const all = supabase.from('products').select('id').eq('tenant_id', pageTenant());
    const part = dataOf(
      await (condition ? all.or(condition) : all).order('id').range(from, from + step - 1),
      'Failed to fetch products',
    );
    ids.push(...part.map(({ id }) => id));
    if (part.length < step) break;
  }
  return ids;
}

/** Returns the ids that are no longer in the store. @throws BackendError */
export async function findMissingIds(ids: ReadonlySet<string>): Promise<Set<string>> {
  const supabase = await loadSupabase();
  const missing = new Set(ids);
  const remaining = [...ids];
  // Limited by the length of a URL.
  for (let batch = remaining.splice(0, 100); batch.length > 0; batch = remaining.splice(0, 100)) {
    const answer = await supabase.from('products').select('id').eq('tenant_id', pageTenant()).in('id', batch);
    for (const { id } of dataOf(answer)) missing.delete(id);
  }
  return missing;
}

/** Reads the store's low stock threshold. @throws BackendError */
async function readLowStock(): Promise<number> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('staff_settings')
    .select('low_stock_threshold')
    .eq('tenant_id', pageTenant())
    .maybeSingle();
  return dataOf(answer)?.low_stock_threshold ?? lowStock;
}

/**
 * Reads a product with its options and variants; null when the store has no product with this id.
 * @throws BackendError
 */
export async function readAdminProduct(id: string) {
  if (!isRowId(id)) return null;
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('products')
    .select('*, product_options (*), product_variants (*, variant_costs (cost))')
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .order('position', { referencedTable: 'product_options' })
    .order('position', { referencedTable: 'product_variants' })
    .maybeSingle();
  return dataOf(answer, 'Failed to fetch products');
}

export type StoredProduct = NonNullable<Awaited<ReturnType<typeof readAdminProduct>>>;
