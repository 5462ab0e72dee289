import { useRouteLoaderData } from 'react-router';
import type { Brand } from '#app/brands/brand.ts';
import type { StorePlace } from '#app/lib/page-address.ts';
import type { CartLayout } from './cart-layouts.ts';
import type { FooterLayout } from './footer-layouts.ts';
import type { HeaderLayout } from './header-layouts.ts';
import type { StoryLayout, TileLayout } from './home-layouts.ts';
import type { ListingLayout } from './listing-layouts.ts';
import type { ProductLayout } from './product-layouts.ts';
import type { PublicSettings } from './public-settings.ts';

/** What the root loader answers and every page may use; nothing in it is personal. */
export type RootData = StorePlace & {
  brand: Brand;
  settings: PublicSettings;
  /** How the parts that all brands share are arranged in this one. */
  header: HeaderLayout;
  footer: FooterLayout;
  tile: TileLayout;
  story: StoryLayout;
  listing: ListingLayout;
  product: ProductLayout;
  cart: CartLayout;
  categories: { id: string; name: string }[];
  backend: { url: string; publishableKey: string };
  /** Whether the server can take card payments; the store's settings say whether it should. */
  takesCards: boolean;
};

/** The root loader's answer, or undefined on a page whose root loader failed. */
export function useOptionalRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root');
}

/** The root loader's answer. */
export function useRootData(): RootData {
  const data = useOptionalRootData();
  if (!data) throw new Error('useRootData needs the root loader, which failed on this page.');
  return data;
}
