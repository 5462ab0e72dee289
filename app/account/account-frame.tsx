import { type ReactNode, useEffect, useRef } from 'react';
import { href, NavLink } from 'react-router';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import { scrollEntryIntoView, scrollFocusIntoView } from '#app/ui/scroll-row.ts';

interface AccountFrameProps {
  title: string;
  /** Sets the sections side by side on wide screens. */
  columns?: boolean;
  /** Below the heading. */
  text?: string;
  children: ReactNode;
}

/** Heading and navigation of the account pages. */
export function AccountFrame({ title, columns = false, text, children }: AccountFrameProps) {
  const t = accountTexts();
  const { features, points } = useRootData().settings;
  const { account: layout } = useShoppingLook();
  const nav = useRef<HTMLElement>(null);
  // On a phone the navigation scrolls sideways: keep the current page in view.
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav.current && open) scrollEntryIntoView(nav.current, open);
  }, []);
  const pages = [
    { to: href('/account'), label: t('title') },
    { to: href('/account/orders'), label: t('orders') },
    { to: href('/account/addresses'), label: t('addresses') },
    ...(points.enabled ? [{ to: href('/account/points'), label: t('points') }] : []),
    ...(features.wishlist ? [{ to: href('/account/wishlist'), label: t('wishlist') }] : []),
  ];
  return (
    <div className={layout.page}>
      <nav
        ref={nav}
        data-below-header
        aria-label={t('sections')}
        onFocus={scrollFocusIntoView}
        className={classes('relative -mx-1 flex gap-1 overflow-x-auto px-1 md:flex-col', layout.nav)}
      >
        {pages.map((page) => (
          <NavLink
            key={page.to}
            to={page.to}
            end
            // Prefetched, so that the page can show its own message when opened offline.
            prefetch="render"
            className={({ isActive }) =>
              classes('flex min-h-11 shrink-0 items-center', layout.entry, isActive && layout.current)
            }
          >
            {page.label}
          </NavLink>
        ))}
      </nav>
      <div
        className={classes(
          'grid min-w-0 content-start items-start gap-6',
          columns && 'xl:grid-cols-2',
          layout.body,
        )}
      >
        <h1 className={classes('col-span-full wrap-anywhere', layout.title)}>{title}</h1>
        {text ? <p className="col-span-full -mt-3 text-ink-soft text-lg">{text}</p> : null}
        {children}
      </div>
    </div>
  );
}
