import { CircleOff, Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import adminDealsMessages from '#app/i18n/messages/en/admin-deals.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toastName } from '#app/ui/toast.ts';
import { DataTable } from '../../kit/list/data-table.tsx';
import { columnsOf } from '../../kit/list/features.ts';
import { RowActions } from '../../kit/list/row-actions.tsx';
import type { SavedView } from '../../kit/list/saved-views.ts';
import { RowPicture } from '../../kit/list/table-parts.tsx';
import { shopTimeText } from '../../kit/shop-time.ts';
import { useChange } from '../../kit/use-change.ts';
import { DealEditor } from './deal-editor.tsx';
import { dealBadge, withoutDeal } from './deal-form.ts';
import {
  type DealFilter,
  type DealPrices,
  type DealProduct,
  dealsPerPage,
  defaultDealSort,
  readAllDeals,
  setDeal,
} from './deals-data.ts';

type DealListProps = { filter: DealFilter; rows: DealProduct[]; count: number; views: SavedView[] };

const column = columnsOf<DealProduct>();
const rowId = ({ id }: DealProduct) => id;

/** List of the products on the deals page, to add, change and end deals. */
export function DealList({ filter, rows, count, views }: DealListProps) {
  const t = useTranslations('admin-deals', adminDealsMessages);
  const { currency } = useBrand();
  const [open, setOpen] = useState<DealProduct | 'new' | null>(null);
  const columns = useMemo(() => {
    const money = (pounds: number) => formatPounds(pounds, currency);
    return column.columns([
      column.display({
        id: 'picture',
        header: t('picture'),
        meta: { from: 'lg', hiddenWhenFolded: true, unseenHead: true, className: 'w-0' },
        cell: ({ row: { original: deal } }) => <RowPicture src={deal.picture} />,
      }),
      column.accessor('name', {
        header: t('product'),
        enableHiding: false,
        meta: { isMain: true, className: '@max-2xl:w-full' },
        cell: ({ row: { original: deal } }) => (
          <span data-line className="flex flex-wrap items-center gap-2">
            <Link
              to={href('/admin/products/edit/:id', { id: deal.id })}
              className="wrap-anywhere min-w-0 font-medium text-link underline"
            >
              {deal.name}
            </Link>
            {deal.is_active ? null : <Badge>{t('hidden')}</Badge>}
          </span>
        ),
      }),
      column.accessor('price', {
        header: t('price'),
        meta: { align: 'end' },
        cell: ({ getValue }) => money(getValue()),
      }),
      column.accessor('original_price', {
        id: 'original_price',
        header: t('originalPrice'),
        meta: { from: 'lg', align: 'end', className: 'text-ink-soft' },
        cell: ({ getValue }) => {
          const original = getValue();
          return original === null ? null : <s className="text-ink-soft">{money(original)}</s>;
        },
      }),
      column.accessor(dealBadge, {
        id: 'badge',
        header: t('badge'),
        enableSorting: false,
        meta: { from: 'lg' },
        cell: ({ getValue }) =>
          getValue() > 0 ? <Badge tone="brand">{t('badgeOf', { percent: String(getValue()) })}</Badge> : null,
      }),
      column.accessor(({ created_at }) => shopTimeText(created_at), {
        id: 'created',
        header: t('created'),
        meta: { from: '3xl', hiddenByDefault: true, named: true, className: 'whitespace-nowrap' },
        cell: ({ row: { original: deal } }) => formatDate(deal.created_at),
      }),
      column.display({
        id: 'actions',
        header: t('actions'),
        enableHiding: false,
        meta: { unseenHead: true, className: 'w-0' },
        cell: ({ row: { original: deal } }) => <DealActions deal={deal} onEdit={() => setOpen(deal)} />,
      }),
    ]);
  }, [t, currency]);
  return (
    <>
      <DataTable
        list={{
          name: 'deals',
          title: t('title'),
          columns,
          rowId,
          nameOf: ({ name }) => name,
          sort: defaultDealSort,
        }}
        rows={rows}
        paging={{ page: filter.page, perPage: dealsPerPage, count }}
        filters={<p className="text-ink-soft text-sm">{t('lead')}</p>}
        action={
          <Button size="small" onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        }
        views={views}
        empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
        exports={{ readAll: () => readAllDeals(filter.sort) }}
      />
      {open ? <DealEditor deal={open === 'new' ? null : open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function DealActions({ deal, onEdit }: { deal: DealProduct; onEdit: () => void }) {
  const t = useTranslations('admin-deals', adminDealsMessages);
  const { busy, change } = useChange();
  const { id, name, price, original_price: original } = deal;
  const set = async (version: number, prices: DealPrices) => {
    if (!(await setDeal({ id, version }, prices))) throw new Error(t('conflict'));
  };
  const end = () =>
    void change({
      run: () => set(deal.version, withoutDeal(deal)),
      undo: () => set(deal.version + 1, { price, original_price: original, discount: deal.discount }),
      done: t('ended', { name: toastName(name) }),
      failed: t('endFailed'),
    });
  return (
    <RowActions
      actions={[
        { icon: Pencil, label: t('editOne', { name }), run: onEdit },
        { icon: CircleOff, label: t('endOne', { name }), run: end, busy },
      ]}
    />
  );
}
