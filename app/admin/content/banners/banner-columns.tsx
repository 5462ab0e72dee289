import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { formatDateTime } from '#app/i18n/format.ts';
import adminMessages from '#app/i18n/messages/en/admin.json';
import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { toastName } from '#app/ui/toast.ts';
import { columnsOf } from '../../kit/list/features.ts';
import { RowActions } from '../../kit/list/row-actions.tsx';
import { SecondLine } from '../../kit/list/table-parts.tsx';
import { RowMover } from '../../kit/sort/sortable-row.tsx';
import { restoreRows } from '../../kit/undo.ts';
import { useChange } from '../../kit/use-change.ts';
import { stateTones, windowState } from '../window-state.ts';
import { deleteBanner, type StoredBanner } from './banners-data.ts';

/** A banner with its place in the pop-up, starting at 1. */
export type PlacedBanner = StoredBanner & { place: number; isLast: boolean };

type BannerActs = {
  onMove: (banner: PlacedBanner, by: -1 | 1) => void;
  onEdit: (banner: StoredBanner) => void;
  onPreview: (banner: StoredBanner) => void;
};

const column = columnsOf<PlacedBanner>();

const stateOf = ({ is_active: active, start_date: from, end_date: to }: StoredBanner) =>
  windowState({ active, from, to }, Date.now());

/** Returns the columns of the banner list. */
export function useBannerColumns({ onMove, onEdit, onPreview }: BannerActs) {
  const t = useTranslations('admin-banners', adminBannersMessages);
  return useMemo(() => {
    const windowText = ({ start_date: from, end_date: to }: StoredBanner) => {
      if (from && to) return t('windowFromTo', { from: formatDateTime(from), to: formatDateTime(to) });
      if (from) return t('windowFrom', { from: formatDateTime(from) });
      return to ? t('windowTo', { to: formatDateTime(to) }) : t('windowAlways');
    };
    return column.columns([
      column.accessor('place', {
        header: getTranslations('admin', adminMessages)('place'),
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
        meta: { isMain: true, className: '@2xl:min-w-52' },
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
        meta: { from: '2xl', className: 'whitespace-nowrap' },
        cell: ({ getValue, row: { original: banner } }) => (
          <Badge tone={stateTones[stateOf(banner)]}>{getValue()}</Badge>
        ),
      }),
      column.accessor(windowText, {
        id: 'window',
        header: t('window'),
        enableSorting: false,
        meta: { from: '4xl', className: 'text-ink-soft' },
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
  }, [t, onMove, onEdit, onPreview]);
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
