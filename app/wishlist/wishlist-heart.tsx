import { Heart } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { pageSession } from '#app/auth/session.ts';
import { wishlistTexts } from '#app/i18n/texts/wishlist.ts';
import { useRootData } from '#app/store/root-data.ts';
import { BareButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { toast } from '#app/ui/toast.ts';
import { clearWishlist, useWishlist } from './wishlist-store.ts';

type WishlistHeartProps = {
  productId: string;
  name: string;
  /** The chosen variant. */
  variantId?: string | undefined;
  /** A round button over a picture, or a button beside **Add to cart** without the product's name. */
  look?: 'over-picture' | 'beside-button';
};

const looks = {
  'over-picture': { button: 'size-11', icon: 'size-9 rounded-full bg-raised/85' },
  'beside-button': {
    button: 'stroked size-14 shrink-0 rounded-control border-line-strong hover:bg-sunken',
    icon: '',
  },
};

let syncing = false;

/** The heart button: toggles the wishlist, or leads visitors to the sign-in page (docs/product.md, Roles). */
export function WishlistHeart({ productId, name, variantId, look = 'over-picture' }: WishlistHeartProps) {
  const t = wishlistTexts();
  const { features } = useRootData().settings;
  const on = useWishlist((state) => state.productIds.has(productId));
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  useEffect(syncWishlist, []);

  if (!features.wishlist) return null;
  const toggle = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { setWishlisted } = await import('./wishlist-actions.ts');
      const { signIn } = await setWishlisted({ id: productId, name, variantId }, !on);
      if (signIn) await navigate(signIn);
    } catch {
      toast({ title: t('failed'), description: t('failedWhy'), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  const isBesideButton = look === 'beside-button';
  const label = isBesideButton ? t(on ? 'remove' : 'add') : t(on ? 'removeNamed' : 'addNamed', { name });
  return (
    <BareButton
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={toggle}
      className={classes('grid place-items-center text-ink transition hover:text-link', looks[look].button)}
    >
      <span className={classes('grid place-items-center', looks[look].icon)}>
        <Heart className={classes('size-5', on && 'fill-current text-link')} />
      </span>
    </BareButton>
  );
}

/** Loads the wishlist when somebody signs in and clears it when they sign out. Idempotent. */
function syncWishlist(): void {
  if (syncing) return;
  syncing = true;
  const sync = () => {
    const { user } = pageSession.getState();
    if (!user) {
      if (useWishlist.getState().userId) clearWishlist();
    } else if (useWishlist.getState().userId !== user.id) {
      // On a failure hearts stay empty; pressing one shows the error.
      import('./wishlist-actions.ts').then(({ loadWishlist }) => loadWishlist(user.id)).catch(() => {});
    }
  };
  pageSession.subscribe(sync);
  sync();
}
