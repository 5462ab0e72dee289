import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import { type Attribute, attributeColumns, attributeInLanguage } from '#app/product/attributes.ts';

/**
 * Reads the store's product attributes, in the order set by staff.
 * @throws BackendError 'Failed to fetch products' when the backend gives no message
 */
export function readAttributes(store: StoreContext): Promise<Attribute[]> {
  return store.cached('catalog:attributes', ['listing'], async () => {
    const answer = await store.supabase
      .from('attributes')
      .select(`${attributeColumns}, translations`)
      .eq('tenant_id', store.tenantId)
      .order('position')
      .order('name');
    return dataOf(answer, 'Failed to fetch products').map(attributeInLanguage);
  });
}
