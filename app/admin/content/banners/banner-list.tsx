import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDateTime } from '#app/i18n/format.ts';
import adminMessages from '#app/i18n/messages/en/admin.json';
import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { BannerDialog } from '#app/landing/banners/banner-dialog.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { toastName } from '#app/ui/toast.ts';
import { BulkButtons, deletionOf } from '../../kit/list/bulk-buttons.tsx';
import { DataTable } from '../../kit/list/data-table.tsx';
import { columnsOf } from '../../kit/list/features.ts';
import { RowActions } from '../../kit/list/row-actions.tsx';
import { SecondLine } from '../../kit/list/table-parts.tsx';
import { SortableList, useMoveTo } from '../../kit/sort/sortable-list.tsx';
import { RowMover, SortableRow } from '../../kit/sort/sortable-row.tsx';
import { useOptimisticOrder } from '../../kit/sort/use-optimistic-order.ts';
import { restoreRows } from '../../kit/undo.ts';
import { useChange } from '../../kit/use-change.ts';
import { useStable } from '../../kit/use-stable.ts';
import { stateTones, windowState } from '../window-state.ts';
import { BannerEditor } from './banner-editor.tsx';
import { deleteBanner, orderBanners, type StoredBanner } from './banners-data.ts';

/** A banner with its place in the pop-up, starting at 1. */
type PlacedBanner = StoredBanner & { place: number; isLast: boolean };

type BannerHandlers = {
  onMove: (banner: PlacedBanner, by: -1 | 1) => void;
  onEdit: (banner: StoredBanner) => void;
  onPreview: (banner: StoredBanner) => void;
};

const column = columnsOf<PlacedBanner>();

const stateOf = ({ is_active: active, start_date: from, end_date: to }: StoredBanner) =>
  windowState({ active, from, to });

const rowId = ({ id }: PlacedBanner) => id;

