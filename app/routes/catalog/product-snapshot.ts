import { readProductRow } from '#app/catalog/data/read-product.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import type { Route } from './+types/product-snapshot.ts';

export const handle = { live: true } satisfies RouteHandle;

/** `/product/{id}/now`: current product data with its options, as JSON; 404 if it does not exist. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const row = await readProductRow(context.get(storeContext), params.id);
  return Response.json(row, { status: row ? 200 : 404 });
}
