import { useRouteLoaderData } from 'react-router';
import type { Look } from '#app/brands/looks/look.ts';

/** The brand's layout of a product page, from the route's loader. */
export function useProductLayout(): Look['product'] {
  const data = useRouteLoaderData<{ layout: Look['product'] }>('routes/catalog/product');
  if (!data) throw new Error('useProductLayout needs a product page around it.');
  return data.layout;
}
