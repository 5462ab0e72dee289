import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Eye, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { formatDateTime } from '#app/i18n/format.ts';
import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import type { Translator } from '#app/i18n/translations.ts';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import { toastName } from '#app/ui/toast.ts';
import { RowActions } from '../../kit/list/row-actions.tsx';
import { useChange } from '../../kit/use-change.ts';
import { stateTones, windowState } from '../window-state.ts';
import { deleteBanner, restoreBanner, type StoredBanner } from './banners-data.ts';

type BannerRowProps = { banner: StoredBanner; onEdit: () => void; onPreview: () => void };

/** One banner of the list, with the handle that moves it. */
export function BannerRow({ banner, onEdit, onPreview }: BannerRowProps) {
  const t = useTranslations('admin-banners', adminBannersMessages);
  const { busy, change } = useChange();
  const sortable = useSortable({ id: banner.id });
  const name = banner.title || t('unnamed');
  const { start_date: from, end_date: to, is_active: active } = banner;
  const state = windowState({ active, from, to }, Date.now());

  const remove = () =>
    void change({
      work: () => deleteBanner(banner.id),
      undo: () => restoreBanner(banner),
      done: t('deleted', { name: toastName(name) }),
      failed: t('deleteFailed'),
    });

  return (
    <li
      ref={sortable.setNodeRef}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
      className={classes(
        'flex flex-wrap items-center gap-3 rounded-card border bg-surface p-3',
        sortable.isDragging && 'relative z-10 shadow-raised',
      )}
    >
      <button
        type="button"
        ref={sortable.setActivatorNodeRef}
        {...sortable.attributes}
        {...sortable.listeners}
        aria-label={t('move', { name })}
        className="grid min-h-11 w-9 cursor-grab touch-none place-items-center rounded-control text-ink-soft hover:bg-sunken active:cursor-grabbing"
      >
        <GripVertical className="size-5" />
      </button>
      <Picture
        src={banner.image_url}
        alt=""
        sizes="6rem"
        widest={320}
        className={classes(
          'aspect-4/3 w-20 shrink-0 rounded-picture object-cover sm:w-24',
          state !== 'running' && 'opacity-60',
        )}
      />
      <div className="grid min-w-36 flex-1 gap-1">
        <p className="font-medium">{name}</p>
        {banner.description ? (
          <p className="line-clamp-1 text-ink-soft text-sm">{banner.description}</p>
        ) : null}
        <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
          <Badge tone={stateTones[state]}>{t(`state_${state}`)}</Badge>
          <span>{windowText(t, from, to)}</span>
        </p>
      </div>
      <div className="ms-auto">
        <RowActions
          actions={[
            { icon: Eye, label: t('preview', { name }), run: onPreview },
            { icon: Pencil, label: t('edit', { name }), run: onEdit },
            { icon: Trash2, label: t('delete', { name }), run: remove, busy },
          ]}
        />
      </div>
    </li>
  );
}

function windowText(
  t: Translator<typeof adminBannersMessages>,
  from: string | null,
  to: string | null,
): string {
  if (from && to) return t('windowFromTo', { from: formatDateTime(from), to: formatDateTime(to) });
  if (from) return t('windowFrom', { from: formatDateTime(from) });
  return to ? t('windowTo', { to: formatDateTime(to) }) : t('windowAlways');
}
