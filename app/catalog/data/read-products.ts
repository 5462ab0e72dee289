import { dataOf } from '#app/lib/backend-error.ts';
import type { Storefront } from '#app/lib/context.ts';
import { cardWithCategory } from '#app/product/card-columns.ts';
import type { CardProduct } from '#app/product/product.ts';
import { cardProduct } from '../card/card-product.ts';
import { readAttributes } from './read-attributes.ts';
import { storeBrand } from './store-brand.ts';

/** Most products a featured list shows (spec section 9). */
export const mostFeatured = 8;

/** Which products to read; what is left out does not narrow (spec section 7). */
export interface ProductSelection {
  categoryId?: string;
  featured?: boolean;
  /** Only products at a reduced price. */
  discounted?: boolean;
  isNew?: boolean;
  order?: 'newest' | 'highest-price';
  limit?: number;
  offset?: number;
}

/**
 * Reads products of the store as cards, newest first unless said otherwise.
 * @throws BackendError 'Failed to fetch products' when the backend does not say more.
 */
export async function readProducts(
  store: Storefront,
  selection: ProductSelection = {},
): Promise<CardProduct[]> {
  const { categoryId, featured, discounted, isNew, order = 'newest', limit = 24, offset = 0 } = selection;
  let query = store.supabase.from('products').select(cardWithCategory).eq('tenant_id', store.tenantId);
  query = query.eq('is_active', true);
  if (categoryId !== undefined) query = query.eq('category_id', categoryId);
  if (featured !== undefined) query = query.eq('featured', featured);
  if (discounted) query = query.eq('on_sale', true);
  if (isNew) query = query.eq('is_new', true);
  const column = order === 'newest' ? 'created_at' : 'price';
  const [answer, attributes] = await Promise.all([
    query
      .order(column, { ascending: false })
      .order('id')
      .range(offset, offset + limit - 1),
    readAttributes(store),
  ]);
  const { productsOptions } = storeBrand(store);
  return dataOf(answer, 'Failed to fetch products').map((row) =>
    cardProduct(row, productsOptions, attributes),
  );
}

/** The featured list: products flagged featured, at most 8; if none, the 8 highest priced (spec section 9). */
export function readFeatured(store: Storefront): Promise<CardProduct[]> {
  return store.cached('catalog:featured', ['listing'], async () => {
    const flagged = await readProducts(store, { featured: true, limit: mostFeatured });
    return flagged.length > 0
      ? flagged
      : readProducts(store, { order: 'highest-price', limit: mostFeatured });
  });
}
