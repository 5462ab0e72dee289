import { readCategories } from '#app/catalog/data/read-categories.ts';
import { readFeatured } from '#app/catalog/data/read-products.ts';
import { landingTexts } from '#app/i18n/texts/landing.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { CardProduct, Category } from '#app/product/product.ts';

/** Data of the board-game landing. */
export interface LandingData {
  featured: CardProduct[];
  categories: Category[];
  /** Error message of the categories, or ''. */
  categoriesProblem: string;
}

/**
 * Reads the data of the board-game landing. When the categories fail, returns an error message in their place
 * (docs/product.md, Landing).
 */
export async function readLanding(store: StoreContext): Promise<LandingData> {
  store.tag('listing', 'categories');
  const [featured, categories] = await Promise.allSettled([readFeatured(store), readCategories(store)]);
  return {
    featured: featured.status === 'fulfilled' ? featured.value : [],
    categories: categories.status === 'fulfilled' ? categories.value : [],
    categoriesProblem: categories.status === 'fulfilled' ? '' : messageOf(categories.reason),
  };
}

function messageOf(reason: unknown): string {
  if (reason instanceof Error && reason.message) return reason.message;
  return landingTexts()('categoriesUnread');
}
