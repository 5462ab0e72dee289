import { href } from 'react-router';
import type { SessionUser } from '#app/auth/model.ts';
import type { adminWords } from '#app/messages/en/admin.ts';
import type { Crumb } from '#app/ui/breadcrumb.tsx';

type Word = keyof typeof adminWords;
type Say = (key: 'title' | PageWord) => string;
type PageWord = Extract<
  Word,
  'dashboard' | 'products' | 'orders' | 'users' | 'settings' | 'newProduct' | 'editProduct'
>;

export type AdminPage = { to: string; word: PageWord };

/** The pages of the back office that somebody may open, in the order of its navigation. */
export function adminPages(role: SessionUser['role']): AdminPage[] {
  const pages: AdminPage[] = [
    { to: href('/admin/dashboard'), word: 'dashboard' },
    { to: href('/admin/products'), word: 'products' },
    { to: href('/admin/orders'), word: 'orders' },
    { to: href('/admin/settings'), word: 'settings' },
  ];
  return role === 'super_admin' ? [...pages, { to: href('/admin/users'), word: 'users' }] : pages;
}

/** The way to a page of the back office; the page itself comes last. */
export function adminCrumbs(pathname: string, say: Say): Crumb[] {
  const home = { label: say('title'), to: href('/admin/dashboard') };
  const page = adminPages('super_admin').find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  if (!page) return [home];
  if (pathname === page.to) return [home, { label: say(page.word) }];
  const last = pathname.startsWith(`${page.to}/new`) ? 'newProduct' : 'editProduct';
  return [home, { label: say(page.word), to: page.to }, { label: say(last) }];
}
