import { readCategories } from '#app/catalog/data/read-categories.ts';
import { readFeatured } from '#app/catalog/data/read-products.ts';
import type { Storefront } from '#app/lib/context.ts';
import type { LandingShelves } from './landing-shelves.ts';

/** Reads the board-game landing. Without categories it still stands and says why (spec section 8). */
export async function readLanding(store: Storefront): Promise<LandingShelves> {
  store.tag('listing', 'categories');
  const [featured, categories] = await Promise.allSettled([readFeatured(store), readCategories(store)]);
  return {
    featured: featured.status === 'fulfilled' ? featured.value : [],
    categories: categories.status === 'fulfilled' ? categories.value : [],
    categoriesProblem: categories.status === 'fulfilled' ? '' : messageOf(categories.reason),
  };
}

function messageOf(reason: unknown): string {
  return reason instanceof Error && reason.message ? reason.message : 'Failed to fetch categories';
}