/** The store's banners in pop-up order, to add, change, sort and delete (docs/product.md, Saved by staff). */
export function BannerList({ banners }: { banners: StoredBanner[] }) {
  const t = useTranslations('admin-banners', adminBannersMessages);
  const tAdmin = useTranslations('admin', adminMessages);
  const [open, setOpen] = useState<StoredBanner | 'new' | null>(null);
  const [previewed, setPreviewed] = useState<StoredBanner[] | null>(null);
  const [ordered, order] = useOptimisticOrder(banners, orderBanners);
  const ids = ordered.map(({ id }) => id);
  const rows = useMemo(
    () =>
      ordered.map((banner, index) => ({ ...banner, place: index + 1, isLast: index === ordered.length - 1 })),
    [ordered],
  );
  const nameOf = (id: string) => banners.find((banner) => banner.id === id)?.title || t('unnamed');
  const moveTo = useMoveTo(ids, order);
  const columns = useBannerColumns({
    onMove: useStable(({ id, place: now }: PlacedBanner, by: -1 | 1) => void moveTo(id, now - 1 + by)),
    onEdit: setOpen,
    onPreview: useStable((banner: StoredBanner) => setPreviewed([banner])),
  });

  return (
    <>
      <SortableList ids={ids} nameOf={nameOf} onMove={(id, to) => void moveTo(id, to)}>
        <DataTable
          list="banners"
          title={t('title')}
          columns={columns}
          rows={rows}
          rowId={rowId}
          nameOf={({ title }) => title || t('unnamed')}
          sort="place"
          rowFrame={SortableRow}
          filters={<p className="text-ink-soft text-sm max-xl:hidden">{tAdmin('orderHint')}</p>}
          action={
            <>
              <Button
                variant="outline"
                size="small"
                onClick={() => setPreviewed(ordered.filter((one) => one.is_active))}
              >
                {t('previewAll')}
              </Button>
              <Button size="small" onClick={() => setOpen('new')}>
                {t('add')}
              </Button>
            </>
          }
          empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
          bulk={(chosen) => <BulkButtons selected={chosen} actions={[deletionOf('banners', rowId)]} />}
        />
      </SortableList>
      {open ? (
        <BannerEditor
          banner={open === 'new' ? null : open}
          nextPosition={Math.max(-1, ...banners.map(({ position }) => position)) + 1}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {previewed && previewed.length > 0 ? (
        <BannerDialog banners={previewed} autoClose={0} preview onClose={() => setPreviewed(null)} />
      ) : null}
    </>
  );
}

/** Returns the columns of the banner list. */
function useBannerColumns({ onMove, onEdit, onPreview }: BannerHandlers) {
  const t = useTranslations('admin-banners', adminBannersMessages);
  const tAdmin = useTranslations('admin', adminMessages);
  return useMemo(() => {
    const windowText = ({ start_date: from, end_date: to }: StoredBanner) => {
      if (from && to) return t('windowFromTo', { from: formatDateTime(from), to: formatDateTime(to) });
      if (from) return t('windowFrom', { from: formatDateTime(from) });
      return to ? t('windowTo', { to: formatDateTime(to) }) : t('windowAlways');
    };
    return column.columns([
      column.accessor('place', {
        header: tAdmin('position'),
        enableHiding: false,
        meta: { className: 'w-0' },
        cell: ({ column, row: { original: banner } }) => (
          <RowMover
            name={banner.title || t('unnamed')}
            fixed={column.getIsSorted() !== 'asc'}
            first={banner.place === 1}
            last={banner.isLast}
            onMove={(by) => onMove(banner, by)}
          />
        ),
      }),
      column.display({
        id: 'picture',
        header: t('picture'),
        meta: { from: 'xl', hiddenWhenFolded: true, unseenHead: true, className: 'w-0' },
        cell: ({ row: { original: banner } }) => (
          <Picture
            src={banner.image_url}
            alt=""
            sizes="6rem"
            widest={320}
            className="aspect-4/3 w-16 max-w-none rounded-picture object-cover"
          />
        ),
      }),
      column.accessor('title', {
        header: t('name'),
        enableHiding: false,
        meta: { isMain: true, className: '@2xl:min-w-36' },
        cell: ({ row: { original: banner } }) => (
          <>
            <span className="wrap-anywhere line-clamp-2 font-medium">{banner.title || t('unnamed')}</span>
            {banner.description ? (
              <SecondLine className="text-sm">
                <span className="line-clamp-1">{banner.description}</span>
              </SecondLine>
            ) : null}
          </>
        ),
      }),
      column.accessor((banner) => t(`state_${stateOf(banner)}`), {
        id: 'state',
        header: t('state'),
        meta: { from: '3xl', className: 'whitespace-nowrap' },
        cell: ({ getValue, row: { original: banner } }) => (
          <Badge tone={stateTones[stateOf(banner)]}>{getValue()}</Badge>
        ),
      }),
      column.accessor(windowText, {
        id: 'window',
        header: t('window'),
        enableSorting: false,
        meta: { from: '4xl', className: 'text-ink-soft' },
        cell: ({ getValue, row: { original: banner } }) => {
          const { start_date: from, end_date: to } = banner;
          if (!from || !to) return <span className="@4xl:whitespace-nowrap">{getValue()}</span>;
          return (
            <span data-line className="flex flex-wrap gap-x-1.5 @4xl:*:whitespace-nowrap">
              <span>{t('windowFrom', { from: formatDateTime(from) })}</span>
              <span>{t('windowTo', { to: formatDateTime(to) })}</span>
            </span>
          );
        },
      }),
      column.display({
        id: 'actions',
        header: t('actions'),
        enableHiding: false,
        meta: { unseenHead: true, className: 'w-0' },
        cell: ({ row: { original: banner } }) => (
          <BannerActions banner={banner} onEdit={() => onEdit(banner)} onPreview={() => onPreview(banner)} />
        ),
      }),
    ]);
  }, [t, tAdmin, onMove, onEdit, onPreview]);
}

type BannerActionsProps = { banner: PlacedBanner; onEdit: () => void; onPreview: () => void };

function BannerActions({ banner, onEdit, onPreview }: BannerActionsProps) {
  const t = useTranslations('admin-banners', adminBannersMessages);
  const { busy, change } = useChange();
  const name = banner.title || t('unnamed');
  const remove = () =>
    void change({
      run: () => deleteBanner(banner.id),
      undo: () => restoreRows('banners', [banner.id]),
      done: t('deleted', { name: toastName(name) }),
      failed: t('deleteFailed'),
    });
  return (
    <RowActions
      actions={[
        { icon: Eye, label: t('preview', { name }), run: onPreview, className: '@max-xl:hidden' },
        { icon: Pencil, label: t('edit', { name }), run: onEdit },
        { icon: Trash2, label: t('delete', { name }), run: remove, busy },
      ]}
    />
  );
}
