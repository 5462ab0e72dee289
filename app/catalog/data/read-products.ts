import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import { cardWithCategory } from '#app/product/card-columns.ts';
import type { CardProduct } from '#app/product/product.ts';
import { availability } from '#app/product/product-price.ts';
import { cardProduct } from '../card/card-product.ts';
import { readAttributes } from './read-attributes.ts';

/** Maximum number of products in the featured list (docs/product.md, Featured products). */
const mostFeatured = 8;
/** Enough to fill the list with products in stock. */
const mostRead = 24;

/** Products in their order, the sold-out ones after the others. */
export function soldOutLast(products: readonly CardProduct[]): CardProduct[] {
  const isSoldOut = ({ stock }: CardProduct) => availability(stock) === 'sold-out';
  return [...products.filter((product) => !isSoldOut(product)), ...products.filter(isSoldOut)];
}

/** Filters of the products to read; an omitted filter does not apply (docs/product.md, Products). */
interface ProductSelection {
  categoryId?: string;
  featured?: boolean;
  /** Only products on sale. */
  discounted?: boolean;
  order?: 'newest' | 'highest-price';
  limit?: number;
  offset?: number;
}

/**
 * Reads the store's products as cards, newest first by default.
 * @throws BackendError 'Failed to fetch products' when the backend gives no message
 */
export async function readProducts(
  store: StoreContext,
  selection: ProductSelection = {},
): Promise<CardProduct[]> {
  const { categoryId, featured, discounted, order = 'newest', limit = 24, offset = 0 } = selection;
  let query = store.supabase
    .from('products')
    .select(cardWithCategory)
    .eq('tenant_id', store.tenantId)
    .eq('is_active', true);
  if (categoryId !== undefined) query = query.eq('category_id', categoryId);
  if (featured !== undefined) query = query.eq('featured', featured);
  if (discounted) query = query.eq('on_sale', true);
  const column = order === 'newest' ? 'created_at' : 'price';
  const [answer, attributes] = await Promise.all([
    query
      .order(column, { ascending: false })
      .order('id')
      .range(offset, offset + limit - 1),
    readAttributes(store),
  ]);
  const { productsOptions } = store.brand;
  return dataOf(answer, 'Failed to fetch products').map((row) =>
    cardProduct(row, productsOptions, attributes),
  );
}

/**
 * Reads the featured products, at most 8; if there are none, the 8 highest priced (docs/product.md, Featured products).
 */
export function readFeatured(store: StoreContext): Promise<CardProduct[]> {
  return store.cached('catalog:featured', ['listing'], async () => {
    const flagged = await readProducts(store, { featured: true, limit: mostRead });
    const shown =
      flagged.length > 0 ? flagged : await readProducts(store, { order: 'highest-price', limit: mostRead });
    return soldOutLast(shown).slice(0, mostFeatured);
  });
}
