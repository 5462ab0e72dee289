import { Ellipsis, House, type LucideIcon, ShoppingBag, Store, User } from 'lucide-react';
import { useState } from 'react';
import { href, NavLink, useLocation } from 'react-router';
import { useCartCount } from '#app/cart/cart-store.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { useOptionalRootData } from '#app/store/root-data.ts';
import { BareButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Count } from '#app/ui/icon-link.tsx';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { DialogLoadFailed } from '#app/ui/load-failed.tsx';

const MoreSheet = lazyWithRetry(() => import('./more-sheet.tsx'), { Failed: DialogLoadFailed });

const cell =
  'relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-ink-soft -outline-offset-2 aria-[current]:font-semibold aria-[current]:text-link';

type EntryProps = {
  to: string;
  icon: LucideIcon;
  text: string;
  /** Whether the current page is below the entry's page. */
  below: boolean;
  label?: string;
  count?: number;
};

function Entry({ to, icon: Icon, text, below, label, count = 0 }: EntryProps) {
  const layout = useOptionalRootData()?.bottomBar;
  return (
    <NavLink
      to={to}
      aria-current={below ? 'true' : 'page'}
      aria-label={label}
      className={classes(cell, layout?.entry)}
    >
      <span className="relative">
        <Icon className="size-5.5" />
        {count > 0 ? (
          <span className="absolute -end-3 -top-2 size-6">
            <Count>{count}</Count>
          </span>
        ) : null}
      </span>
      {text}
    </NavLink>
  );
}

/** Navigation on phones: Home, Shop, Cart, Account and **More Options**. */
export function BottomBar() {
  const t = shellTexts();
  const count = useCartCount();
  const { pathname } = useLocation();
  const below = pathname.lastIndexOf('/') > 0;
  const [more, setMore] = useState(false);
  const layout = useOptionalRootData()?.bottomBar;
  return (
    <nav
      aria-label={t('quickNavigation')}
      className={classes(
        'fixed inset-x-0 bottom-0 z-40 grid grid-cols-5 pb-[env(safe-area-inset-bottom)] in-[:has([data-music-player])]:ps-15 in-[:has([data-chat-launcher])]:pe-15 md:hidden [@media(max-height:32rem)]:in-[:has(:is(input,textarea):focus)]:hidden',
        layout?.bar ?? 'border-t bg-raised',
      )}
    >
      <Entry to={href('/')} icon={House} text={t('home')} below={below} />
      <Entry to={href('/shop')} icon={Store} text={t('shop')} below={below} />
      <Entry
        to={href('/cart')}
        icon={ShoppingBag}
        text={t('cart')}
        below={below}
        label={count > 0 ? t('cartWithCount', { count }) : undefined}
        count={count}
      />
      <Entry to={href('/account')} icon={User} text={t('account')} below={below} />
      <BareButton
        aria-haspopup="dialog"
        aria-label={t('moreOptions')}
        onClick={() => setMore(true)}
        className={classes(cell, layout?.entry)}
      >
        <Ellipsis className="size-5.5" />
        {t('more')}
      </BareButton>
      {more ? <MoreSheet onClose={() => setMore(false)} /> : null}
    </nav>
  );
}
