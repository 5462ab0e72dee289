import { containsCondition } from '../../kit/list/search-pattern.ts';
import type { ProductFilter } from './list-filter.ts';

type Narrowing = Pick<ProductFilter, 'search' | 'category' | 'stock' | 'show'>;

const shows: Record<ProductFilter['show'], string> = {
  all: '',
  visible: 'is_active.is.true',
  hidden: 'is_active.is.false',
  featured: 'featured.is.true',
  new: 'is_new.is.true',
  sale: 'on_sale.is.true',
  unpictured: 'images.eq."[]"',
};

/** Returns the `or()` condition of a filter; '' for none. `low` is the low stock threshold. */
export function productCondition({ search, category, stock, show }: Narrowing, low: number): string {
  const stocks = {
    all: [],
    in: ['stock.gt.0'],
    low: ['stock.gt.0', `stock.lte.${low}`],
    out: ['stock.eq.0'],
  };
  const parts = [
    search && `or(${containsCondition(['name', 'brand'], search)})`,
    category && (category === 'none' ? 'category_id.is.null' : `category_id.eq.${category}`),
    ...stocks[stock],
    shows[show],
  ].filter(Boolean);
  return parts.length > 0 ? `and(${parts.join(',')})` : '';
}
