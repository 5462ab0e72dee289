import { LRUCache } from 'lru-cache';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Storefront } from '#app/lib/context.ts';
import { type Packed, pack } from '#app/lib/packed.ts';
import { cardColumns } from '../card/card-columns.ts';
import { type FacetRow, type Facets, facetsOf, namingChosen } from '../listing/facets.ts';
import type { ListingQuery, Sort } from '../listing/listing-query.ts';
import type { CardProduct, Category } from '../product.ts';
import { cardIn, cardOf } from './card-of.ts';
import { readCategories } from './read-categories.ts';

/** Products on one page of a listing. */
export const pageSize = 24;

/** One page of a listing. */
export interface Listing {
  query: ListingQuery;
  products: CardProduct[];
  facets: Facets;
  /** Number of pages, at least 1. */
  pages: number;
}

/** A listing as it is handed to browsers. */
export interface PackedListing {
  asked: Packed<ListingQuery>;
  shown: Packed<Omit<Listing, 'query'>>;
}

export function packListing({ query, ...shown }: Listing): PackedListing {
  return { asked: pack(query), shown: pack(shown) };
}

const columns = `${cardColumns}, category_name` as const;

const orders: Record<Sort, string> = {
  relevance: 'relevance',
  featured: 'featured',
  newest: 'newest',
  'price-asc': 'price_asc',
  'price-desc': 'price_desc',
  saving: 'saving',
  name: 'name',
};

const unread = 'Failed to fetch products';

const given = (values: string[]) => (values.length > 0 ? values : undefined);

function filtersOf(query: ListingQuery, tenantId: string) {
  return {
    p_tenant_id: tenantId,
    p_search: query.search || undefined,
    p_category_ids: given(query.category),
    p_brands: given(query.brand),
    p_sizes: given(query.size),
    p_colors: given(query.color),
    p_materials: given(query.material),
    p_genders: given(query.gender),
    p_types: given(query.type),
    p_min_price: query.min ?? undefined,
    p_max_price: query.max ?? undefined,
    p_in_stock: query.inStock || undefined,
    p_on_sale: query.onSale || undefined,
    p_new: query.isNew || undefined,
  };
}

/** Counts by the text they came in: pages and orders of one listing have the same ones. */
const counts = new LRUCache<string, Facets>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (_, text) => text.length,
});

function facetsIn(text: string): Facets {
  const known = counts.get(text);
  if (known) return known;
  const facets = facetsOf(JSON.parse(text) as FacetRow[]);
  counts.set(text, facets);
  return facets;
}

/** The categories that somebody chose, as far as the store has them. */
async function chosenCategories(store: Storefront, { category }: ListingQuery): Promise<Category[]> {
  if (category.length === 0) return [];
  const known = new Map((await readCategories(store)).map((one) => [one.id, one]));
  return category.flatMap((id) => known.get(id) ?? []);
}

/** One page of products and the counts of all filters; of a listing that nothing narrows, the counts are remembered. */
async function readPage(store: Storefront, query: ListingQuery) {
  const filters = filtersOf(query, store.tenantId);
  const page = { p_sort: orders[query.sort], p_limit: pageSize, p_offset: (query.page - 1) * pageSize };
  if (Object.values({ ...filters, p_tenant_id: undefined }).some((value) => value !== undefined)) {
    const answer = await store.supabase.rpc('product_listing', { ...filters, ...page }).single();
    const { products, facets } = dataOf(answer, unread);
    return { products: products.map((text) => cardIn(store, text)), counted: facetsIn(facets) };
  }
  const [rows, counted] = await Promise.all([
    store.supabase.rpc('search_products', { ...filters, ...page }).select(columns),
    readShopFacets(store),
  ]);
  const products = dataOf(rows, unread).map((row) => cardOf(store, row, row.category_name ?? ''));
  return { products, counted };
}

/**
 * Reads one page of a listing and the counts of its filters, both at once. Categories that the store has not got are
 * not chosen.
 * @throws BackendError 'Failed to fetch products' when the backend does not say more.
 */
export async function readListing(store: Storefront, asked: ListingQuery): Promise<Listing> {
  store.tag('listing', 'categories');
  const chosen = await chosenCategories(store, asked);
  const query = { ...asked, category: chosen.map(({ id }) => id) };
  const { products, counted } = await readPage(store, query);
  const facets = namingChosen(counted, chosen);
  return {
    query,
    products,
    facets,
    pages: Math.max(1, Math.ceil(facets.total / pageSize)),
  };
}

/** Reads the counts of the whole shop, which are remembered. */
export async function readShopFacets(store: Storefront): Promise<Facets> {
  return store.remember('catalog:facets', ['listing', 'categories'], async () =>
    facetsOf(dataOf(await store.supabase.rpc('product_facets', { p_tenant_id: store.tenantId }), unread)),
  );
}
