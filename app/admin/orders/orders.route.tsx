import { data, replace } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { readSeller } from '#app/store/read-seller.ts';
import { pageMeta } from '#app/store/seo.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { toast } from '#app/ui/toast.ts';
import { ordersChangeCount } from '../live/staff-topics.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { readColleagueNames } from '../ui/assignment/mentions.ts';
import { redirectToLastPage } from '../ui/list/list-page.ts';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { readViews } from '../ui/list/saved-views.ts';
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
} from './data/read-admin-orders.ts';
import { AdminOrder } from './edit/admin-order.tsx';
import { OrderList } from './list/order-list.tsx';
import { orderAddress, orderFilter, printKinds } from './model/order-filter.ts';

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
  await requireCapability(request, pageCapabilities['/admin/orders']);
  const loadedCount = ordersChangeCount();
  const filter = orderFilter(url.searchParams);
  const order = url.searchParams.get('order');
  const print = url.searchParams.get('print');
  const kind = printKinds.find((one) => one === print);
  if (order && kind) {
    const shipment = url.searchParams.get('shipment') ?? '';
    const [orders, seller] = await Promise.all([readOrdersToPrint(order.split(',')), readSeller()]);
    return { show: 'print' as const, kind, shipment, orders, seller };
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
  const [list, slots, views, counts, customer, names] = await Promise.all([
    readAdminOrders(filter),
    readSlotChoices(),
    readViews('orders'),
    readQueueCounts(),
    filter.customer ? readCustomerName(filter.customer) : '',
    readColleagueNames(),
  ]);
  redirectToLastPage(url.searchParams, {
    page: filter.page,
    perPage: ordersPerPage,
    rowCount: list.rows.length,
    count: list.count,
  });
  return {
    show: 'list' as const,
    list: { loadedCount, filter, ...list, slots, views, counts, customer, names },
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
    const { kind, shipment, orders, seller } = loaderData;
    return <PrintSheets kind={kind} shipmentId={shipment} orders={orders} seller={seller} />;
  }
  if (loaderData.show === 'order') return <AdminOrder {...loaderData.found} />;
  return <OrderList {...loaderData.list} />;
}
