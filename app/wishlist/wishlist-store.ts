import { create } from 'zustand';

interface WishlistState {
  /** Owner of the loaded wishlist; null while none is loaded. */
  userId: string | null;
  productIds: ReadonlySet<string>;
}

/** The signed-in person's wishlist. Empty on the server and for visitors. */
export const useWishlist = create<WishlistState>(() => ({ userId: null, productIds: new Set() }));

/** Clears the wishlist, after a sign-out. */
export function clearWishlist(): void {
  useWishlist.setState({ userId: null, productIds: new Set() });
}
