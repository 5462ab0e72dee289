import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import { normaliseCategory } from '#app/product/normalise-category.ts';
import type { Category } from '#app/product/product.ts';

/**
 * Reads the store's categories, sorted by their names in the page's language.
 * @throws BackendError 'Failed to fetch categories' when the backend gives no message
 */
export function readCategories(store: StoreContext): Promise<Category[]> {
  store.tag('categories');
  return store.cached('catalog:categories', ['categories'], async () => {
    const answer = await store.supabase
      .from('categories')
      .select('id, name, description, image, created_at, translations, page_slugs')
      .eq('tenant_id', store.tenantId);
    const rows = dataOf(answer, 'Failed to fetch categories');
    return rows
      .map((row) => normaliseCategory({ ...row, tenant_id: store.tenantId }))
      .sort((one, other) => one.name.localeCompare(other.name, store.language));
  });
}
