import { dataOf } from '#app/lib/backend-error.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { cardWithCategory } from '#app/product/card-columns.ts';
import { optionColumns, variantFields } from '#app/product/variants.ts';

/** A person's wishlist in one store. */
export interface WishlistOwner {
  tenantId: string;
  userId: string;
}

/** Ids of the products on a wishlist, latest first. */
export async function listWishlist(supabase: Supabase, owner: WishlistOwner): Promise<string[]> {
  const answer = await supabase
    .from('wishlists')
    .select('product_id')
    .eq('tenant_id', owner.tenantId)
    .eq('user_id', owner.userId)
    .order('created_at', { ascending: false });
  return dataOf(answer).map((row) => row.product_id);
}

/** Whether a product is on a wishlist. */
export async function isOnWishlist(supabase: Supabase, owner: WishlistOwner, productId: string) {
  const answer = await supabase
    .from('wishlists')
    .select('id')
    .eq('tenant_id', owner.tenantId)
    .eq('user_id', owner.userId)
    .eq('product_id', productId)
    .maybeSingle();
  return dataOf(answer) !== null;
}

/** Adds a product to a wishlist, optionally in a variant. Idempotent. */
export async function addToWishlist(
  supabase: Supabase,
  owner: WishlistOwner,
  productId: string,
  variantId: string | null = null,
) {
  const row = {
    tenant_id: owner.tenantId,
    user_id: owner.userId,
    product_id: productId,
    variant_id: variantId,
  };
  const onConflict = 'user_id,tenant_id,product_id';
  dataOf(await supabase.from('wishlists').upsert(row, { onConflict, ignoreDuplicates: true }));
}

export async function removeFromWishlist(supabase: Supabase, owner: WishlistOwner, productId: string) {
  const answer = await supabase
    .from('wishlists')
    .delete()
    .eq('tenant_id', owner.tenantId)
    .eq('user_id', owner.userId)
    .eq('product_id', productId);
  dataOf(answer);
}

/** The products on a wishlist with their variants, latest first; without products that are no longer sold. */
export async function readWishlistRows(supabase: Supabase, owner: WishlistOwner) {
  const answer = await supabase
    .from('wishlists')
    .select(
      `product:products!inner(${cardWithCategory}, restocks, ${optionColumns}), variant:product_variants(${variantFields})`,
    )
    .eq('tenant_id', owner.tenantId)
    .eq('user_id', owner.userId)
    .order('created_at', { ascending: false });
  return dataOf(answer, 'Failed to fetch products').map(({ product, variant }) => ({
    ...product,
    product_variants: variant ? [variant] : [],
  }));
}
