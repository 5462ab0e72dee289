import type { Product } from '#app/product/product.ts';
import { fewLeft } from '#app/product/product-price.ts';

/** What tells one state of a product from another. */
export type Changing = Pick<Product, 'stock' | 'rating' | 'review_count' | 'updated_at'>;

/** The stock as far as pages count it down. */
const counted = ({ stock }: Changing) => Math.min(stock, fewLeft + 1);

/** Whether a page that shows a product so should be read anew; `now` is null when the store has it no longer. */
export function hasChanged(shown: Changing, now: Changing | null): boolean {
  if (!now || counted(shown) !== counted(now)) return true;
  return (['rating', 'review_count', 'updated_at'] as const).some((field) => shown[field] !== now[field]);
}
