import { Monitor } from 'lucide-react';
import { href, useSearchParams } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminPrintFloorTexts } from '#app/i18n/texts/admin-print-floor.ts';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { ordersChangeCount } from '../../live/staff-topics.ts';
import { AdminError } from '../../ui/admin-error.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { StoreFilter } from '../../ui/list/store-filter.tsx';
import { changedQuery } from '../../ui/list/url-state.ts';
import { shownStores } from '../../ui/office-stores.ts';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { shopDay } from '../../ui/shop-time.ts';
import { useLiveOrders } from '../data/use-live-orders.ts';
import { OrdersLive } from '../orders-live.tsx';
import type { Route } from './+types/print-floor.route.ts';
import { PrintBoard } from './print-board.tsx';
import { isLate, printCount, printGroups, printJobs } from './print-jobs.ts';
import { PrintQueue } from './print-queue.tsx';
import { readPrintOrders } from './read-print-orders.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: adminPrintFloorTexts()('title'),
  });
}

const capability = pageCapabilities['/admin/orders/print-floor'];

/** The designs to print; `?wall` shows them large, for a wall screen. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireCapability(request, pageCapabilities['/admin/orders/print-floor']);
  const loadedCount = ordersChangeCount();
  return {
    loadedCount,
    wall: url.searchParams.has('wall'),
    orders: await readPrintOrders(shownStores(user, capability, url.searchParams)),
  };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

export default function PrintFloor({ loaderData: { loadedCount, wall, orders } }: Route.ComponentProps) {
  const t = adminPrintFloorTexts();
  const [query] = useSearchParams();
  useLiveOrders({ loadedCount });
  const jobs = printJobs(orders);
  const groups = printGroups(jobs);
  const today = shopDay();
  const late = printCount(jobs.filter(({ due }) => isLate(due, today)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextLink to={`${href('/admin/orders')}?queue=to_print`}>{t('back')}</TextLink>
      <ListHead title={t('title')}>
        <OrdersLive />
        <LinkButton
          to={changedQuery(query, { wall: wall ? '' : 'yes' })}
          variant="outline"
          size="small"
          className="ms-auto"
        >
          <Monitor className="size-4" />
          {t(wall ? 'noWall' : 'wall')}
        </LinkButton>
      </ListHead>
      <StoreFilter capability={capability} />
      <p role="status" className={wall ? 'font-semibold text-2xl' : 'font-semibold'}>
        {jobs.length > 0 ? t('sum', { count: printCount(jobs), late }) : ''}
      </p>
      {jobs.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      ) : wall ? (
        <PrintBoard groups={groups} today={today} />
      ) : (
        <PrintQueue groups={groups} orders={orders} today={today} />
      )}
    </div>
  );
}
