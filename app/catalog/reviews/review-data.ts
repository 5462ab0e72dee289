import { dataOf } from '#app/lib/backend-error.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import type { ReviewForm } from './review-form.ts';

/** Whether the signed-in person may review a product: they received it and have not reviewed it yet. */
export async function mayReview(supabase: Supabase, productId: string): Promise<boolean> {
  return dataOf(await supabase.rpc('can_review', { p_product_id: productId })) === true;
}

/** Sends a review; it shows once staff have approved it. */
export async function sendReview(
  supabase: Supabase,
  where: { tenantId: string; productId: string; userId: string },
  { rating, title, body }: ReviewForm,
): Promise<void> {
  const answer = await supabase.from('reviews').insert({
    tenant_id: where.tenantId,
    product_id: where.productId,
    user_id: where.userId,
    rating: Number(rating),
    title,
    body,
  });
  dataOf(answer);
}
