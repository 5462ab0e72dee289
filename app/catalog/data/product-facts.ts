import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';

/** The client and tenant, from a server loader or a staff page. */
type StoreClient = Pick<StoreContext, 'supabase' | 'tenantId'>;

/** Reads a product's stock; null when the store has no such product (docs/product.md, Products). */
export async function readStock({ supabase, tenantId }: StoreClient, id: string): Promise<number | null> {
  const answer = await supabase
    .from('products')
    .select('stock')
    .eq('tenant_id', tenantId)
    .eq('id', id)
    .maybeSingle();
  return dataOf(answer, 'Failed to fetch products')?.stock ?? null;
}

/** Counts a category's products (docs/product.md, Products). */
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
