import { isRowId } from '#app/lib/row-id.ts';
import { chosenColumns } from '../kit/list/columns.ts';
import { oneOf, pageOf } from '../kit/list/url-state.ts';

export const stockFilters = ['all', 'in', 'low', 'out'] as const;
export const showFilters = ['all', 'visible', 'hidden', 'featured', 'new', 'sale', 'unpictured'] as const;
/** What the list can be ordered by; with a minus from the highest or latest down. */
export const productSorts = [
  '-created',
  'name',
  '-name',
  'price',
  '-price',
  'stock',
  '-stock',
  '-updated',
  'updated',
  'created',
] as const;
export const productColumns = ['category', 'price', 'stock', 'state', 'brand', 'created', 'updated'] as const;
export const usualColumns: readonly ProductColumn[] = ['category', 'price', 'stock', 'state'];

export type ProductColumn = (typeof productColumns)[number];

/** Which products staff look at; all of it stands in the address. */
export type ProductFilter = {
  search: string;
  /** Id of a category; '' for all, 'none' for products without one. */
  category: string;
  stock: (typeof stockFilters)[number];
  show: (typeof showFilters)[number];
  sort: (typeof productSorts)[number];
  columns: ProductColumn[];
  page: number;
};

/** The filter that an address asks for; what makes no sense in it counts as not said. */
export function productFilter(query: URLSearchParams): ProductFilter {
  const category = query.get('category') ?? '';
  return {
    search: (query.get('search') ?? '').trim().slice(0, 200),
    category: category === 'none' || isRowId(category) ? category : '',
    stock: oneOf(stockFilters, query.get('stock')),
    show: oneOf(showFilters, query.get('show')),
    sort: oneOf(productSorts, query.get('sort')),
    columns: chosenColumns(productColumns, usualColumns, query.get('columns')),
    page: pageOf(query),
  };
}
