import {
  CalendarClock,
  ChartLine,
  ClipboardList,
  Contact,
  Gauge,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Package,
  Settings,
  Users,
} from 'lucide-react';
import { href } from 'react-router';
import type { SessionUser } from '#app/auth/model.ts';
import type adminMessages from '#app/i18n/messages/en/admin.json';
import type { Crumb } from '#app/ui/breadcrumb.tsx';
import { listLeft } from './list/list-left.ts';

type PageWord = Extract<
  keyof typeof adminMessages,
  | 'dashboard'
  | 'products'
  | 'customers'
  | 'orders'
  | 'reports'
  | 'content'
  | 'deliverySlots'
  | 'settings'
  | 'users'
  | 'slowQueries'
  | 'newProduct'
  | 'editProduct'
  | 'oneOrder'
  | 'oneCustomer'
>;
type Say = (key: 'title' | PageWord) => string;

type AdminPage = {
  to: string;
  word: PageWord;
  icon: LucideIcon;
  /** Whether only super admins may open it. */
  superOnly?: true;
  /** Not in the navigation: another page leads there. */
  unlisted?: true;
};

/** Every page of the back office, in the order of its navigation. */
const pages: AdminPage[] = [
  { to: href('/admin/dashboard'), word: 'dashboard', icon: LayoutDashboard },
  { to: href('/admin/orders'), word: 'orders', icon: ClipboardList },
  { to: href('/admin/products'), word: 'products', icon: Package },
  { to: href('/admin/customers'), word: 'customers', icon: Contact },
  { to: href('/admin/reports'), word: 'reports', icon: ChartLine },
  { to: href('/admin/content'), word: 'content', icon: Megaphone },
  { to: href('/admin/delivery-slots'), word: 'deliverySlots', icon: CalendarClock },
  { to: href('/admin/settings'), word: 'settings', icon: Settings },
  { to: href('/admin/users'), word: 'users', icon: Users, superOnly: true },
  { to: href('/admin/slow-queries'), word: 'slowQueries', icon: Gauge, superOnly: true, unlisted: true },
];

/** The pages of the back office that its navigation leads somebody to. */
export function adminPages(role: SessionUser['role']): AdminPage[] {
  return pages.filter((page) => !page.unlisted && (!page.superOnly || role === 'super_admin'));
}

/** Pages that show one of their things instead of the list, by the parameter that names it. */
const things: Record<string, { name: string; word: PageWord }> = {
  [href('/admin/orders')]: { name: 'order', word: 'oneOrder' },
  [href('/admin/customers')]: { name: 'customer', word: 'oneCustomer' },
};

/** The list of a page that shows one of its things, as it was when that was opened. */
function listOf(to: string, query: URLSearchParams, thing: string): string {
  const list = new URLSearchParams(query);
  list.delete(thing);
  list.delete('print');
  return list.size > 0 ? `${to}?${list}` : to;
}

/** Where somebody is, as the router says it. */
type Whereabouts = { pathname: string; search: string; state: unknown };

/** The way to a page of the back office; the page itself comes last. */
export function adminCrumbs({ pathname, search, state }: Whereabouts, say: Say): Crumb[] {
  const home = { label: say('title'), to: href('/admin/dashboard') };
  const page = pages.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  if (!page) return [home];
  const query = new URLSearchParams(search);
  const thing = things[pathname];
  if (thing && query.get(thing.name)) {
    const list = { label: say(page.word), to: listOf(page.to, query, thing.name) };
    return [home, list, { label: say(thing.word) }];
  }
  if (pathname === page.to) return [home, { label: say(page.word) }];
  const last = pathname.startsWith(`${page.to}/new`) ? 'newProduct' : 'editProduct';
  return [home, { label: say(page.word), to: `${page.to}${listLeft(state)}` }, { label: say(last) }];
}
