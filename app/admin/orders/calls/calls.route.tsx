import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminCallsTexts } from '#app/i18n/texts/admin-calls.ts';
import { pageMeta } from '#app/store/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { ordersChangeCount } from '../../live/staff-topics.ts';
import { AdminError } from '../../ui/admin-error.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { StoreFilter } from '../../ui/list/store-filter.tsx';
import { shownStores } from '../../ui/office-stores.ts';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { useLiveOrders } from '../data/use-live-orders.ts';
import { OrdersLive } from '../orders-live.tsx';
import type { Route } from './+types/calls.route.ts';
import { CallCard } from './call-card.tsx';
import { claimCall } from './calls-data.ts';
import { useClaim } from './use-claim.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminCallsTexts()('title') });
}

const capability = pageCapabilities['/admin/calls'];

/** The next order to confirm by telephone, which nobody else is given meanwhile. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireCapability(request, pageCapabilities['/admin/calls']);
  const loadedCount = ordersChangeCount();
  return { loadedCount, ...(await claimCall(shownStores(user, capability, url.searchParams))) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

export default function Calls({
  loaderData: { loadedCount, call, waiting, nextDueAt },
}: Route.ComponentProps) {
  const t = adminCallsTexts();
  useLiveOrders({ loadedCount, ...(call && { orderId: call.order.id }) });
  useClaim(call?.order.id ?? null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListHead title={t('title')}>
        <OrdersLive />
      </ListHead>
      <StoreFilter capability={capability} />
      <p role="status" className="font-semibold">
        {call ? t('waiting', { count: waiting }) : ''}
      </p>
      {call ? (
        <CallCard key={call.order.id} call={call} />
      ) : (
        <EmptyState
          title={t('none')}
          action={
            isAllStores() ? undefined : (
              <TextLink to={`${href('/admin/settings')}?tab=orders`}>{t('rules')}</TextLink>
            )
          }
        >
          {nextDueAt ? t('nextAt', { time: formatDateTime(nextDueAt) }) : t('noneWhy')}
        </EmptyState>
      )}
    </div>
  );
}
