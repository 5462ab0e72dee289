import type { Storefront } from '#app/lib/context.ts';
import type { CardProduct, Category } from '#app/product/product.ts';
import { readCategories } from './read-categories.ts';
import { readFeatured, readProducts } from './read-products.ts';

/** What a home page shows. */
export interface HomeShelves {
  featured: CardProduct[];
  categories: Category[];
  deals: CardProduct[];
  newest: CardProduct[];
}

const mostOnShelf = 4;

/** Reads the shelves of a home page, each remembered until something on a shelf changes. */
export async function readHome(store: Storefront): Promise<HomeShelves> {
  store.tag('listing', 'categories');
  const [featured, categories, deals, newest] = await Promise.all([
    readFeatured(store),
    readCategories(store),
    store.cached('catalog:deals', ['listing'], () =>
      readProducts(store, { discounted: true, limit: mostOnShelf }),
    ),
    store.cached('catalog:newest', ['listing'], () => readProducts(store, { limit: mostOnShelf })),
  ]);
  return { featured, categories, deals, newest };
}
