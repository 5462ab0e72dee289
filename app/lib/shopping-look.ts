import { useRouteLoaderData } from 'react-router';
import type { ShoppingLook } from '#app/brands/looks/looks.ts';

/** The parts of the brand's look for pages below `routes/shopping.tsx`, whose loader brings them. */
export function useShoppingLook(): ShoppingLook {
  const look = useRouteLoaderData<ShoppingLook>('routes/shopping');
  if (!look) throw new Error('useShoppingLook needs a page below routes/shopping.tsx.');
  return look;
}
