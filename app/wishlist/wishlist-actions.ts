import { signInPath } from '#app/auth/model.ts';
import { pageSession } from '#app/auth/session.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { wishlistTexts } from '#app/i18n/texts/wishlist.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import {
  clearPendingProduct,
  readPendingProduct,
  savePendingProduct,
  type WishlistProduct,
} from './pending-wishlist.ts';
import {
  addToWishlist,
  isOnWishlist,
  listWishlist,
  removeFromWishlist,
  type WishlistOwner,
} from './wishlist-data.ts';
import { useWishlist } from './wishlist-store.ts';

/** SQLSTATE foreign_key_violation. */
const foreignKeyViolation = '23503';

let loading: { userId: string; done: Promise<void> } | undefined;

/** Loads a person's wishlist, after adding what they chose before signing in. */
export function loadWishlist(userId: string): Promise<void> {
  if (loading?.userId !== userId) {
    const done = load(userId).finally(() => {
      loading = undefined;
    });
    loading = { userId, done };
  }
  return loading.done;
}

async function load(userId: string): Promise<void> {
  const supabase = await loadSupabase();
  const owner = { tenantId: pageTenant(), userId };
  const product = readPendingProduct();
  if (product) await addPendingProduct(supabase, owner, product);
  const productIds = await listWishlist(supabase, owner);
  // The person may have signed out meanwhile.
  if (pageSession.getState().user?.id !== userId) return;
  useWishlist.setState({ userId, productIds: new Set(productIds) });
}

/** The number of pending writes, and of writes started or ended so far. */
const writes = { pending: 0, changes: 0 };

/** Reads the products on a wishlist and updates the hearts, unless one was pressed meanwhile: its state is newer. */
export async function readWishlistProducts<Row extends { id: string }>(
  userId: string,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const { pending, changes } = writes;
  const products = await read();
  if (pending === 0 && changes === writes.changes && useWishlist.getState().userId === userId)
    useWishlist.setState({ productIds: new Set(products.map(({ id }) => id)) });
  return products;
}

/** Adds the pending product to the wishlist. It stays pending when the store cannot be reached. */
async function addPendingProduct(
  supabase: Supabase,
  owner: WishlistOwner,
  product: WishlistProduct,
): Promise<void> {
  const t = wishlistTexts();
  try {
    if (!(await isOnWishlist(supabase, owner, product.id))) {
      await addToWishlist(supabase, owner, product.id, product.variantId);
      toast({ title: t('added'), description: toastName(product.name) });
    }
    clearPendingProduct();
  } catch (error) {
    if (error instanceof BackendError && error.code === foreignKeyViolation) clearPendingProduct();
    toast({ title: t('failed'), description: t('failedWhy'), variant: 'destructive' });
  }
}

function mark(productId: string, on: boolean): void {
  const productIds = new Set(useWishlist.getState().productIds);
  if (on) productIds.add(productId);
  else productIds.delete(productId);
  useWishlist.setState({ productIds });
}

/**
 * Adds a product to the wishlist or removes it, and shows a toast. The heart changes at once and reverts on failure. A
 * visitor's product is stored until they sign in.
 * @param on whether to add; decided when the button was pressed
 * @param how `quietly` shows only failures
 * @returns the sign-in path for a visitor
 */
export async function setWishlisted(
  product: WishlistProduct,
  on: boolean,
  how: { quietly?: boolean } = {},
): Promise<{ signIn?: string }> {
  const user = await pageSession.currentUser();
  if (!user) {
    const auth = authTexts();
    toast({ title: auth('pleaseSignIn'), description: auth('pleaseSignInWhy') });
    savePendingProduct(product);
    return { signIn: signInPath(location.pathname + location.search) };
  }
  const t = wishlistTexts();
  const owner = { tenantId: pageTenant(), userId: user.id };
  writes.pending += 1;
  writes.changes += 1;
  try {
    if (useWishlist.getState().userId !== user.id) await loadWishlist(user.id);
    mark(product.id, on);
    const supabase = await loadSupabase();
    if (on) await addToWishlist(supabase, owner, product.id, product.variantId);
    else await removeFromWishlist(supabase, owner, product.id);
    if (readPendingProduct()?.id === product.id) clearPendingProduct();
    if (!how.quietly) toast({ title: t(on ? 'added' : 'removed'), description: toastName(product.name) });
  } catch {
    mark(product.id, !on);
    toast({ title: t('failed'), description: t('failedWhy'), variant: 'destructive' });
  } finally {
    writes.pending -= 1;
    writes.changes += 1;
  }
  return {};
}
