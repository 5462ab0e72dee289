import { signInPath } from '#app/auth/model.ts';
import { currentUser } from '#app/auth/session.ts';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { authWords } from '#app/messages/en/auth.ts';
import { wishlistWords } from '#app/messages/en/wishlist.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import { addToWishlist, isOnWishlist, listWishlist, removeFromWishlist } from './wishlist-data.ts';
import { useWishlist } from './wishlist-store.ts';

/** Reads a person's wishlist into the page. */
export async function loadWishlist(userId: string): Promise<void> {
  const supabase = await loadSupabase();
  const productIds = await listWishlist(supabase, { tenantId: pageTenant(), userId });
  useWishlist.setState({ userId, productIds: new Set(productIds) });
}

function mark(productId: string, on: boolean): void {
  const productIds = new Set(useWishlist.getState().productIds);
  if (on) productIds.add(productId);
  else productIds.delete(productId);
  useWishlist.setState({ productIds });
}

/**
 * Puts a product on the wishlist or takes it off, and says so. The heart changes at once and changes back when the
 * store refuses. Visitors are asked to sign in: then the answer is where they do that.
 */
export async function toggleWishlist(product: { id: string; name: string }): Promise<{ signIn?: string }> {
  const user = await currentUser();
  if (!user) {
    const auth = pageWords(authWords);
    toast({ title: auth('pleaseSignIn'), description: auth('pleaseSignInWhy') });
    return { signIn: signInPath(location.pathname + location.search) };
  }
  const words = pageWords(wishlistWords);
  const owner = { tenantId: pageTenant(), userId: user.id };
  const { userId, productIds } = useWishlist.getState();
  // Somebody may press before the wishlist is here.
  const known = userId === user.id;
  const on = known
    ? !productIds.has(product.id)
    : !(await isOnWishlist(await loadSupabase(), owner, product.id));
  mark(product.id, on);
  try {
    const supabase = await loadSupabase();
    await (on ? addToWishlist : removeFromWishlist)(supabase, owner, product.id);
    toast({ title: words(on ? 'added' : 'removed'), description: toastName(product.name) });
  } catch {
    mark(product.id, !on);
    toast({ title: words('failed'), description: words('failedWhy'), variant: 'destructive' });
  }
  return {};
}
