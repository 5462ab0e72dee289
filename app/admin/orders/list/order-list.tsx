import { Ellipsis } from 'lucide-react';
import { useMemo } from 'react';
import { href, Link, useSearchParams } from 'react-router';
import { may } from '#app/auth/model.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { formatPounds } from '#app/lib/money.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Switch } from '#app/ui/choice.tsx';
import { DropdownItem, DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { allStorePages } from '../../ui/admin-pages.ts';
import { InStoreButton } from '../../ui/in-store-button.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { type SavedView, viewOf } from '../../ui/list/saved-views.ts';
import { StoreFilter } from '../../ui/list/store-filter.tsx';
import { ViewToolbar } from '../../ui/list/views.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import {
  type AdminOrderRow,
  ordersPerPage,
  type QueueCounts,
  readAllAdminOrders,
  type readSlotChoices,
} from '../data/read-admin-orders.ts';
import { useLiveOrders } from '../data/use-live-orders.ts';
import { defaultOrderSort, isFiltered, type OrderFilter } from '../model/order-filter.ts';
import { orderQueues } from '../model/queues.ts';
import { OrdersLive } from '../orders-live.tsx';
import type { TagInUse } from '../tags/tag-calls.ts';
import { OrderBulkBar } from './order-bulk-bar.tsx';
import { type OrderRow, useOrderColumns } from './order-columns.tsx';
import { OrderFilters } from './order-filters.tsx';
import { setOrderSound, useOrderSound } from './order-sound.ts';
import { QueueBulkBar } from './queue-bulk-bar.tsx';

type OrderListProps = {
  /** Value of `ordersChangeCount` before loading. */
  loadedCount: number;
  /** Ids of the stores whose orders are listed. */
  stores: readonly string[];
  filter: OrderFilter;
  rows: AdminOrderRow[];
  count: number;
  /** Null for orders of several stores. */
  slots: Awaited<ReturnType<typeof readSlotChoices>> | null;
  views: SavedView[];
  counts: QueueCounts;
  customer: string;
  /** The tags in use on the stores' orders. */
  tags: readonly TagInUse[];
  /** Names of the people who see the store's orders, by id. */
  names: Readonly<Record<string, string>>;
};

const assigneeOf = ({ assignments }: AdminOrderRow, names: OrderListProps['names']): string =>
  (assignments && names[assignments.user_id]) || '';

const rowId = ({ id }: OrderRow) => id;

const sumOf = (counts: QueueCounts) => counts.reduce((sum, { orders }) => sum + orders, 0);

