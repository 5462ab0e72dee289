import type { ReactNode } from 'react';
import { href, NavLink } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { accountWords } from '#app/messages/en/account.ts';
import { useWords } from '#app/messages/use-words.ts';
import { classes } from '#app/ui/classes.ts';

/** Heading and navigation that the pages of the account area share. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useWords(accountWords);
  const { features } = useBrand();
  const pages = [
    { to: href('/account'), label: t('profile') },
    { to: href('/account/orders'), label: t('orders') },
    { to: href('/account/addresses'), label: t('addresses') },
    ...(features.wishlist ? [{ to: href('/account/wishlist'), label: t('wishlist') }] : []),
  ];
  return (
    <div className="column grid items-start gap-8 py-section md:grid-cols-[13rem_1fr]">
      <nav aria-label={t('sections')} className="-mx-1 flex gap-1 overflow-x-auto px-1 md:flex-col">
        {pages.map((page) => (
          <NavLink
            key={page.to}
            to={page.to}
            end
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
      <div className="grid min-w-0 max-w-4xl gap-6">
        <h1 className="text-title">{title}</h1>
        {children}
      </div>
    </div>
  );
}
