import { href, redirect } from 'react-router';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';

/**
 * Returns the permanent redirect of an address at which a product was found before, such as another shop's; undefined for any
 * other. Asked only where no page is, so that it never stands before one.
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
