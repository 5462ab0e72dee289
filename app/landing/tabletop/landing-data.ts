import type { CardProduct, Category } from '#app/product/product.ts';

/** Data of the board-game landing. */
export interface LandingData {
  featured: CardProduct[];
  categories: Category[];
  /** Error message of the categories, or ''. */
  categoriesProblem: string;
}

/** Number of category tiles, besides the one that links to all (spec section 9). */
export const mostTiles = 5;
