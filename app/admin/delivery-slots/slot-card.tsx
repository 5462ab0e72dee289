import { Copy, Pencil, Power, Trash2 } from 'lucide-react';
import adminSlotsMessages from '#app/i18n/messages/en/admin-slots.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import { RowActions } from '../kit/list/row-actions.tsx';
import { useChange } from '../kit/use-change.ts';
import { deleteSlot, restoreSlot, type SlotInWeek, switchSlot } from './slots-data.ts';

type SlotCardProps = { slot: SlotInWeek; name: string; onEdit: () => void; onCopy: () => void };

/** One delivery slot with how full it is on the day that is looked at. */
export function SlotCard({ slot, name, onEdit, onCopy }: SlotCardProps) {
  const t = useTranslations('admin-slots', adminSlotsMessages);
  const { busy, change } = useChange();
  const { id, booked, capacity, is_active: active } = slot;
  const full = capacity !== null && booked >= capacity;
  const times = t('times', { from: slot.from_time.slice(0, 5), to: slot.to_time.slice(0, 5) });

  const toggle = () =>
    void change({
      work: () => switchSlot(id, !active),
      undo: () => switchSlot(id, active),
      done: t(active ? 'switchedOff' : 'switchedOn', { slot: name }),
      failed: t('failed'),
    });
  const remove = () =>
    void change({
      work: () => deleteSlot(id),
      undo: () => restoreSlot(slot),
      done: t('deleted', { slot: name }),
      failed: t('deleteFailed'),
    });

  return (
    <li
      className={classes(
        'grid content-start gap-2 rounded-card border bg-surface p-3',
        !active && 'border-dashed bg-transparent',
      )}
    >
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-details font-semibold tabular-nums">{times}</span>
        {active ? null : <Badge>{t('off')}</Badge>}
        {active && full ? <Badge tone="warning">{t('full')}</Badge> : null}
      </p>
      {capacity === null ? null : (
        <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
          <div
            className={classes('h-full rounded-full', full ? 'bg-warning-text' : 'bg-focus')}
            style={{ inlineSize: `${capacity === 0 ? 100 : Math.min(100, (booked / capacity) * 100)}%` }}
          />
        </div>
      )}
      <p className="text-sm">
        {capacity === null ? t('booked', { booked }) : t('bookedOf', { booked, capacity })}
      </p>
      <p className="text-ink-soft text-sm">{t('cutOff', { hours: slot.cut_off_hours })}</p>
      <div className="-mx-2 flex">
        <RowActions
          actions={[
            { icon: Pencil, label: t('edit', { slot: name }), run: onEdit },
            { icon: Copy, label: t('copy', { slot: name }), run: onCopy },
            {
              ...{ icon: Power, label: t(active ? 'switchOff' : 'switchOn', { slot: name }) },
              ...{ run: toggle, busy },
            },
            { icon: Trash2, label: t('delete', { slot: name }), run: remove },
          ]}
        />
      </div>
    </li>
  );
}
