import { sessionStore } from '#app/auth/session-store.ts';
import { clearWishlist, useWishlist } from './wishlist-store.ts';

let following = false;

/** Loads the wishlist when somebody signs in and clears it when they sign out. Idempotent. */
export function followWishlist(): void {
  if (following) return;
  following = true;
  const follow = () => {
    const { user } = sessionStore.getState();
    if (!user) {
      if (useWishlist.getState().userId) clearWishlist();
    } else if (useWishlist.getState().userId !== user.id) {
      // On a failure hearts stay empty; pressing one shows the error.
      import('./wishlist-actions.ts').then(({ loadWishlist }) => loadWishlist(user.id)).catch(() => {});
    }
  };
  sessionStore.subscribe(follow);
  follow();
}
