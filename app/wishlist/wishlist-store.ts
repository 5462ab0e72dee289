import { create } from 'zustand';

interface WishlistState {
  /** Whose wishlist is known here; null while nobody's is. */
  userId: string | null;
  productIds: ReadonlySet<string>;
}

/** The wishlist of who is signed in, as far as this page knows it. Empty on the server and for visitors. */
export const useWishlist = create<WishlistState>(() => ({ userId: null, productIds: new Set() }));

/** Forgets the wishlist, as after signing out. */
export function forgetWishlist(): void {
  useWishlist.setState({ userId: null, productIds: new Set() });
}
