import {
  BookCheck,
  CalendarClock,
  ChartLine,
  ClipboardList,
  Contact,
  DoorOpen,
  Gauge,
  LayoutDashboard,
  ListChecks,
  ListX,
  type LucideIcon,
  Megaphone,
  Package,
  PhoneCall,
  Printer,
  ScanBarcode,
  Settings,
  Stamp,
  Sunrise,
  Trash2,
  Users,
} from 'lucide-react';
import { href } from 'react-router';
import { may, type SessionUser } from '#app/auth/model.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import type englishAdmin from '#app/i18n/texts/en/admin.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import type { Crumb } from '#app/ui/breadcrumb.tsx';
import { listLeft } from './list/url-state.ts';
import { listOfAllStores, listParam } from './office-stores.ts';
import { pageCapabilities } from './page-capabilities.ts';

type LabelKey = PlainKey<typeof englishAdmin>;

type AdminPage = {
  to: keyof typeof pageCapabilities;
  /** Shows all stores together in the office of all stores; other pages are each store's own. */
  allStores?: true;
  labelKey: LabelKey;
  icon: LucideIcon;
  /** Not in the navigation; another page links to it. */
  hidden?: true;
  /** In the navigation of people who lack this capability, of the page that links to it. */
  unless?: Capability;
};

/** All pages of the back office in navigation order. */
const pages: AdminPage[] = [
  { to: '/admin/dashboard', labelKey: 'dashboard', icon: LayoutDashboard },
  { to: '/admin/morning', labelKey: 'morning', icon: Sunrise, allStores: true },
  { to: '/admin/orders', labelKey: 'orders', icon: ClipboardList, allStores: true },
  { to: '/admin/orders/scan', labelKey: 'scan', icon: ScanBarcode, allStores: true },
  {
    to: '/admin/orders/print-floor',
    labelKey: 'printFloor',
    icon: Printer,
    allStores: true,
    unless: 'orders.see',
  },
  { to: '/admin/calls', labelKey: 'calls', icon: PhoneCall, allStores: true },
  { to: '/admin/products', labelKey: 'products', icon: Package, allStores: true },
  { to: '/admin/customers', labelKey: 'customers', icon: Contact, allStores: true },
  { to: '/admin/requests', labelKey: 'requests', icon: Stamp, allStores: true },
  { to: '/admin/close-day', labelKey: 'closeDay', icon: BookCheck, allStores: true },
  { to: '/admin/reports', labelKey: 'reports', icon: ChartLine, allStores: true },
  { to: '/admin/content', labelKey: 'content', icon: Megaphone },
  { to: '/admin/delivery-slots', labelKey: 'deliverySlots', icon: CalendarClock },
  { to: '/admin/settings', labelKey: 'settings', icon: Settings },
  { to: '/admin/users', labelKey: 'users', icon: Users },
  { to: '/admin/setup', labelKey: 'setup', icon: ListChecks, hidden: true },
  { to: '/admin/doors', labelKey: 'doors', icon: DoorOpen, hidden: true },
  { to: '/admin/demo', labelKey: 'demo', icon: Trash2, hidden: true },
  { to: '/admin/slow-queries', labelKey: 'slowQueries', icon: Gauge, hidden: true },
  {
    to: '/admin/failed-jobs',
    labelKey: 'failedJobs',
    icon: ListX,
    hidden: true,
  },
];

/** Paths of the pages that show all stores together. */
export const allStorePages: ReadonlySet<string> = new Set([
  '/admin/for-me',
  '/admin/orders/drafts',
  ...pages.filter(({ allStores }) => allStores).map(({ to }) => to),
]);

/** Returns the navigation pages that a person may see. */
export function adminPages(user: SessionUser | null): AdminPage[] {
  return pages.filter(
    ({ to, allStores, hidden, unless }) =>
      !hidden &&
      (allStores || !isAllStores()) &&
      may(user, pageCapabilities[to]) &&
      !(unless && may(user, unless)),
  );
}

/** Pages that show one entity instead of the list when `param` has its id. */
const entityPages: Record<string, { param: string; labelKey: LabelKey }> = {
  [href('/admin/orders')]: { param: 'order', labelKey: 'oneOrder' },
  [href('/admin/customers')]: { param: 'customer', labelKey: 'oneCustomer' },
};

/** Pages below a list that do not show one of its entities. */
const subPages: Record<string, LabelKey> = {
  [href('/admin/orders/new')]: 'newOrder',
  [href('/admin/orders/drafts')]: 'drafts',
  [href('/admin/orders/settlements')]: 'settlements',
  [href('/admin/orders/transfers')]: 'transfers',
  [href('/admin/orders/online-payments')]: 'onlinePayments',
  [href('/admin/orders/imports')]: 'imports',
  [href('/admin/orders/print-floor')]: 'printFloor',
  [href('/admin/orders/scan')]: 'scan',
  [href('/admin/reports/months')]: 'months',
  [href('/admin/settings/copy-to-stores')]: 'copyToStores',
  [href('/admin/settings/messages')]: 'messageWords',
  [href('/admin/setup/stores')]: 'setupStores',
  [href('/admin/setup/business')]: 'setupBusiness',
  [href('/admin/setup/domain')]: 'setupDomain',
  [href('/admin/setup/delivery')]: 'setupDelivery',
  [href('/admin/setup/payment')]: 'setupPayment',
  [href('/admin/setup/messages')]: 'setupMessages',
  [href('/admin/setup/policies')]: 'setupPolicies',
  [href('/admin/setup/products')]: 'setupProducts',
  [href('/admin/setup/test-order')]: 'setupTestOrder',
  [href('/admin/setup/open')]: 'setupOpen',
};

/** The parts of the router's location that breadcrumbs need. */
type PageLocation = { pathname: string; search: string; state: unknown };

/** Parameters of an opened order, and of an opened conversation, which its list does not have. */
const withinEntity = ['print', 'shipment', 'beside', 'conversation', 'imported'];

/** Returns the breadcrumbs of a page, ending with the page itself; a row that was opened from a list of all stores leads back to it. */
export function adminCrumbs(
  { pathname, search, state }: PageLocation,
  t: (key: LabelKey) => string,
): Crumb[] {
  const home = { label: t('title'), to: href('/admin/dashboard') };
  if (pathname === href('/admin/for-me')) return [home, { label: t('forMe') }];
  const page = pages.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  if (!page) return [home];
  const query = new URLSearchParams(search);
  const entity = entityPages[pathname];
  const isEntity = Boolean(entity && query.get(entity.param));
  const listQuery = new URLSearchParams(search);
  for (const name of [...(entity ? [entity.param] : []), ...withinEntity]) listQuery.delete(name);
  const address = listOfAllStores(page.to, listQuery);
  listQuery.delete(listParam);
  const start: Crumb[] = address ? [home, { label: t('allStores'), address }] : [home];
  if (entity && isEntity) {
    const list = listQuery.size > 0 ? `${page.to}?${listQuery}` : page.to;
    return [...start, { label: t(page.labelKey), to: list }, { label: t(entity.labelKey) }];
  }
  if (pathname === page.to) return [...start, { label: t(page.labelKey) }];
  const last = subPages[pathname] ?? (pathname.startsWith(`${page.to}/new`) ? 'newProduct' : 'editProduct');
  return [...start, { label: t(page.labelKey), to: `${page.to}${listLeft(state)}` }, { label: t(last) }];
}
