import { sessionStore } from '#app/auth/session-store.ts';
import { forgetWishlist, useWishlist } from './wishlist-store.ts';

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
