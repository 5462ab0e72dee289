import { signInPath } from '#app/auth/model.ts';
import { currentUser } from '#app/auth/session.ts';
import { sessionStore } from '#app/auth/session-store.ts';
import authMessages from '#app/i18n/messages/en/auth.json';
import wishlistMessages from '#app/i18n/messages/en/wishlist.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import { clearPendingWish, pendingWish, savePendingWish, type WishedProduct } from './pending-wishlist.ts';
import {
  addToWishlist,
  isOnWishlist,
  listWishlist,
  removeFromWishlist,
  type WishlistOwner,
} from './wishlist-data.ts';
import { useWishlist } from './wishlist-store.ts';

/** SQLSTATE of a reference to a row that is not there. */
const noSuchProduct = '23503';

let loading: { userId: string; done: Promise<void> } | undefined;

/** Reads a person's wishlist into the page, and puts on it what they wished for before they signed in. */
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
  const wish = pendingWish();
  if (wish) await makeTrue(supabase, owner, wish);
  const productIds = await listWishlist(supabase, owner);
  // They may have signed out meanwhile.
  if (sessionStore.getState().user?.id !== userId) return;
  useWishlist.setState({ userId, productIds: new Set(productIds) });
}

/** Wishes that are being stored, and how many began or ended since the page was opened. */
const storing = { now: 0, turns: 0 };

/**
 * Reads the products on a person's wishlist for a page, and has the hearts know of what came from elsewhere. Not over a heart
 * that was pressed meanwhile: what that says is newer.
 */
export async function readWishes<Wished extends { id: string }>(
  userId: string,
  read: () => Promise<Wished[]>,
): Promise<Wished[]> {
  const { now, turns } = storing;
  const products = await read();
  if (now === 0 && turns === storing.turns && useWishlist.getState().userId === userId)
    useWishlist.setState({ productIds: new Set(products.map(({ id }) => id)) });
  return products;
}

/** Puts a kept wish on its list. It is kept for the next page when the store was not reached. */
async function makeTrue(supabase: Supabase, owner: WishlistOwner, wish: WishedProduct): Promise<void> {
  const t = getTranslations('wishlist', wishlistMessages);
  try {
    if (!(await isOnWishlist(supabase, owner, wish.id))) {
      await addToWishlist(supabase, owner, wish.id, wish.variantId);
      toast({ title: t('added'), description: toastName(wish.name) });
    }
    clearPendingWish();
  } catch (error) {
    if (error instanceof BackendError && error.code === noSuchProduct) clearPendingWish();
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
 * Puts a product on the wishlist or takes it off, and says so. The heart changes at once and changes back when the
 * store refuses. Visitors are asked to sign in, and their wish is kept until they have: then the answer is where to.
 * @param on what the pressed button offered, whatever is found out meanwhile.
 * @param how `quietly`: only a failure is said.
 */
export async function wishFor(
  product: WishedProduct,
  on: boolean,
  how: { quietly?: boolean } = {},
): Promise<{ signIn?: string }> {
  const user = await currentUser();
  if (!user) {
    const auth = getTranslations('auth', authMessages);
    toast({ title: auth('pleaseSignIn'), description: auth('pleaseSignInWhy') });
    savePendingWish(product);
    return { signIn: signInPath(location.pathname + location.search) };
  }
  const t = getTranslations('wishlist', wishlistMessages);
  const owner = { tenantId: pageTenant(), userId: user.id };
  storing.now += 1;
  storing.turns += 1;
  try {
    if (useWishlist.getState().userId !== user.id) await loadWishlist(user.id);
    mark(product.id, on);
    const supabase = await loadSupabase();
    if (on) await addToWishlist(supabase, owner, product.id, product.variantId);
    else await removeFromWishlist(supabase, owner, product.id);
    if (pendingWish()?.id === product.id) clearPendingWish();
    if (!how.quietly) toast({ title: t(on ? 'added' : 'removed'), description: toastName(product.name) });
  } catch {
    mark(product.id, !on);
    toast({ title: t('failed'), description: t('failedWhy'), variant: 'destructive' });
  } finally {
    storing.now -= 1;
    storing.turns += 1;
  }
  return {};
}