/** List of the orders of one or several stores, with views, bulk actions and live updates. */
export function OrderList({
  loadedCount,
  stores,
  filter,
  rows,
  count,
  slots,
  views,
  counts,
  customer,
  tags,
  names,
}: OrderListProps) {
  const t = adminOrdersTexts();
  const tShipments = adminShipmentsTexts();
  const { currency } = useBrand();
  const [query] = useSearchParams();
  const { user } = useSession();
  const sound = useOrderSound();
  const newOrders = useLiveOrders({ loadedCount });
  const latest = newOrders.at(-1);
  const orders = useMemo(
    () =>
      rows.map((order) => ({
        ...order,
        isNew: newOrders.some(({ id }) => id === order.id),
        assignee: assigneeOf(order, names),
      })),
    [rows, newOrders, names],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ListHead title={t('title')}>
        <OrdersLive />
        <ViewToolbar
          list="orders"
          predefined={[
            { label: t('all'), query: '' },
            ...orderQueues.map((queue) => ({
              label: tShipments(`queue_${queue}`),
              query: `queue=${queue}`,
              count: sumOf(counts.filter((one) => one.queue === queue && stores.includes(one.tenantId))),
            })),
          ]}
          views={views}
        />
      </ListHead>
      <StoreFilter
        capability={pageCapabilities['/admin/orders']}
        counts={
          filter.queue &&
          Object.fromEntries(
            counts
              .filter(({ queue }) => queue === filter.queue)
              .map(({ tenantId, orders }) => [tenantId, orders]),
          )
        }
      />
      <DataTable
        list={{
          name: 'orders',
          title: t('title'),
          columns: useOrderColumns(),
          rowId,
          nameOf: ({ number }) => number,
          sort: defaultOrderSort(filter.queue),
        }}
        rows={orders}
        paging={{ page: filter.page, perPage: ordersPerPage, count }}
        action={
          <>
            {filter.queue === 'to_print' ? (
              <LinkButton to={href('/admin/orders/print-floor')} variant="outline" size="small">
                {t('printFloor')}
              </LinkButton>
            ) : null}
            {filter.queue === 'to_confirm' && may(user, pageCapabilities['/admin/calls']) ? (
              <LinkButton to={href('/admin/calls')} variant="outline" size="small">
                {t('callToConfirm')}
              </LinkButton>
            ) : null}
            {filter.queue === 'to_confirm' ? (
              <InStoreButton
                to={href('/admin/orders/transfers')}
                capability={pageCapabilities['/admin/orders/transfers']}
                variant="outline"
              >
                {t('transfersToCheck')}
              </InStoreButton>
            ) : null}
            {filter.queue === 'cash_outstanding' ? (
              <InStoreButton
                to={href('/admin/orders/settlements')}
                capability={pageCapabilities['/admin/orders/settlements']}
                variant="outline"
              >
                {t('settlements')}
              </InStoreButton>
            ) : null}
            {filter.queue ? null : <BesideOrders />}
            <InStoreButton to={href('/admin/orders/new')} capability={pageCapabilities['/admin/orders/new']}>
              {t('newOrder')}
            </InStoreButton>
          </>
        }
        filters={
          <OrderFilters filter={filter} stores={stores} slots={slots} customer={customer} tags={tags} />
        }
        empty={
          filter.queue && viewOf(query) === `queue=${filter.queue}` ? (
            <EmptyState title={tShipments('queueEmpty')}>{tShipments('queueEmptyWhy')}</EmptyState>
          ) : isFiltered(query) ? (
            <EmptyState
              title={t('noneFound')}
              action={
                <LinkButton to="?" variant="outline">
                  {t('clear')}
                </LinkButton>
              }
            >
              {t('noneFoundWhy')}
            </EmptyState>
          ) : (
            <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
          )
        }
        bulk={(selected) =>
          filter.queue ? (
            <QueueBulkBar key={filter.queue} queue={filter.queue} selected={selected} />
          ) : (
            <OrderBulkBar orders={selected.rows} onClear={selected.clear} />
          )
        }
        exports={{
          readAll: async () =>
            (await readAllAdminOrders(stores, filter)).map((order) => ({
              ...order,
              assignee: assigneeOf(order, names),
            })),
        }}
      />
      <p role="status" className={latest ? 'text-sm' : 'sr-only'}>
        {latest
          ? t('orderArrived', { number: latest.number, total: formatPounds(latest.total, currency) })
          : ''}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <Switch
          label={t('sound')}
          checked={sound}
          onChange={(event) => setOrderSound(event.currentTarget.checked)}
        />
        <p className="hidden text-ink-soft text-sm md:block">{t('keys')}</p>
      </div>
    </div>
  );
}

/** A menu of pages beside the list: drafts, and of a single store its online payments and the orders of another shop. */
function BesideOrders() {
  const t = adminOrdersTexts();
  const { user } = useSession();
  const takesOnline = useRootData().paymentOptions.some(({ method }) => method === 'online');
  const pages = [
    { to: '/admin/orders/drafts', label: t('drafts') },
    ...(takesOnline ? [{ to: '/admin/orders/online-payments', label: t('onlinePayments') } as const] : []),
    { to: '/admin/orders/imports', label: t('ordersOfAnotherShop') },
  ] as const;
  const allowed = pages.filter(
    ({ to }) => may(user, pageCapabilities[to]) && (!isAllStores() || allStorePages.has(to)),
  );
  if (allowed.length === 0) return null;
  return (
    <DropdownMenu
      label={t('besideOrders')}
      trigger={
        <Button variant="outline" size="small" aria-label={t('besideOrders')} title={t('besideOrders')}>
          <Ellipsis aria-hidden="true" className="size-4" />
        </Button>
      }
    >
      {allowed.map(({ to, label }) => (
        <DropdownItem key={to} asChild>
          <Link to={href(to)}>{label}</Link>
        </DropdownItem>
      ))}
    </DropdownMenu>
  );
}
