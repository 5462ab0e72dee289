import type { Language } from '#app/i18n/languages.ts';
import { slugsOf } from '#app/i18n/page-slugs.ts';
import { translatedRow, translatedWords } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import { rowIdOf } from '#app/lib/row-id.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { cardColumns } from '#app/product/card-columns.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { fields, text } from '#app/product/parse-values.ts';
import type { CardProduct, Product } from '#app/product/product.ts';
import { shownColumns } from '#app/product/product-columns.ts';
import { type Variant, variantColumns } from '#app/product/variants.ts';
import { weighedColumns, weighedVariants } from '#app/product/weighed-variants.ts';
import { cardProduct } from '../card/card-product.ts';
import { type Review, reviewColumns, reviewOf } from '../reviews/review.ts';
import { readAttributes } from './read-attributes.ts';
import { readFeatured } from './read-products.ts';

/** A product with related products, variants, attributes and reviews. */
interface ProductWithRelated {
  product: Product;
  /** The slugs of its page by language. */
  slugs: Record<Language, string>;
  /** Alternative texts by picture URL; undescribed pictures are missing. */
  alts: Record<string, string>;
  /** Attributes shown on the product's page. */
  facts: Attribute[];
  related: CardProduct[];
  variants: Variant[];
  /** The latest approved reviews. */
  reviews: Review[];
}

const mostRelated = 4;
const mostReviews = 24;

const columns =
  `id, tenant_id, ${shownColumns}, image_alts, category_id, attributes, rating, review_count, created_at, updated_at, version, translations, page_slugs` as const;

/**
 * Reads a product with related data in one request; null when the store has no such product or the id is invalid.
 * @throws BackendError 'Failed to fetch products' when the backend gives no message
 */
export async function readProduct(
  store: StoreContext,
  requestedId: string,
): Promise<ProductWithRelated | null> {
  const id = rowIdOf(requestedId);
  if (!id) return null;
  store.tag(`product:${id}`);
  const attributes = await readAttributes(store);
  const answer = await store.supabase
    .from('products')
    .select(
      `${columns}, category:categories(id, name, description, image, created_at, tenant_id, translations, page_slugs, related:products(${cardColumns})), ${weighedColumns}, reviews(${reviewColumns})`,
    )
    .eq('tenant_id', store.tenantId)
    .eq('id', id)
    .neq('category.related.id', id)
    .order('stock', { referencedTable: 'category.related', ascending: false })
    .limit(mostRelated, { referencedTable: 'category.related' })
    .order('created_at', { referencedTable: 'reviews', ascending: false })
    .limit(mostReviews, { referencedTable: 'reviews' })
    .eq('reviews.status', 'approved')
    .maybeSingle();
  const row = dataOf(answer, 'Failed to fetch products');
  if (!row) return null;
  const product = normaliseProduct(row);
  if (product.category_id) store.tag(`category:${product.category_id}`);
  const { name } = product.category;
  const { productsOptions } = store.brand;
  const neighbours = (row.category?.related ?? []).map((neighbour) =>
    cardProduct({ ...neighbour, category: name }, productsOptions, attributes),
  );
  const alts = Object.fromEntries(
    Object.entries({
      ...fields(row.image_alts),
      ...translatedWords(row.translations, 'image_alts'),
    }).flatMap(([address, alt]) => (text(alt) ? [[address, text(alt)]] : [])),
  );
  const reviews = row.reviews.map(reviewOf);
  const related = await withFeatured(store, id, neighbours);
  store.tag(...related.map((shown) => `card:${shown.id}` as const));
  const facts = attributes.filter(({ id, on_page }) => on_page && product.attributes[id] !== undefined);
  return { product, slugs: slugsOf(row), alts, facts, variants: weighedVariants(row), related, reviews };
}

/** Reads a product's row with its options and variants; null when the store has no such product. */
export async function readProductRow(store: StoreContext, requestedId: string) {
  const id = rowIdOf(requestedId);
  if (!id) return null;
  store.tag(`product:${id}`);
  const answer = await store.supabase
    .from('products')
    .select(
      `${columns}, category:categories(id, name, description, image, created_at, tenant_id, translations, page_slugs), ${variantColumns}`,
    )
    .eq('tenant_id', store.tenantId)
    .eq('id', id)
    .maybeSingle();
  const row = dataOf(answer, 'Failed to fetch products');
  return row && { ...translatedRow(row), category: row.category && translatedRow(row.category) };
}

/** Fills up the related products with featured ones if the category has too few. */
async function withFeatured(store: StoreContext, id: string, related: CardProduct[]): Promise<CardProduct[]> {
  if (related.length >= mostRelated) return related;
  const usedIds = new Set([id, ...related.map((product) => product.id)]);
  const others = (await readFeatured(store)).filter((product) => !usedIds.has(product.id));
  return [...related, ...others].slice(0, mostRelated);
}
