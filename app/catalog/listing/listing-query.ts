import { rowIdOf } from '#app/lib/row-id.ts';
import { typedNumber } from '#app/lib/typed-number.ts';
import { cleanSearch } from '#app/lib/typed-text.ts';
import { optionFields } from '#app/product/option-fields.ts';

/** Sort orders of a listing; relevance applies only to a search. */
export const sorts = [
  'relevance',
  'featured',
  'newest',
  'price-asc',
  'price-desc',
  'discount',
  'name',
] as const;
export type ListingSort = (typeof sorts)[number];

/** Filters with several values; a product must match one value of each. */
export const choiceFilters = [
  'category',
  ...optionFields,
  'brand',
  // Values of all attributes, each as `<attribute>:<value>`; values of one attribute are alternatives.
  'attribute',
] as const;
export type ChoiceFilterName = (typeof choiceFilters)[number];

/** Builds an object with an entry for each choice filter. */
export function byChoiceFilter<Value>(
  of: (filter: ChoiceFilterName) => Value,
): Record<ChoiceFilterName, Value> {
  return Object.fromEntries(choiceFilters.map((filter) => [filter, of(filter)])) as Record<
    ChoiceFilterName,
    Value
  >;
}

/** The query of a listing, parsed from its URL. */
export type ListingQuery = Record<ChoiceFilterName, string[]> & {
  search: string;
  sort: ListingSort;
  /** Starts at 1. */
  page: number;
  /** Pounds, inclusive. */
  min: number | null;
  max: number | null;
  inStock: boolean;
  onSale: boolean;
  isNew: boolean;
};

/** Filters fixed by the page, such as its category: not in the URL, and not removable. */
export type FixedFilters = Partial<Pick<ListingQuery, 'category' | 'onSale'>>;

/** Query parameters of a listing, for the page cache. */
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

function amount(value: string | null): number | null {
  const pounds = typedNumber(value ?? '');
  if (!Number.isFinite(pounds) || pounds < 0) return null;
  return Math.min(Math.round(pounds * 100) / 100, highestPrice);
}

function choices(params: URLSearchParams, filter: ChoiceFilterName): string[] {
  const values = params.getAll(filter).map((value) => cleanSearch(value, longestChoice));
  const nonEmpty = values
    .map((value) => (filter === 'category' ? (rowIdOf(value) ?? '') : value))
    .filter(Boolean);
  return [...new Set(nonEmpty)].slice(0, mostChoices);
}

function sortOf(value: string | null, search: string): ListingSort {
  const sort = sorts.find((sort) => sort === value);
  return sort && (sort !== 'relevance' || search) ? sort : defaultSort(search);
}

/** The sort order unless one is chosen. */
export function defaultSort(search: string): ListingSort {
  return search ? 'relevance' : 'featured';
}

/** Parses the query of a listing. Invalid values are ignored, and an inverted price range is swapped. */
export function parseListing(params: URLSearchParams, fixed: FixedFilters = {}): ListingQuery {
  const search = cleanSearch(params.get('search') ?? '', longestSearch);
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

/** Formats a query as '?…' in canonical order without defaults; '' when all are defaults. */
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

/** The query without filters; search and sort stay. */
export function withoutFilters(query: ListingQuery, fixed: FixedFilters = {}): ListingQuery {
  return parseListing(
    new URLSearchParams({ ...(query.search && { search: query.search }), sort: query.sort }),
    fixed,
  );
}

/** Canonical path of a listing's page, without filters and sort. */
export function canonicalPath(path: string, { page }: Pick<ListingQuery, 'page'>): string {
  return page > 1 ? `${path}?page=${page}` : path;
}
