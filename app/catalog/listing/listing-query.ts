import { rowIdOf } from '#app/lib/row-id.ts';
import { optionFields } from '#app/product/option-fields.ts';

/** Orders a listing can be put in; relevance makes sense only with a search. */
export const sorts = [
  'relevance',
  'featured',
  'newest',
  'price-asc',
  'price-desc',
  'saving',
  'name',
] as const;
export type Sort = (typeof sorts)[number];

/** Filters of which several values may be chosen; a product must match one value of each. */
export const choiceFilters = [
  'category',
  ...optionFields,
  'brand',
  // Values of all attributes, each as `<attribute>:<value>`; those of one attribute are alternatives.
  'attribute',
] as const;
export type ChoiceFilter = (typeof choiceFilters)[number];

/** An object with something of each of them. */
export function byChoiceFilter<Value>(of: (filter: ChoiceFilter) => Value): Record<ChoiceFilter, Value> {
  return Object.fromEntries(choiceFilters.map((filter) => [filter, of(filter)])) as Record<
    ChoiceFilter,
    Value
  >;
}

/** What a listing shows: the meaning of its address. */
export type ListingQuery = Record<ChoiceFilter, string[]> & {
  search: string;
  sort: Sort;
  /** From 1. */
  page: number;
  /** Pounds, both ends included. */
  min: number | null;
  max: number | null;
  inStock: boolean;
  onSale: boolean;
  isNew: boolean;
};

/** What a page fixes by itself, such as its category: not in its address, and not to be removed. */
export type FixedFilters = Partial<Pick<ListingQuery, 'category' | 'onSale'>>;

/** Query parameters that change a listing, for the page cache. */
export const listingParameters: readonly string[] = [
  'search',
  'sort',
  'page',
  ...choiceFilters,
  'min',
  'max',
  'stock',
  'sale',
  'new',
];

const longestSearch = 100;
const longestChoice = 160;
const mostChoices = 20;
const highestPrice = 10_000_000;
const lastPage = 10_000;

function plain(value: string | null, longest: number): string {
  const printable = (value ?? '').replace(/[\p{C}\s]+/gu, ' ');
  return printable.trim().slice(0, longest).trim();
}

function amount(value: string | null): number | null {
  if (value === null || value.trim() === '') return null;
  const pounds = Number(value);
  if (!Number.isFinite(pounds) || pounds < 0) return null;
  return Math.min(Math.round(pounds * 100) / 100, highestPrice);
}

function choices(params: URLSearchParams, filter: ChoiceFilter): string[] {
  const values = params.getAll(filter).map((value) => plain(value, longestChoice));
  const wanted = values
    .map((value) => (filter === 'category' ? (rowIdOf(value) ?? '') : value))
    .filter(Boolean);
  return [...new Set(wanted)].slice(0, mostChoices);
}

function sortOf(value: string | null, search: string): Sort {
  const known = sorts.find((sort) => sort === value);
  return known && (known !== 'relevance' || search) ? known : defaultSort(search);
}

/** What a listing is sorted by when nobody chose. */
export function defaultSort(search: string): Sort {
  return search ? 'relevance' : 'featured';
}

/**
 * The listing that an address asks for. Nothing in an address is an error: what makes no sense is left out, and prices
 * the wrong way round are turned.
 */
export function parseListing(params: URLSearchParams, fixed: FixedFilters = {}): ListingQuery {
  const search = plain(params.get('search'), longestSearch);
  const page = Number(params.get('page'));
  const [min, max] = [amount(params.get('min')), amount(params.get('max'))];
  const turned = min !== null && max !== null && min > max;
  return {
    search,
    sort: sortOf(params.get('sort'), search),
    page: Number.isInteger(page) ? Math.min(Math.max(page, 1), lastPage) : 1,
    ...byChoiceFilter((filter) => choices(params, filter)),
    min: turned ? max : min,
    max: turned ? min : max,
    inStock: params.get('stock') === 'in',
    onSale: params.get('sale') === '1',
    isNew: params.get('new') === '1',
    ...fixed,
  };
}

/** The address of a listing: parameters in one order, without what goes without saying; '' or '?…'. */
export function listingSearch(query: ListingQuery, fixed: FixedFilters = {}): string {
  const params = new URLSearchParams();
  if (query.search) params.set('search', query.search);
  for (const filter of choiceFilters) {
    if (filter in fixed) continue;
    for (const value of query[filter]) params.append(filter, value);
  }
  if (query.min !== null) params.set('min', String(query.min));
  if (query.max !== null) params.set('max', String(query.max));
  if (query.inStock) params.set('stock', 'in');
  if (query.onSale && !fixed.onSale) params.set('sale', '1');
  if (query.isNew) params.set('new', '1');
  if (query.sort !== defaultSort(query.search)) params.set('sort', query.sort);
  if (query.page > 1) params.set('page', String(query.page));
  const text = params.toString();
  return text && `?${text}`;
}

/** The same listing with all filters off; search and order stay. */
export function withoutFilters(query: ListingQuery, fixed: FixedFilters = {}): ListingQuery {
  return parseListing(
    new URLSearchParams({ ...(query.search && { search: query.search }), sort: query.sort }),
    fixed,
  );
}

/** Where search engines find a page of a listing: each page is one of its own, whatever it is filtered and sorted by. */
export function canonicalPath(path: string, { page }: Pick<ListingQuery, 'page'>): string {
  return page > 1 ? `${path}?page=${page}` : path;
}
