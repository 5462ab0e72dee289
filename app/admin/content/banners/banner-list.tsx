import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useId, useState } from 'react';
import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { BannerDialog } from '#app/landing/banners/banner-dialog.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toast } from '#app/ui/toast.ts';
import { refusalOf } from '../../kit/refusal.ts';
import { useMadeOrder } from '../../kit/sort/use-made-order.ts';
import { useSortSensors } from '../../kit/sort/use-sort-sensors.ts';
import { BannerEditor } from './banner-editor.tsx';
import { BannerRow } from './banner-row.tsx';
import { orderBanners, type StoredBanner } from './banners-data.ts';

/** The store's banners in the order of the pop-up, to add to, change, order and delete (spec section 7). */
export function BannerList({ banners }: { banners: StoredBanner[] }) {
  const t = useTranslations('admin-banners', adminBannersMessages);
  const contextId = useId();
  const [open, setOpen] = useState<StoredBanner | 'new' | null>(null);
  const [previewed, setPreviewed] = useState<StoredBanner[] | null>(null);
  const [shown, order] = useMadeOrder(banners, orderBanners);
  const ids = shown.map(({ id }) => id);
  const sensors = useSortSensors();
  const nameOf = (id: UniqueIdentifier) => banners.find((banner) => banner.id === id)?.title || t('unnamed');

  const drop = async ({ active, over }: DragEndEvent) => {
    const from = ids.indexOf(String(active.id));
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (from < 0 || to < 0 || from === to) return;
    try {
      await order(arrayMove(ids, from, to));
    } catch (error) {
      toast({ title: t('orderFailed'), description: refusalOf(error), variant: 'destructive' });
    }
  };

  const place = (id: UniqueIdentifier) => ({ place: ids.indexOf(String(id)) + 1, count: ids.length });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('picked', { name: nameOf(active.id), ...place(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('over', { name: nameOf(active.id), ...place(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      t('dropped', { name: nameOf(active.id), ...place(over?.id ?? active.id) }),
    onDragCancel: ({ active }) => t('letGo', { name: nameOf(active.id) }),
  };

  const add = <Button onClick={() => setOpen('new')}>{t('add')}</Button>;
  return (
    <div className="grid gap-5">
      {shown.length === 0 ? (
        <EmptyState title={t('none')} action={add}>
          {t('noneWhy')}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap gap-3">
            {add}
            <Button variant="outline" onClick={() => setPreviewed(shown.filter((one) => one.is_active))}>
              {t('previewAll')}
            </Button>
          </div>
          <p className="max-w-prose text-ink-soft text-sm">{t('orderHint')}</p>
          <DndContext
            id={contextId}
            sensors={sensors}
            collisionDetection={closestCenter}
            onDragEnd={(event) => void drop(event)}
            accessibility={{ announcements, screenReaderInstructions: { draggable: t('orderHint') } }}
          >
            <SortableContext items={ids} strategy={verticalListSortingStrategy}>
              <ol aria-label={t('title')} className="grid gap-3">
                {shown.map((banner) => (
                  <BannerRow
                    key={banner.id}
                    banner={banner}
                    onEdit={() => setOpen(banner)}
                    onPreview={() => setPreviewed([banner])}
                  />
                ))}
              </ol>
            </SortableContext>
          </DndContext>
        </>
      )}
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
    </div>
  );
}
