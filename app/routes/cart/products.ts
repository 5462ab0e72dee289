import { type FreshProduct, maxBatch } from '#app/cart/refresh-cart.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { rowIdOf } from '#app/lib/row-id.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { weighedColumns, weighedVariants } from '#app/product/weighed-variants.ts';
import type { Route } from './+types/products.ts';

export const handle = { query: ['ids'], live: true } satisfies RouteHandle;

/** `/cart/products?ids=a,b`: current data of products in a cart. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const requestedIds = (url.searchParams.get('ids') ?? '').split(',').map(rowIdOf);
  const ids = [...new Set(requestedIds.filter((id) => id !== null))].slice(0, maxBatch);
  store.tag(...ids.map((id) => `product:${id}` as const));
  if (ids.length === 0) return Response.json([]);
  const rows = dataOf(
    await store.supabase
      .from('products')
      .select(`id, name, translations, price, stock, images, ${weighedColumns}`)
      .eq('tenant_id', store.tenantId)
      .in('id', ids),
    'Failed to fetch products',
  );
  const now = new Date().toISOString();
  const products = rows.map((row): FreshProduct => {
    const { id, name, price, stock, images } = normaliseProduct(row, now);
    return { id, name, price, stock, images: images.slice(0, 1), variants: weighedVariants(row) };
  });
  return Response.json(products);
}
