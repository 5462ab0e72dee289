import type { CardProduct, Category } from '#app/product/product.ts';

/** What the board-game landing shows. */
export interface LandingData {
  featured: CardProduct[];
  categories: Category[];
  /** Why the categories could not be read, or ''. */
  categoriesProblem: string;
}

/** Category tiles on the landing, before the one that leads to all (spec section 9). */
export const mostTiles = 5;
