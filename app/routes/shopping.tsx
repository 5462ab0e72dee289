import { Outlet } from 'react-router';
import { copyByArea } from '#app/brands/brand-design.ts';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import { storeBrand } from '#app/brands/brands.ts';
import { partsByArea } from '#app/brands/looks/looks.ts';
import { storeContext } from '#app/lib/context.ts';
import { sheetLinks } from '#app/lib/sheet-links.ts';
import type { BrandedShopping } from '#app/lib/shopping-look.ts';
import sheet from '#app/styles/shopping.css?url';
import type { Route } from './+types/shopping.ts';

/** Pages beyond the catalogue – cart, sign-in, checkout, account, designer – with the utilities that those before them do without. */
export const links = () => sheetLinks(sheet);

export function loader({ context }: Route.LoaderArgs): BrandedShopping {
  const store = context.get(storeContext);
  const { design } = brandInLanguage(storeBrand(store), store.language);
  return { ...partsByArea(design).shopping, copy: copyByArea(design.copy).shopping };
}

/** A visit stays in one store, whose look does not change from page to page. */
export const shouldRevalidate = () => false;

/** Kept for when the visitor comes back from the catalogue. */
let look: BrandedShopping | undefined;

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  look ??= await serverLoader();
  return look;
}

export default Outlet;
