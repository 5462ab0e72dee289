import { useMemo, useState } from 'react';
import adminMessages from '#app/i18n/messages/en/admin.json';
import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { BannerDialog } from '#app/landing/banners/banner-dialog.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { BulkButtons, deletionOf } from '../../kit/list/bulk-buttons.tsx';
import { DataTable } from '../../kit/list/data-table.tsx';
import { SortableList, useMoveTo } from '../../kit/sort/sortable-list.tsx';
import { SortableRow } from '../../kit/sort/sortable-row.tsx';
import { useOptimisticOrder } from '../../kit/sort/use-optimistic-order.ts';
import { useStable } from '../../kit/use-stable.ts';
import { type PlacedBanner, useBannerColumns } from './banner-columns.tsx';
import { BannerEditor } from './banner-editor.tsx';
import { orderBanners, type StoredBanner } from './banners-data.ts';

const rowId = ({ id }: PlacedBanner) => id;

/** The store's banners in pop-up order, to add, change, sort and delete (spec section 7). */
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
