import type { Storefront } from '#app/lib/context.ts';
import type { CardProduct, Category } from '#app/product/product.ts';
import { readCategories } from './read-categories.ts';
import { readFeatured, readProducts } from './read-products.ts';

/** What a home page shows. */
export interface HomeData {
  featured: CardProduct[];
  categories: Category[];
  deals: CardProduct[];
  newest: CardProduct[];
}

const mostInSection = 4;
/** So many that enough are left when those of an earlier section are taken out: 8 featured, 4 deals. */
const mostRead = 16;

/** Reads what a home page shows; deals and newest products are cached. */
export async function readHome(store: Storefront): Promise<HomeData> {
  store.tag('listing', 'categories');
  const [featured, categories, deals, newest] = await Promise.all([
    readFeatured(store),
    readCategories(store),
    store.cached('catalog:deals', ['listing'], () =>
      readProducts(store, { discounted: true, limit: mostRead }),
    ),
    store.cached('catalog:newest', ['listing'], () => readProducts(store, { limit: mostRead })),
  ]);
  // A product stands in one section: the first that has it.
  const shown = new Set(featured.map(({ id }) => id));
  const further = (products: CardProduct[]) => {
    const found = products.filter(({ id }) => !shown.has(id)).slice(0, mostInSection);
    for (const { id } of found) shown.add(id);
    return found;
  };
  return { featured, categories, deals: further(deals), newest: further(newest) };
}
