import { data, href, redirectDocument, replace } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { isAllStores, mayIn, officeStores } from '#app/auth/office-stores.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { readLetterheads } from '#app/store/read-letterheads.ts';
import { pageMeta } from '#app/store/seo.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { toast } from '#app/ui/toast.ts';
import { ordersChangeCount } from '../live/staff-topics.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { readColleagueNames } from '../ui/assignment/mentions.ts';
import { redirectToLastPage } from '../ui/list/list-page.ts';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { readViews } from '../ui/list/saved-views.ts';
import { rowAddress, shownStores } from '../ui/office-stores.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/orders.route.ts';
import {
  ordersPerPage,
  readAdminOrder,
  readAdminOrders,
  readCustomerName,
  readNeighbour,
  readOrdersToPrint,
  readQueueCounts,
  readSlotChoices,
  readStoreOfOrder,
} from './data/read-admin-orders.ts';
import { AdminOrder } from './edit/admin-order.tsx';
import { OrderList } from './list/order-list.tsx';
import { orderAddress, orderFilter, printKinds } from './model/order-filter.ts';
import { readTagsInUse } from './tags/tag-calls.ts';

/** Lazy, because the sheets bundle the barcode library. */
const PrintSheets = lazyWithRetry(() => import('./print/print-sheets.tsx'), { Waiting: ListSkeleton });

export function meta(args: Route.MetaArgs) {
  const loaded = args.loaderData;
  const name =
    loaded?.show === 'order'
      ? ordersTexts()('order', { number: loaded.found.order.number })
      : adminOrdersTexts()('title');
  return pageMeta(args, { name });
}

const translate = () => adminOrdersTexts();

/** The list of orders; `?order={id}` opens one, `&print=slip` or another kind shows printable sheets. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const capability = pageCapabilities['/admin/orders'];
  const user = await requireCapability(request, pageCapabilities['/admin/orders']);
  const stores = shownStores(user, capability, url.searchParams);
  const loadedCount = ordersChangeCount();
  const filter = orderFilter(url.searchParams);
  const order = url.searchParams.get('order');
  const print = url.searchParams.get('print');
  const kind = printKinds.find((one) => one === print);
  // Sheets have addresses in full.
  const printing = stores.filter((tenantId) => mayIn(user, tenantId, 'customers.see_contact'));
  if (order && kind && printing.length > 0) {
    const shipment = url.searchParams.get('shipment') ?? '';
    const [orders, letterheads] = await Promise.all([
      readOrdersToPrint(printing, order.split(',')),
      readLetterheads(printing),
    ]);
    return { show: 'print' as const, kind, shipment, orders, letterheads };
  }
  if (order && isAllStores()) {
    const tenantId = await readStoreOfOrder(stores, order);
    if (!tenantId) throw data(null, { status: 404 });
    throw redirectDocument(rowAddress(tenantId, href('/admin/orders') + url.search));
  }
  const beside = url.searchParams.get('beside');
  if (order && (beside === 'newer' || beside === 'older')) {
    const next = await readNeighbour(order, beside, filter);
    if (!next) toast({ title: translate()(beside === 'newer' ? 'noNewer' : 'noOlder') });
    throw replace(orderAddress(url.searchParams, next ?? order));
  }
  if (order) {
    const found = await readAdminOrder(order);
    if (!found) throw data(null, { status: 404 });
    return { show: 'order' as const, found: { ...found, loadedCount } };
  }
  const [list, slots, views, counts, customer, names, tags] = await Promise.all([
    readAdminOrders(stores, filter),
    // Slots are each store's own.
    stores.length === 1 ? readSlotChoices(stores[0] ?? '') : null,
    readViews('orders'),
    readQueueCounts(officeStores(user, capability)),
    filter.customer ? readCustomerName(stores, filter.customer) : '',
    readColleagueNames(),
    readTagsInUse(stores),
  ]);
  redirectToLastPage(url.searchParams, {
    page: filter.page,
    perPage: ordersPerPage,
    rowCount: list.rows.length,
    count: list.count,
  });
  return {
    show: 'list' as const,
    list: { loadedCount, stores, filter, ...list, slots, views, counts, customer, names, tags },
  };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError of="order" />;
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  if (loaderData.show === 'print') {
    const { kind, shipment, orders, letterheads } = loaderData;
    return <PrintSheets kind={kind} shipmentId={shipment} orders={orders} letterheads={letterheads} />;
  }
  if (loaderData.show === 'order') return <AdminOrder {...loaderData.found} />;
  return <OrderList {...loaderData.list} />;
}
