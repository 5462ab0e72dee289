import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Whether the person has a stock alert for a variant. */
export async function hasStockAlert(userId: string, variantId: string): Promise<boolean> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('stock_alerts')
    .select('id')
    .eq('user_id', userId)
    .eq('variant_id', variantId)
    .maybeSingle();
  return dataOf(answer) !== null;
}

/** Requests one mail when a variant is back in stock. Idempotent. @throws for an account without an email address */
export async function addStockAlert(userId: string, productId: string, variantId: string): Promise<void> {
  const supabase = await loadSupabase();
  const row = { tenant_id: pageTenant(), user_id: userId, product_id: productId, variant_id: variantId };
  const onConflict = 'user_id,variant_id';
  dataOf(await supabase.from('stock_alerts').upsert(row, { onConflict, ignoreDuplicates: true }));
}

export async function removeStockAlert(userId: string, variantId: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.from('stock_alerts').delete().eq('user_id', userId).eq('variant_id', variantId));
}
