import { pageLanguage } from '#app/i18n/page-language.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { foundCondition, searchIn } from '../../ui/list/search-pattern.ts';
import { keysOf, type Sort, sortOf } from '../../ui/list/sort.ts';
import { translatedColumn, untranslatedCondition } from '../../ui/list/untranslated.ts';
import { oneOf, pageOf } from '../../ui/list/url-state.ts';

export const stockFilters = ['all', 'in', 'low', 'out'] as const;
export const showFilters = [
  'all',
  'visible',
  'hidden',
  'featured',
  'new',
  'sale',
  'unpictured',
  'untranslated',
] as const;
/** Sort keys of the list and their columns. */
export const productSorts = {
  name: 'name',
  category: 'categories(name)',
  price: 'price',
  stock: 'stock',
  brand: 'brand',
  created: 'created_at',
  updated: 'updated_at',
} as const;
export const defaultProductSort = '-created';

/**
 * Returns the sort columns in a language, by default the page's: names by translation, with untranslated ones
 * at one end.
 */
export function productSortColumns(language = pageLanguage()): Record<keyof typeof productSorts, string> {
  const name = translatedColumn('name', language);
  return { ...productSorts, name, category: `categories(${name})` };
}

/** Filter of the product list, stored in the URL. */
export type ProductFilter = {
  search: string;
  /** Id of a category; '' for all, 'none' for products without one. */
  category: string;
  stock: (typeof stockFilters)[number];
  show: (typeof showFilters)[number];
  sort: Sort<keyof typeof productSorts>;
  page: number;
};

/** Parses the filter from a URL; invalid values are ignored. */
export function productFilter(query: URLSearchParams): ProductFilter {
  const category = query.get('category') ?? '';
  return {
    search: searchIn(query),
    category: category === 'none' || isRowId(category) ? category : '',
    stock: oneOf(stockFilters, query.get('stock')),
    show: oneOf(showFilters, query.get('show')),
    sort: sortOf(keysOf(productSorts), defaultProductSort, query.get('sort')),
    page: pageOf(query),
  };
}

/** Texts of a product that need a translation; brands and types are often proper names. */
export const untranslatedColumns = ['name', 'description', 'unit', 'material', 'gender'] as const;

const shows: Record<ProductFilter['show'], string> = {
  all: '',
  visible: 'is_active.is.true',
  hidden: 'is_active.is.false',
  featured: 'featured.is.true',
  new: 'is_new.is.true',
  sale: 'on_sale.is.true',
  unpictured: 'images.eq."[]"',
  untranslated: untranslatedCondition(untranslatedColumns),
};

/** The condition for products at or below their store's threshold. */
function lowCondition(low: Readonly<Record<string, number>>): string {
  const thresholds = Object.entries(low);
  const [first] = thresholds;
  if (thresholds.length === 1) return `stock.lte.${first?.[1]}`;
  return `or(${thresholds.map(([tenantId, threshold]) => `and(tenant_id.eq.${tenantId},stock.lte.${threshold})`).join(',')})`;
}

/** Returns the `or()` condition of a filter; '' for none. `low` has the low stock thresholds by store. */
export function productCondition(
  { search, category, stock, show }: Omit<ProductFilter, 'sort' | 'page'>,
  low: Readonly<Record<string, number>>,
): string {
  const stocks = {
    all: [],
    in: ['stock.gt.0'],
    low: ['stock.gt.0', lowCondition(low)],
    out: ['stock.eq.0'],
  };
  const parts = [
    search && foundCondition(search),
    category && (category === 'none' ? 'category_id.is.null' : `category_id.eq.${category}`),
    ...stocks[stock],
    shows[show],
  ].filter(Boolean);
  return parts.length > 0 ? `and(${parts.join(',')})` : '';
}
