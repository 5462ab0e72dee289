import { oneOf, pageOf } from '../url-state.ts';

/** From this stock down a product counts as nearly sold out. */
export const lowStock = 5;

export const stockFilters = ['all', 'in', 'low', 'out', 'hidden'] as const;
export const productSorts = ['newest', 'name', 'price-up', 'price-down', 'stock'] as const;

/** Which products staff look at; all of it stands in the address. */
export type ProductFilter = {
  search: string;
  /** Id of a category; '' for all. */
  category: string;
  stock: (typeof stockFilters)[number];
  sort: (typeof productSorts)[number];
  page: number;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of a row. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** The filter that an address asks for; what makes no sense in it counts as not said. */
export function productFilter(query: URLSearchParams): ProductFilter {
  const category = query.get('category') ?? '';
  return {
    search: (query.get('search') ?? '').trim().slice(0, 200),
    category: isId(category) ? category : '',
    stock: oneOf(stockFilters, query.get('stock')),
    sort: oneOf(productSorts, query.get('sort')),
    page: pageOf(query),
  };
}
