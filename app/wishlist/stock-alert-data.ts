import { dataOf } from '#app/lib/backend-error.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import type { WishlistOwner } from './wishlist-data.ts';

/** Whether somebody is to be told when a variant is back in stock. */
export async function hasStockAlert(supabase: Supabase, userId: string, variantId: string): Promise<boolean> {
  const answer = await supabase
    .from('stock_alerts')
    .select('id')
    .eq('user_id', userId)
    .eq('variant_id', variantId)
    .maybeSingle();
  return dataOf(answer) !== null;
}

/** Asks for one mail when a variant is back; asking twice is once. @throws where the account has no email address. */
export async function askForStockAlert(
  supabase: Supabase,
  { tenantId, userId }: WishlistOwner,
  productId: string,
  variantId: string,
) {
  const row = { tenant_id: tenantId, user_id: userId, product_id: productId, variant_id: variantId };
  const onConflict = 'user_id,variant_id';
  dataOf(await supabase.from('stock_alerts').upsert(row, { onConflict, ignoreDuplicates: true }));
}

/** Takes that back. */
export async function removeStockAlert(supabase: Supabase, { userId }: WishlistOwner, variantId: string) {
  dataOf(await supabase.from('stock_alerts').delete().eq('user_id', userId).eq('variant_id', variantId));
}
