import { Pencil, Power, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate, formatDateTime } from '#app/i18n/format.ts';
import adminDiscountsMessages from '#app/i18n/messages/en/admin-discounts.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { BulkButtons, deletionOf } from '../../kit/list/bulk-buttons.tsx';
import { DataTable } from '../../kit/list/data-table.tsx';
import { columnsOf } from '../../kit/list/features.ts';
import { ListSearch } from '../../kit/list/list-search.tsx';
import { RowActions } from '../../kit/list/row-actions.tsx';
import type { SavedView } from '../../kit/list/saved-views.ts';
import { SecondLine } from '../../kit/list/table-parts.tsx';
import { shopTimeText } from '../../kit/shop-time.ts';
import { deleteRows, restoreRows } from '../../kit/undo.ts';
import { useChange } from '../../kit/use-change.ts';
import { stateTones, windowState } from '../window-state.ts';
import { DiscountEditor } from './discount-editor.tsx';
import {
  type DiscountFilter,
  defaultDiscountSort,
  discountsPerPage,
  discountTypes,
  type ListedDiscount,
  readAllDiscounts,
  switchDiscounts,
} from './discounts-data.ts';

type DiscountListProps = {
  filter: DiscountFilter;
  rows: ListedDiscount[];
  count: number;
  views: SavedView[];
};

const column = columnsOf<ListedDiscount>();
const rowId = ({ row }: ListedDiscount) => row.id;

