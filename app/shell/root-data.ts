import { useRouteLoaderData } from 'react-router';
import type { Brand } from '#app/brands/brand.ts';
import { type Packed, unpack } from '#app/lib/packed.ts';
import type { StorePlace } from '#app/lib/page-address.ts';
import type { CartLayout } from './cart-layouts.ts';
import type { FooterLayout } from './footer-layouts.ts';
import type { HeaderLayout } from './header-layouts.ts';
import type { StoryLayout, TileLayout } from './home-layouts.ts';
import type { ListingLayout } from './listing-layouts.ts';
import type { ProductLayout } from './product-layouts.ts';
import type { PublicSettings } from './public-settings.ts';

/** What a store is by its brand and settings, the same on all of its pages. */
export type StoreData = {
  tenantId: string;
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
};

type PageData = Omit<StorePlace, 'tenantId'> & {
  categories: { id: string; name: string }[];
  backend: { url: string; publishableKey: string };
  /** Whether the server can take card payments; the store's settings say whether it should. */
  takesCards: boolean;
};

/** What every page may use; nothing in it is personal. */
export type RootData = StoreData & PageData;

/** What the root loader answers. */
export type RootAnswer = { store: Packed<StoreData>; page: Packed<PageData> };

/** The stores that the server has read: pages of a store share one object. Older settings of a store are few. */
const stores = new Map<Packed<StoreData>, StoreData>();
const mostStores = 100;

function storeIn(packed: Packed<StoreData>): StoreData {
  const known = stores.get(packed);
  if (known) return known;
  const store = unpack(packed);
  if (stores.size >= mostStores) stores.clear();
  stores.set(packed, store);
  return store;
}

const read = new WeakMap<RootAnswer, RootData>();

/** The root loader's answer as pages use it: the same object for the same answer. */
export function rootDataOf(answer: RootAnswer): RootData {
  const known = read.get(answer);
  if (known) return known;
  const store = import.meta.env.SSR ? storeIn(answer.store) : unpack(answer.store);
  const data = { ...store, ...unpack(answer.page) };
  read.set(answer, data);
  return data;
}

/** The root loader's answer, or undefined on a page whose root loader failed. */
export function useOptionalRootData(): RootData | undefined {
  const answer = useRouteLoaderData<RootAnswer>('root');
  return answer && rootDataOf(answer);
}

/** The root loader's answer. */
export function useRootData(): RootData {
  const data = useOptionalRootData();
  if (!data) throw new Error('useRootData needs the root loader, which failed on this page.');
  return data;
}
