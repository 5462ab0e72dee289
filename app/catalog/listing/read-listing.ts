import { redirect } from 'react-router';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { Database } from '#app/lib/database.types.ts';
import { cardColumns } from '#app/product/card-columns.ts';
import type { CardProduct, Category } from '#app/product/product.ts';
import { cardProduct } from '../card/card-product.ts';
import { readAttributes } from '../data/read-attributes.ts';
import { readCategories } from '../data/read-categories.ts';
import { type Facets, facetsOf, withChosenCategories } from './facets.ts';
import {
  type ChoiceFilterName,
  choiceFilters,
  type FixedFilters,
  type ListingQuery,
  listingSearch,
  parseListing,
} from './listing-query.ts';

/** Products per page. */
const pageSize = 24;

export interface Listing {
  query: ListingQuery;
  products: CardProduct[];
  facets: Facets;
  /** Number of pages, at least 1. */
  pages: number;
}

const columns = `${cardColumns}, category_name` as const;

const fallbackMessage = 'Failed to fetch products';

type Filters = Database['public']['Functions']['product_facets']['Args'];

const orUndefined = (values: string[]) => (values.length > 0 ? values : undefined);

type Choices = Pick<Filters, `p_${Exclude<ChoiceFilterName, 'category'>}s`>;

/** The chosen values of every filter but the category, by SQL parameter. */
function choicesOf(query: ListingQuery): Choices {
  const named = choiceFilters.filter((filter) => filter !== 'category');
  return Object.fromEntries(named.map((filter) => [`p_${filter}s`, orUndefined(query[filter])])) as Choices;
}

function filtersOf(query: ListingQuery, tenantId: string): Filters {
  return {
    p_tenant_id: tenantId,
    p_search: query.search || undefined,
    p_category_ids: orUndefined(query.category),
    ...choicesOf(query),
    p_min_price: query.min ?? undefined,
    p_max_price: query.max ?? undefined,
    p_in_stock: query.inStock || undefined,
    p_on_sale: query.onSale || undefined,
    p_new: query.isNew || undefined,
  };
}

/** The chosen categories that exist in the store. */
async function chosenCategories(store: StoreContext, { category }: ListingQuery): Promise<Category[]> {
  if (category.length === 0) return [];
  const byId = new Map((await readCategories(store)).map((one) => [one.id, one]));
  return category.flatMap((id) => byId.get(id) ?? []);
}

/** Reads one page of products and all facets; the facets of an unfiltered listing are cached. */
async function readPage(store: StoreContext, query: ListingQuery) {
  const filters = filtersOf(query, store.tenantId);
  const page = {
    // 'price-asc' in the URL is 'price_asc' in SQL.
    p_sort: query.sort.replace('-', '_'),
    p_language: store.language,
    p_limit: pageSize,
    p_offset: (query.page - 1) * pageSize,
  };
  const narrowed = Object.values({ ...filters, p_tenant_id: undefined }).some((value) => value !== undefined);
  const [rows, counted, attributes, categories] = await Promise.all([
    store.supabase.rpc('search_products', { ...filters, ...page }).select(columns),
    narrowed ? readFacets(store, filters, query.attribute) : readShopFacets(store),
    readAttributes(store),
    readCategories(store),
  ]);
  const { productsOptions } = store.brand;
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const products = dataOf(rows, fallbackMessage).map((row) =>
    cardProduct(
      { ...row, category: names.get(row.category_id) ?? row.category_name ?? '' },
      productsOptions,
      attributes,
    ),
  );
  return { products, counted };
}

async function readFacets(
  store: StoreContext,
  filters: Filters,
  chosen: readonly string[] = [],
): Promise<Facets> {
  const [rows, attributes] = await Promise.all([
    store.supabase.rpc('product_facets', filters),
    readAttributes(store),
  ]);
  return facetsOf(dataOf(rows, fallbackMessage), attributes, chosen);
}

/**
 * Reads one page of a listing and its facets. Ignores unknown categories.
 * @throws BackendError 'Failed to fetch products' when the backend gives no message
 */
export async function readListing(store: StoreContext, requested: ListingQuery): Promise<Listing> {
  store.tag('listing', 'categories');
  const chosen = await chosenCategories(store, requested);
  const query = { ...requested, category: chosen.map(({ id }) => id) };
  const { products, counted } = await readPage(store, query);
  const facets = withChosenCategories(counted, chosen);
  return {
    query,
    products,
    facets,
    pages: Math.max(1, Math.ceil(facets.total / pageSize)),
  };
}

/**
 * Reads the listing of a request's URL.
 * @param path path of the page
 * @throws a redirect to the last page when the requested one does not exist
 */
export async function readListingPage(
  store: StoreContext,
  request: Request,
  path: string,
  fixed: FixedFilters = {},
): Promise<Listing> {
  const query = parseListing(new URL(request.url).searchParams, fixed);
  const listing = await readListing(store, query);
  if (query.page > listing.pages) {
    throw redirect(path + listingSearch({ ...query, page: listing.pages }, fixed));
  }
  return listing;
}

/** Reads the facets of the store's whole catalog, which are cached. */
export async function readShopFacets(store: StoreContext): Promise<Facets> {
  return store.cached('catalog:facets', ['listing', 'categories'], () =>
    readFacets(store, { p_tenant_id: store.tenantId }),
  );
}
