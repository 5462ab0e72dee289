import { href, redirect } from 'react-router';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';

/**
 * Returns the permanent redirect from a product's old URL, such as one of another platform; undefined for other URLs.
 * Called only for missing pages, so that it never replaces one.
 * @throws BackendError
 */
export async function redirectFrom(store: StoreContext, { pathname }: URL): Promise<Response | undefined> {
  const answer = await store.supabase.rpc('redirected_product', {
    p_tenant_id: store.tenantId,
    p_path: pathname,
  });
  const id = dataOf(answer);
  return id ? redirect(href('/product/:id', { id }), 301) : undefined;
}
