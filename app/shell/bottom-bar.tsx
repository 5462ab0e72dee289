import { Ellipsis, House, type IconNode, ShoppingBag, Store, User } from 'lucide';
import { useState } from 'react';
import { href, NavLink, useLocation } from 'react-router';
import { useCartCount } from '#app/cart/cart-state.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Icon } from '#app/ui/icon.tsx';
import { latePart, OpenedPart } from '#app/ui/part.tsx';
import { Count } from './icon-link.tsx';
import { framePlace } from './links.ts';
import { Remembered } from './remembered.tsx';

const moreSheet = latePart(() => import('./more-sheet.tsx'));

const cell =
  'relative flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem] text-ink-soft aria-[current]:text-link';

type EntryProps = {
  to: string;
  icon: IconNode;
  text: string;
  /** Whether one is on a page below an entry, if not on its own. */
  below: boolean;
  label?: string;
  count?: number;
};

function Entry({ to, icon, text, below, label, count = 0 }: EntryProps) {
  return (
    <NavLink to={to} aria-current={below ? 'true' : 'page'} aria-label={label} className={cell}>
      <span className="relative">
        <Icon of={icon} className="size-5.5" />
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

/** The phone's navigation: Home, Shop, Cart, Account and **More Options**. */
export function BottomBar() {
  const t = useWords(shellWords);
  const count = useCartCount();
  const { pathname } = useLocation();
  const place = framePlace(pathname);
  const below = place.endsWith('/');
  const [more, setMore] = useState(false);
  return (
    <nav
      aria-label={t('quickNavigation')}
      className="fixed inset-x-0 bottom-0 z-40 flex border-t bg-raised pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Remembered by={['bottom bar', place]}>
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
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t('moreOptions')}
          onClick={() => setMore(true)}
          className={cell}
        >
          <Icon of={Ellipsis} className="size-5.5" />
          {t('more')}
        </button>
      </Remembered>
      {more ? <OpenedPart part={moreSheet} props={{ onClose: () => setMore(false) }} /> : null}
    </nav>
  );
}
