import { dataOf } from '#app/lib/backend-error.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import type { WishlistOwner } from './wishlist-data.ts';

/** Whether the person has a stock alert for a variant. */
export async function hasStockAlert(supabase: Supabase, userId: string, variantId: string): Promise<boolean> {
  const answer = await supabase
    .from('stock_alerts')
    .select('id')
    .eq('user_id', userId)
    .eq('variant_id', variantId)
    .maybeSingle();
  return dataOf(answer) !== null;
}

/** Requests one mail when a variant is back in stock. Idempotent. @throws for an account without an email address */
export async function addStockAlert(
  supabase: Supabase,
  { tenantId, userId }: WishlistOwner,
  productId: string,
  variantId: string,
) {
  const row = { tenant_id: tenantId, user_id: userId, product_id: productId, variant_id: variantId };
  const onConflict = 'user_id,variant_id';
  dataOf(await supabase.from('stock_alerts').upsert(row, { onConflict, ignoreDuplicates: true }));
}

export async function removeStockAlert(supabase: Supabase, { userId }: WishlistOwner, variantId: string) {
  dataOf(await supabase.from('stock_alerts').delete().eq('user_id', userId).eq('variant_id', variantId));
}
