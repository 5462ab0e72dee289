import { create } from 'zustand';
import { sessionStore } from '#app/auth/session.ts';

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

let following = false;

/** Keeps the wishlist in step with the session. Costs nothing while nobody is signed in; safe to call many times. */
export function followWishlist(): void {
  if (following) return;
  following = true;
  const follow = () => {
    const { user } = sessionStore.getState();
    if (!user) {
      if (useWishlist.getState().userId) forgetWishlist();
    } else if (useWishlist.getState().userId !== user.id) {
      // Where the list cannot be read, hearts stay empty and pressing one tells why.
      import('./wishlist-actions.ts').then(({ loadWishlist }) => loadWishlist(user.id)).catch(() => {});
    }
  };
  sessionStore.subscribe(follow);
  follow();
}
