import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useId, useMemo, useState } from 'react';
import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { BannerDialog } from '#app/landing/banners/banner-dialog.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toast } from '#app/ui/toast.ts';
import { DataTable } from '../../kit/list/data-table.tsx';
import { refusalOf } from '../../kit/refusal.ts';
import { SortableRow } from '../../kit/sort/sortable-row.tsx';
import { useMadeOrder } from '../../kit/sort/use-made-order.ts';
import { useSortSensors } from '../../kit/sort/use-sort-sensors.ts';
import { useStable } from '../../kit/use-stable.ts';
import { type PlacedBanner, useBannerColumns } from './banner-columns.tsx';
import { BannerEditor } from './banner-editor.tsx';
import { orderBanners, type StoredBanner } from './banners-data.ts';

const rowId = ({ id }: PlacedBanner) => id;

/** The store's banners in the order of the pop-up, to add to, change, order and delete (spec section 7). */
export function BannerList({ banners }: { banners: StoredBanner[] }) {
  const t = useTranslations('admin-banners', adminBannersMessages);
  const contextId = useId();
  const [open, setOpen] = useState<StoredBanner | 'new' | null>(null);
  const [previewed, setPreviewed] = useState<StoredBanner[] | null>(null);
  const [shown, order] = useMadeOrder(banners, orderBanners);
  const ids = shown.map(({ id }) => id);
  const sensors = useSortSensors();
  const rows = useMemo(
    () => shown.map((banner, index) => ({ ...banner, place: index + 1, last: index === shown.length - 1 })),
    [shown],
  );
  const nameOf = (id: UniqueIdentifier) => banners.find((banner) => banner.id === id)?.title || t('unnamed');

  const moveTo = async (id: string, to: number) => {
    const from = ids.indexOf(id);
    if (from < 0 || to < 0 || to >= ids.length || from === to) return;
    try {
      await order(arrayMove(ids, from, to));
    } catch (error) {
      toast({ title: t('orderFailed'), description: refusalOf(error), variant: 'destructive' });
    }
  };
  const drop = ({ active, over }: DragEndEvent) =>
    void moveTo(String(active.id), over ? ids.indexOf(String(over.id)) : -1);
  const columns = useBannerColumns({
    onMove: useStable(({ id, place: now }: PlacedBanner, by: -1 | 1) => void moveTo(id, now - 1 + by)),
    onEdit: setOpen,
    onPreview: useStable((banner: StoredBanner) => setPreviewed([banner])),
  });

  const place = (id: UniqueIdentifier) => ({ place: ids.indexOf(String(id)) + 1, count: ids.length });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('picked', { name: nameOf(active.id), ...place(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('over', { name: nameOf(active.id), ...place(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      t('dropped', { name: nameOf(active.id), ...place(over?.id ?? active.id) }),
    onDragCancel: ({ active }) => t('letGo', { name: nameOf(active.id) }),
  };

  return (
    <>
      <DndContext
        id={contextId}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('orderHint') } }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <DataTable
            list="banners"
            title={t('title')}
            columns={columns}
            rows={rows}
            rowId={rowId}
            nameOf={({ title }) => title || t('unnamed')}
            sort="place"
            rowFrame={SortableRow}
            filters={<p className="text-ink-soft text-sm max-xl:hidden">{t('orderHint')}</p>}
            action={
              <>
                <Button
                  variant="outline"
                  size="small"
                  onClick={() => setPreviewed(shown.filter((one) => one.is_active))}
                >
                  {t('previewAll')}
                </Button>
                <Button size="small" onClick={() => setOpen('new')}>
                  {t('add')}
                </Button>
              </>
            }
            empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
          />
        </SortableContext>
      </DndContext>
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
