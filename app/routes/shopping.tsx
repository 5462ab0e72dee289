import { Outlet } from 'react-router';
import { copyByArea } from '#app/brands/brand-design.ts';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import { partsByArea } from '#app/brands/looks/looks.ts';
import { storeContext } from '#app/lib/context.ts';
import { sheetLinks } from '#app/lib/sheet-links.ts';
import type { BrandedShopping } from '#app/lib/shopping-look.ts';
import sheet from '#app/styles/shopping.css?url';
import type { Route } from './+types/shopping.ts';

/**
 * The style sheet of pages beyond the catalog (cart, sign-in, checkout, account, designer), with utilities that the
 * catalog does not need.
 */
export const links = () => sheetLinks(sheet);

export function loader({ context }: Route.LoaderArgs): BrandedShopping {
  const store = context.get(storeContext);
  const { design } = brandInLanguage(store.brand, store.language);
  return { ...partsByArea(design).shopping, copy: copyByArea(design.copy).shopping };
}

/** A visit stays in one store, whose look does not change between pages. */
export const shouldRevalidate = () => false;

/** Cached for visitors who return from the catalog. */
let look: BrandedShopping | undefined;

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  look ??= await serverLoader();
  return look;
}

export default Outlet;
