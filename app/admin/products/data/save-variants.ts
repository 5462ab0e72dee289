import { dataOf } from '#app/lib/backend-error.ts';
import type { Json } from '#app/lib/database.types.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { readProduct, type StoredProduct } from './read-products.ts';

/**
 * Saves all options and variants of a product over the version that was opened; returns the newer version on
 * a conflict.
 * @throws Error when the product was deleted, BackendError with the refused rows and column in its hint
 */
export async function saveVariants(
  base: StoredProduct,
  { options, variants }: { options: Json; variants: Json },
): Promise<StoredProduct | null> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('save_product_variants', {
    ...{ p_product_id: base.id, p_version: base.version },
    ...{ p_options: options, p_variants: variants },
  });
  const isConflict = answer.error?.details === 'version_conflict';
  if (!isConflict) dataOf(answer);
  return conflictOf(!isConflict, () => readProduct(base.id));
}
