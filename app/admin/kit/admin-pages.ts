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
type Translate = (key: 'title' | PageWord) => string;

type AdminPage = {
  to: string;
  labelKey: PageWord;
  icon: LucideIcon;
  /** Super admins only. */
  superOnly?: true;
  /** Not in the navigation; another page links to it. */
  hidden?: true;
};

/** All pages of the back office in navigation order. */
const pages: AdminPage[] = [
  { to: href('/admin/dashboard'), labelKey: 'dashboard', icon: LayoutDashboard },
  { to: href('/admin/orders'), labelKey: 'orders', icon: ClipboardList },
  { to: href('/admin/products'), labelKey: 'products', icon: Package },
  { to: href('/admin/customers'), labelKey: 'customers', icon: Contact },
  { to: href('/admin/reports'), labelKey: 'reports', icon: ChartLine },
  { to: href('/admin/content'), labelKey: 'content', icon: Megaphone },
  { to: href('/admin/delivery-slots'), labelKey: 'deliverySlots', icon: CalendarClock },
  { to: href('/admin/settings'), labelKey: 'settings', icon: Settings },
  { to: href('/admin/users'), labelKey: 'users', icon: Users, superOnly: true },
  { to: href('/admin/slow-queries'), labelKey: 'slowQueries', icon: Gauge, superOnly: true, hidden: true },
];

/** Returns the navigation pages for a role. */
export function adminPages(role: SessionUser['role']): AdminPage[] {
  return pages.filter((page) => !page.hidden && (!page.superOnly || role === 'super_admin'));
}

/** Pages that show one entity instead of the list, by the parameter with its id. */
const things: Record<string, { name: string; labelKey: PageWord }> = {
  [href('/admin/orders')]: { name: 'order', labelKey: 'oneOrder' },
  [href('/admin/customers')]: { name: 'customer', labelKey: 'oneCustomer' },
};

/** Returns the list that an entity's page was opened from. */
function listOf(to: string, query: URLSearchParams, thing: string): string {
  const list = new URLSearchParams(query);
  list.delete(thing);
  list.delete('print');
  return list.size > 0 ? `${to}?${list}` : to;
}

/** The parts of the router's location that breadcrumbs need. */
type PageLocation = { pathname: string; search: string; state: unknown };

/** Returns the breadcrumbs of a page, ending with the page itself. */
export function adminCrumbs({ pathname, search, state }: PageLocation, t: Translate): Crumb[] {
  const home = { label: t('title'), to: href('/admin/dashboard') };
  const page = pages.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  if (!page) return [home];
  const query = new URLSearchParams(search);
  const thing = things[pathname];
  if (thing && query.get(thing.name)) {
    const list = { label: t(page.labelKey), to: listOf(page.to, query, thing.name) };
    return [home, list, { label: t(thing.labelKey) }];
  }
  if (pathname === page.to) return [home, { label: t(page.labelKey) }];
  const last = pathname.startsWith(`${page.to}/new`) ? 'newProduct' : 'editProduct';
  return [home, { label: t(page.labelKey), to: `${page.to}${listLeft(state)}` }, { label: t(last) }];
}
