import type { BrandDesign } from '../brand-design.ts';
import { concrete } from './concrete.ts';
import { gallery } from './gallery.ts';
import { gameTable } from './game-table.ts';
import type { Look, LookName } from './look.ts';
import { printShop } from './print-shop.ts';
import { productLab } from './product-lab.ts';

/** All looks by name. */
export const looks = {
  'print-shop': printShop,
  'game-table': gameTable,
  'product-lab': productLab,
  concrete,
  gallery,
} satisfies Record<LookName, Look>;

/**
 * A brand's look, with the parts that it takes from other looks. Sent with the page, so that a store never loads other
 * looks.
 */
export function lookOf({ look, parts = {} }: BrandDesign): Look {
  const taken = (Object.entries(parts) as [keyof Look, LookName][]).map(([part, from]) => [
    part,
    looks[from][part],
  ]);
  return { ...looks[look], ...Object.fromEntries(taken) };
}

/** The parts sent only with the pages that show them: home, categories and product pages. */
export type PageLook = Pick<Look, 'story' | 'tile' | 'product'>;

/** The parts for pages below `routes/shopping.tsx`, sent with them. */
export type ShoppingLook = Pick<
  Look,
  'cart' | 'auth' | 'checkout' | 'account' | 'order' | 'confirmation' | 'designer'
>;

/** Splits a look into the parts sent with every page, with single pages, and with those below `routes/shopping.tsx`. */
export function partsByArea(design: BrandDesign): {
  every: Omit<Look, keyof ShoppingLook | keyof PageLook>;
  page: PageLook;
  shopping: ShoppingLook;
} {
  const { cart, auth, checkout, account, order, confirmation, designer, ...rest } = lookOf(design);
  const { story, tile, product, ...every } = rest;
  return {
    every,
    page: { story, tile, product },
    shopping: { cart, auth, checkout, account, order, confirmation, designer },
  };
}
