import { useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toPiastres } from '#app/lib/money.ts';
import { Switch } from '#app/ui/choice.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { ListPages } from '../kit/list/list-pages.tsx';
import { nothingSelected } from '../kit/list/selection.ts';
import { useOrdersLive } from '../live/new-orders.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ordersPerPage } from './list-orders.ts';
import { isFiltered, type OrderFilter } from './order-filter.ts';
import { OrderFilters } from './order-filters.tsx';
import { OrderRows } from './order-rows.tsx';
import { setOrderSound, useOrderSound } from './order-sound.ts';
import type { AdminOrderRow, readSlots, readStaffMoves } from './read-admin-orders.ts';
import type { SavedView } from './saved-views.ts';
import { useLiveOrders } from './use-live-orders.ts';
import { ViewBar } from './view-bar.tsx';

type OrderListProps = {
  /** What `ordersHeard` said before it was read. */
  since: number;
  filter: OrderFilter;
  orders: AdminOrderRow[];
  count: number;
  moves: Awaited<ReturnType<typeof readStaffMoves>>;
  slots: Awaited<ReturnType<typeof readSlots>>;
  views: SavedView[];
  customer: string;
};

/** The store's orders: found, looked at in views, selected and moved together; new ones come in by themselves. */
export function OrderList({ since, filter, orders, count, moves, slots, views, customer }: OrderListProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const { currency } = useBrand();
  const [query] = useSearchParams();
  const { state } = useNavigation();
  const [selection, setSelection] = useState(nothingSelected);
  const sound = useOrderSound();
  const live = useOrdersLive();
  const fresh = useLiveOrders({ since });
  const latest = fresh.at(-1);
  const selected = orders.filter(({ id }) => selection.ids.has(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="text-heading">{t('title')}</h1>
          <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
            <span
              aria-hidden="true"
              className={`size-2 rounded-full ${live ? 'bg-success-text' : 'bg-warning-text'}`}
            />
            {live ? t('live') : t('offline')}
          </p>
        </div>
        <Switch
          label={t('sound')}
          checked={sound}
          onChange={(event) => setOrderSound(event.currentTarget.checked)}
        />
      </div>
      <ViewBar views={views} />
      <OrderFilters filter={filter} slots={slots} customer={customer} />
      <p role="status" className={latest ? 'text-sm' : 'sr-only'}>
        {latest
          ? t('cameIn', { number: latest.number, total: formatMoney(toPiastres(latest.total), currency) })
          : ''}
      </p>
      {orders.length === 0 ? (
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
      ) : (
        <div aria-busy={state === 'loading'} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <OrderRows
            orders={orders}
            selection={selection}
            onSelect={setSelection}
            fresh={new Set(fresh.map(({ id }) => id))}
          />
          <ListPages page={filter.page} perPage={ordersPerPage} shown={orders.length} count={count} />
          <p className="hidden text-ink-soft text-sm md:block">{t('keys')}</p>
        </div>
      )}
      <BulkBar orders={selected} moves={moves} onClear={() => setSelection(nothingSelected)} />
    </div>
  );
}
