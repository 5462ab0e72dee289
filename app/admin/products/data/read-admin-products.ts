import { amongStores } from '#app/auth/office-stores.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { lowStock } from '#app/lib/database.limits.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { listPage } from '../../ui/list/list-page.ts';
import { readByKey, sortedBy } from '../../ui/list/read-by-key.ts';
import { orderOf } from '../../ui/list/sort.ts';
import { type ProductFilter, productCondition, productSortColumns } from '../model/list-filter.ts';

export const productsPerPage = 25;

/** Maximum number of products in a bulk change. */
export const mostTogether = 2000;

const columns =
  'id, tenant_id, version, name, price, original_price, min_price, max_price, discount, stock, featured, is_new, is_active, brand, images, category_id, created_at, updated_at, translations, categories (name, translations), product_options (position, kind, values, swatches)';

const productsOf = (supabase: Supabase, tenantIds: readonly string[], count?: 'exact') =>
  supabase
    .from('products')
    .select(columns, count && { count })
    .filter('tenant_id', ...amongStores(tenantIds));

/**
 * Reads a page of the stores' products, including hidden ones, with names in the page's language; `low` has
 * the low stock thresholds.
 * @throws BackendError
 */
export async function readAdminProducts(tenantIds: readonly string[], filter: ProductFilter) {
  const supabase = await loadSupabase();
  const thresholds = readLowStock(tenantIds);
  const readPage = async () => {
    const from = (filter.page - 1) * productsPerPage;
    const { column, ascending } = orderOf(filter.sort, productSortColumns());
    // Only the low stock filter depends on the thresholds.
    const condition = productCondition(filter, filter.stock === 'low' ? await thresholds : {});
    const all = productsOf(supabase, tenantIds, 'exact');
    return (condition ? all.or(condition) : all)
      .order(column, { ascending })
      .order('id')
      .range(from, from + productsPerPage - 1);
  };
  const [low, answer] = await Promise.all([thresholds, readPage()]);
  const { rows, count } = listPage(answer, 'Failed to fetch products');
  return { products: rows.map(listed), count, low };
}

type ProductRow = NonNullable<Awaited<ReturnType<typeof productsOf>>['data']>[number];

const listed = ({ categories, ...row }: ProductRow) => ({
  ...translatedRow(row),
  categories: categories && translatedRow(categories),
});

/** Reads all of the stores' products that match a filter, in the list's sort. @throws BackendError */
export async function readAllAdminProducts(
  tenantIds: readonly string[],
  filter: ProductFilter,
  low: LowStock,
): Promise<ListedProduct[]> {
  const supabase = await loadSupabase();
  const condition = productCondition(filter, low);
  const products = await readByKey<ListedProduct>(async (after, limit) => {
    const all = productsOf(supabase, tenantIds);
    const page = (condition ? all.or(condition) : all).order('id').limit(limit);
    return dataOf(await (after === null ? page : page.gt('id', after))).map(listed);
  });
  const sort = filter.sort.replace('-', '');
  return sortedBy(products, (product) => sortCell(product, sort), !filter.sort.startsWith('-'));
}

/** The value of a product that a list is sorted by. */
function sortCell(product: ListedProduct, sort: string): unknown {
  if (sort === 'category') return product.categories?.name;
  if (sort === 'created') return product.created_at;
  if (sort === 'updated') return product.updated_at;
  return Object.entries(product).find(([name]) => name === sort)?.[1];
}

export type ListedProduct = ReturnType<typeof listed>;

/** Reads the ids of all products that match a filter, up to the bulk change limit. @throws BackendError */
export async function readProductIds(tenantIds: readonly string[], filter: ProductFilter): Promise<string[]> {
  const [supabase, low] = await Promise.all([loadSupabase(), readLowStock(tenantIds)]);
  const condition = productCondition(filter, low);
  const ids: string[] = [];
  const step = 1000;
  for (let from = 0; from < mostTogether; from += step) {
    const all = supabase
      .from('products')
      .select('id')
      .filter('tenant_id', ...amongStores(tenantIds));
    const part = dataOf(
      await (condition ? all.or(condition) : all).order('id').range(from, from + step - 1),
      'Failed to fetch products',
    );
    ids.push(...part.map(({ id }) => id));
    if (part.length < step) break;
  }
  return ids;
}

/** Reads which of the stores has each product; products that are gone are left out. @throws BackendError */
export async function readStoresOfProducts(
  tenantIds: readonly string[],
  ids: readonly string[],
): Promise<{ id: string; tenant_id: string }[]> {
  const supabase = await loadSupabase();
  const found: { id: string; tenant_id: string }[] = [];
  const remaining = [...ids];
  // Limited by the length of a URL.
  for (let batch = remaining.splice(0, 100); batch.length > 0; batch = remaining.splice(0, 100)) {
    const products = supabase.from('products').select('id, tenant_id').in('id', batch);
    found.push(...dataOf(await products.filter('tenant_id', ...amongStores(tenantIds))));
  }
  return found;
}

/** Returns the ids that are no longer in the stores. @throws BackendError */
export async function findMissingIds(
  tenantIds: readonly string[],
  ids: readonly string[],
): Promise<Set<string>> {
  const found = await readStoresOfProducts(tenantIds, ids);
  const missing = new Set(ids);
  for (const { id } of found) missing.delete(id);
  return missing;
}

/** Low stock thresholds by store. */
export type LowStock = Readonly<Record<string, number>>;

/** Reads the stores' low stock thresholds. @throws BackendError */
async function readLowStock(tenantIds: readonly string[]): Promise<LowStock> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('staff_settings')
    .select('tenant_id, low_stock_threshold')
    .in('tenant_id', tenantIds);
  const chosen = new Map(dataOf(answer).map((row) => [row.tenant_id, row.low_stock_threshold]));
  return Object.fromEntries(tenantIds.map((tenantId) => [tenantId, chosen.get(tenantId) ?? lowStock]));
}

/**
 * Reads a product with its options and variants; null when the store has no product with this id.
 * @throws BackendError
 */
export async function readAdminProduct(id: string, tenantId = pageTenant()) {
  if (!isRowId(id)) return null;
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('products')
    .select('*, product_options (*), product_variants (*, variant_costs (cost))')
    .eq('tenant_id', tenantId)
    .eq('id', id)
    .order('position', { referencedTable: 'product_options' })
    .order('position', { referencedTable: 'product_variants' })
    .maybeSingle();
  return dataOf(answer, 'Failed to fetch products');
}

export type StoredProduct = NonNullable<Awaited<ReturnType<typeof readAdminProduct>>>;
