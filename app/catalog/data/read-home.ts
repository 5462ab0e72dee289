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
/** So many that enough are left when those on an earlier shelf are taken out: 8 featured, 4 deals. */
const mostRead = 16;

/** Reads the shelves of a home page, each remembered until something on a shelf changes. */
export async function readHome(store: Storefront): Promise<HomeShelves> {
  store.tag('listing', 'categories');
  const [featured, categories, deals, newest] = await Promise.all([
    readFeatured(store),
    readCategories(store),
    store.cached('catalog:deals', ['listing'], () =>
      readProducts(store, { discounted: true, limit: mostRead }),
    ),
    store.cached('catalog:newest', ['listing'], () => readProducts(store, { limit: mostRead })),
  ]);
  // A product stands on one shelf: on the first that has it.
  const onShelf = new Set(featured.map(({ id }) => id));
  const further = (products: CardProduct[]) => {
    const found = products.filter(({ id }) => !onShelf.has(id)).slice(0, mostOnShelf);
    for (const { id } of found) onShelf.add(id);
    return found;
  };
  return { featured, categories, deals: further(deals), newest: further(newest) };
}
