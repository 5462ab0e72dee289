import type { StoreContext } from '#app/lib/context.ts';
import type { CardProduct, Category } from '#app/product/product.ts';
import { availability } from '#app/product/product-price.ts';
import { readCategories } from './read-categories.ts';
import { readFeatured, readProducts } from './read-products.ts';

export interface HomeData {
  featured: CardProduct[];
  categories: Category[];
  deals: CardProduct[];
  newest: CardProduct[];
}

const mostInSection = 4;
/** Enough to fill a section after removing products of earlier sections: 8 featured, 4 deals. */
const mostRead = 16;

/** Reads the products of the home page; deals and newest only those in stock. Both are cached. */
export async function readHome(store: StoreContext): Promise<HomeData> {
  store.tag('listing', 'categories');
  const [featured, categories, deals, newest] = await Promise.all([
    readFeatured(store),
    readCategories(store),
    store.cached('catalog:deals', ['listing'], () =>
      readProducts(store, { discounted: true, limit: mostRead }),
    ),
    store.cached('catalog:newest', ['listing'], () => readProducts(store, { limit: mostRead })),
  ]);
  // A product appears only in the first section that has it.
  const usedIds = new Set(featured.map(({ id }) => id));
  const further = (products: CardProduct[]) => {
    const unused = products
      .filter(({ id, stock }) => !usedIds.has(id) && availability(stock) !== 'sold-out')
      .slice(0, mostInSection);
    for (const { id } of unused) usedIds.add(id);
    return unused;
  };
  return { featured, categories, deals: further(deals), newest: further(newest) };
}