/** List of the store's discount codes with their remaining uses. */
export function DiscountList({ filter, rows, count, views }: DiscountListProps) {
  const t = useTranslations('admin-discounts', adminDiscountsMessages);
  const { currency } = useBrand();
  const [open, setOpen] = useState<ListedDiscount['row'] | 'new' | null>(null);
  const columns = useMemo(() => {
    const amount = (pounds: number) => formatPounds(pounds, currency);
    const formatWorth = ({ row: { kind, value } }: ListedDiscount) =>
      ({
        percent: t('percentOff', { value: String(value) }),
        fixed: t('fixedOff', { amount: amount(value) }),
        free_shipping: t('freeShipping'),
      })[kind];
    const formatPeriod = ({ row: { starts_at: from, ends_at: to } }: ListedDiscount) =>
      from || to ? `${from ? formatDateTime(from) : '…'} – ${to ? formatDateTime(to) : '…'}` : t('always');
    const stateOf = ({ row: { is_active: active, starts_at: from, ends_at: to } }: ListedDiscount) =>
      windowState({ active, from, to });
    return column.columns([
      column.accessor(({ row }) => row.code, {
        id: 'code',
        header: t('code'),
        enableHiding: false,
        meta: { isMain: true, className: 'w-full max-w-0' },
        cell: ({ row: { original: discount } }) => (
          <>
            <span className="wrap-anywhere block font-details font-semibold">{discount.row.code}</span>
            {discount.row.description ? (
              <SecondLine className="wrap-anywhere text-sm">
                <span className="line-clamp-2">{discount.row.description}</span>
              </SecondLine>
            ) : null}
          </>
        ),
      }),
      column.accessor(formatWorth, {
        id: 'worth',
        header: t('worth'),
        meta: { from: 'lg', className: 'whitespace-nowrap' },
        cell: ({ getValue, row: { original: discount } }) => (
          <>
            {getValue()}
            {discount.row.minimum_subtotal > 0 ? (
              <SecondLine>{t('fromMinimum', { amount: amount(discount.row.minimum_subtotal) })}</SecondLine>
            ) : null}
          </>
        ),
      }),
      column.accessor(formatPeriod, {
        id: 'runs',
        header: t('window'),
        meta: { from: '4xl', className: 'whitespace-nowrap text-ink-soft' },
      }),
      column.accessor('uses', {
        header: t('uses'),
        enableSorting: false,
        meta: { from: '2xl', align: 'end', named: true },
        cell: ({ getValue, row: { original: discount } }) => {
          const limit = discount.row.total_limit;
          return limit ? t('usesOf', { uses: getValue(), limit }) : getValue();
        },
      }),
      column.accessor((discount) => t(`state_${stateOf(discount)}`), {
        id: 'state',
        header: t('state'),
        enableSorting: false,
        meta: { from: 'lg' },
        cell: ({ getValue, row: { original: discount } }) => (
          <span data-line className="flex flex-wrap gap-1">
            <Badge tone={stateTones[stateOf(discount)]}>{getValue()}</Badge>
            {discount.row.is_public ? <Badge tone="tint">{t('public')}</Badge> : null}
          </span>
        ),
      }),
      column.accessor(({ row }) => shopTimeText(row.created_at), {
        id: 'created',
        header: t('created'),
        meta: { from: '3xl', hiddenByDefault: true, named: true, className: 'whitespace-nowrap' },
        cell: ({ row: { original: discount } }) => formatDate(discount.row.created_at),
      }),
      column.display({
        id: 'actions',
        header: t('actions'),
        enableHiding: false,
        meta: { unseenHead: true, className: 'w-0' },
        cell: ({ row: { original: discount } }) => (
          <DiscountActions discount={discount} onEdit={() => setOpen(discount.row)} />
        ),
      }),
    ]);
  }, [t, currency]);
  const choice = {
    name: 'show',
    label: t('show'),
    options: discountTypes.map((value) => ({ value, label: t(`show_${value}`) })),
  };
  const switchAction = (active: boolean) => ({
    label: t(active ? 'switchChosenOn' : 'switchChosenOff'),
    work: (chosen: readonly ListedDiscount[]) => switchDiscounts(chosen.map(rowId), active),
    undo: (chosen: readonly ListedDiscount[]) =>
      switchDiscounts(chosen.filter(({ row }) => row.is_active !== active).map(rowId), !active),
  });
  return (
    <>
      <DataTable
        list="codes"
        title={t('title')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        nameOf={({ row }) => row.code}
        sort={defaultDiscountSort}
        paging={{ page: filter.page, perPage: discountsPerPage, count }}
        filters={<ListSearch label={t('search')} search={filter.search} choices={[choice]} />}
        action={
          <Button size="small" onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        }
        views={views}
        empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
        readAll={() => readAllDiscounts(filter)}
        bulk={(chosen) => (
          <BulkButtons
            selected={chosen}
            actions={[switchAction(true), switchAction(false), deletionOf('discounts', rowId)]}
          />
        )}
      />
      {open ? <DiscountEditor discount={open === 'new' ? null : open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

type DiscountActionsProps = { discount: ListedDiscount; onEdit: () => void };

/** Actions of a discount code: edit, switch off, and delete while unused. */
function DiscountActions({ discount, onEdit }: DiscountActionsProps) {
  const t = useTranslations('admin-discounts', adminDiscountsMessages);
  const { busy, change } = useChange();
  const { row, uses } = discount;
  const { id, code, is_active: active } = row;
  const toggle = () =>
    void change({
      run: () => switchDiscounts([id], !active),
      undo: () => switchDiscounts([id], active),
      done: t(active ? 'switchedOff' : 'switchedOn', { code }),
      failed: t('saveFailed'),
    });
  const remove = () =>
    void change({
      run: () => deleteRows('discounts', [id]),
      undo: () => restoreRows('discounts', [id]),
      done: t('deleted', { code }),
      failed: t('deleteFailed'),
    });
  return (
    <RowActions
      actions={[
        { icon: Pencil, label: t('edit', { code }), run: onEdit },
        { icon: Power, label: t(active ? 'switchOff' : 'switchOn', { code }), run: toggle, busy },
        {
          icon: Trash2,
          label: t('delete', { code }),
          run: remove,
          why: row.user_id ? t('ownedWhy') : uses > 0 ? t('usedWhy') : undefined,
        },
      ]}
    />
  );
}
