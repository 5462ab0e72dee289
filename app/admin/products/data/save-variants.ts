import { dataOf } from '#app/lib/backend-error.ts';
import type { Json } from '#app/lib/database.types.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { readProduct, type StoredProduct } from './read-products.ts';

/**
 * Saves all options and variants of a product over the version that was opened, or answers with the newer one that is in the
 * way.
 * @throws Error when the product is gone, BackendError with the refused rows and their column in its hint
 */
export async function saveVariants(
  over: StoredProduct,
  { options, variants }: { options: Json; variants: Json },
): Promise<StoredProduct | null> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('save_product_variants', {
    ...{ p_product_id: over.id, p_version: over.version },
    ...{ p_options: options, p_variants: variants },
  });
  const inWay = answer.error?.details === 'version_conflict';
  if (!inWay) dataOf(answer);
  return conflictOf(!inWay, () => readProduct(over.id));
}
