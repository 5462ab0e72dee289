import { type ReactNode, useEffect, useRef } from 'react';
import { href, NavLink } from 'react-router';
import accountMessages from '#app/i18n/messages/en/account.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';

/** Heading and navigation that the pages of the account area share. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('account', accountMessages);
  const { features, points } = useRootData().settings;
  const nav = useRef<HTMLElement>(null);
  const page = useKeptFocus<HTMLDivElement>(title);
  // On a phone the pages stand in one row: the open one is brought into sight.
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (open) nav.current?.scrollTo({ left: open.offsetLeft - 16 });
  }, []);
  const pages = [
    { to: href('/account'), label: t('title') },
    { to: href('/account/orders'), label: t('orders') },
    { to: href('/account/addresses'), label: t('addresses') },
    ...(points.enabled ? [{ to: href('/account/points'), label: t('points') }] : []),
    ...(features.wishlist ? [{ to: href('/account/wishlist'), label: t('wishlist') }] : []),
  ];
  return (
    <div className="column grid items-start gap-8 py-section md:grid-cols-[13rem_1fr]">
      <nav
        ref={nav}
        aria-label={t('sections')}
        className="relative -mx-1 flex gap-1 overflow-x-auto px-1 md:flex-col"
      >
        {pages.map((page) => (
          <NavLink
            key={page.to}
            to={page.to}
            end
            // Loaded beforehand, a page that is opened without a connection can say so itself.
            prefetch="render"
            className={({ isActive }) =>
              classes(
                'flex min-h-11 shrink-0 items-center rounded-field px-4',
                isActive ? 'bg-tint font-semibold text-on-tint' : 'hover:bg-sunken',
              )
            }
          >
            {page.label}
          </NavLink>
        ))}
      </nav>
      <div ref={page} className="grid min-w-0 max-w-4xl gap-6">
        <h1 className="text-title">{title}</h1>
        {children}
      </div>
    </div>
  );
}
