import { dataOf } from '#app/lib/backend-error.ts';
import type { Storefront } from '#app/lib/context.ts';

/** A store as server loaders and staff pages alike can name it. */
export type StoreClient = Pick<Storefront, 'supabase' | 'tenantId'>;

/** How many of a product there are, or null when the store has no such product (spec section 7). */
export async function readStock({ supabase, tenantId }: StoreClient, id: string): Promise<number | null> {
  const answer = await supabase
    .from('products')
    .select('stock')
    .eq('tenant_id', tenantId)
    .eq('id', id)
    .maybeSingle();
  return dataOf(answer, 'Failed to fetch products')?.stock ?? null;
}

/** How many products of the store a category holds (spec section 7). */
export async function countProducts(
  { supabase, tenantId }: StoreClient,
  categoryId: string,
): Promise<number> {
  const { count, error, status } = await supabase
    .from('products')
    .select('id', { count: 'exact', head: true })
    .eq('tenant_id', tenantId)
    .eq('category_id', categoryId);
  return dataOf({ data: count, error, status }, 'Failed to fetch products') ?? 0;
}
