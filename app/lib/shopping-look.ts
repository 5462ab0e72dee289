import { useRouteLoaderData } from 'react-router';
import type { ShoppingCopy } from '#app/brands/brand-design.ts';
import type { ShoppingLook } from '#app/brands/looks/looks.ts';

/** The parts of the brand's look and its texts for pages below `routes/shopping.tsx`. */
export type BrandedShopping = ShoppingLook & { copy: ShoppingCopy };

/** The data of the `routes/shopping.tsx` loader, for the pages below it. */
export function useShoppingLook(): BrandedShopping {
  const look = useRouteLoaderData<BrandedShopping>('routes/shopping');
  if (!look) throw new Error('useShoppingLook needs a page below routes/shopping.tsx.');
  return look;
}
