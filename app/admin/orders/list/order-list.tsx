import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Switch } from '#app/ui/choice.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { DataTable } from '../../kit/list/data-table.tsx';
import { ListHead } from '../../kit/list/list-head.tsx';
import type { SavedView } from '../../kit/list/saved-views.ts';
import { ViewStrip } from '../../kit/list/views.tsx';
import { useOrdersLive } from '../../live/new-orders.ts';
import {
  type AdminOrderRow,
  ordersPerPage,
  readAllAdminOrders,
  type readSlots,
  type readStaffMoves,
} from '../data/read-admin-orders.ts';
import { useLiveOrders } from '../data/use-live-orders.ts';
import { defaultOrderSort, isFiltered, type OrderFilter } from '../model/order-filter.ts';
import { OrderBulkBar } from './order-bulk-bar.tsx';
import { type OrderRow, useOrderColumns } from './order-columns.tsx';
import { OrderFilters } from './order-filters.tsx';
import { setOrderSound, useOrderSound } from './order-sound.ts';

type OrderListProps = {
  /** Value of `ordersChangeCount` before loading. */
  loadedCount: number;
  filter: OrderFilter;
  rows: AdminOrderRow[];
  count: number;
  moves: Awaited<ReturnType<typeof readStaffMoves>>;
  slots: Awaited<ReturnType<typeof readSlots>>;
  views: SavedView[];
  customer: string;
};

const predefinedViews = [
  { labelKey: 'all', query: '' },
  { labelKey: 'toConfirm', query: 'status=pending' },
  { labelKey: 'toShip', query: 'status=confirmed%2Cin_production' },
  { labelKey: 'toBePaid', query: 'status=awaiting_payment&method=bank_transfer' },
  { labelKey: 'problems', query: 'status=return_requested' },
] as const;

const rowId = ({ id }: OrderRow) => id;

/** List of the store's orders with views, bulk actions and live updates. */
export function OrderList({
  loadedCount,
  filter,
  rows,
  count,
  moves,
  slots,
  views,
  customer,
}: OrderListProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const { currency } = useBrand();
  const [query] = useSearchParams();
  const sound = useOrderSound();
  const live = useOrdersLive();
  const newOrders = useLiveOrders({ loadedCount });
  const latest = newOrders.at(-1);
  const orders = useMemo(
    () => rows.map((order) => ({ ...order, isNew: newOrders.some(({ id }) => id === order.id) })),
    [rows, newOrders],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ListHead title={t('title')}>
        <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <span
            aria-hidden="true"
            className={`size-2 rounded-full ${live ? 'bg-success-text' : 'bg-warning-text'}`}
          />
          {live ? t('live') : t('offline')}
        </p>
        <ViewStrip
          list="orders"
          predefined={predefinedViews.map((view) => ({ label: t(view.labelKey), query: view.query }))}
          views={views}
        />
      </ListHead>
      <DataTable
        list={{
          name: 'orders',
          title: t('title'),
          columns: useOrderColumns(),
          rowId,
          nameOf: ({ number }) => number,
          sort: defaultOrderSort,
        }}
        rows={orders}
        paging={{ page: filter.page, perPage: ordersPerPage, count }}
        filters={<OrderFilters filter={filter} slots={slots} customer={customer} />}
        empty={
          isFiltered(query) ? (
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
        bulk={({ rows: chosen, clear }) => <OrderBulkBar orders={chosen} moves={moves} onClear={clear} />}
        exports={{ readAll: () => readAllAdminOrders(filter) }}
      />
      <p role="status" className={latest ? 'text-sm' : 'sr-only'}>
        {latest ? t('cameIn', { number: latest.number, total: formatPounds(latest.total, currency) }) : ''}
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
