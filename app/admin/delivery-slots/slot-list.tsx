import { Copy, Pencil, Power, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { formatWeekday } from '#app/i18n/format.ts';
import adminSlotsMessages from '#app/i18n/messages/en/admin-slots.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { BulkButtons, deletionOf } from '../kit/list/bulk-buttons.tsx';
import { DataTable } from '../kit/list/data-table.tsx';
import { columnsOf } from '../kit/list/features.ts';
import { RowActions } from '../kit/list/row-actions.tsx';
import { deleteRows, restoreRows } from '../kit/undo.ts';
import { useChange } from '../kit/use-change.ts';
import type { SlotTask } from './slot-editor.tsx';
import type { StoredSlot } from './slot-form.ts';
import { type SlotInWeek, switchSlots } from './slots-data.ts';

type SlotListProps = {
  slots: SlotInWeek[];
  /** Controls of the displayed week. */
  week: ReactNode;
  action: ReactNode;
  onTask: (task: SlotTask) => void;
};

const column = columnsOf<SlotInWeek>();
const rowId = ({ id }: SlotInWeek) => id;
const startOf = ({ day_of_week: day, from_time: from }: StoredSlot) => `${day} ${from}`;
const byStart = (one: { original: StoredSlot }, other: { original: StoredSlot }) =>
  startOf(one.original).localeCompare(startOf(other.original));
const isFull = ({ capacity, booked }: SlotInWeek) => capacity !== null && booked >= capacity;

/** Returns a function that names a slot: "Friday, 10:00–14:00". */
function useSlotName() {
  const t = useTranslations('admin-slots', adminSlotsMessages);
  return useCallback(
    (slot: StoredSlot) =>
      t('slot', {
        day: formatWeekday(slot.day_of_week),
        from: slot.from_time.slice(0, 5),
        to: slot.to_time.slice(0, 5),
      }),
    [t],
  );
}

/** List of the store's delivery slots with their bookings in a week. */
export function SlotList({ slots, week, action, onTask }: SlotListProps) {
  const t = useTranslations('admin-slots', adminSlotsMessages);
  const nameOf = useSlotName();
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(nameOf, {
          id: 'slot',
          sortFn: byStart,
          header: t('column_slot'),
          enableHiding: false,
          meta: { isMain: true, className: 'font-medium' },
          cell: ({ getValue }) => <span className="@lg:whitespace-nowrap">{getValue()}</span>,
        }),
        column.accessor('booked', {
          header: t('taken'),
          meta: { from: 'lg', className: 'w-full min-w-40' },
          cell: ({ row: { original: slot } }) => <Bookings slot={slot} />,
        }),
        column.accessor(({ capacity }) => capacity ?? '', {
          id: 'capacity',
          header: t('capacity'),
          meta: { from: '3xl', align: 'end', hiddenByDefault: true, hiddenWhenFolded: true },
        }),
        column.accessor('cut_off_hours', {
          id: 'cut-off',
          header: t('closes'),
          meta: { from: '3xl', className: 'whitespace-nowrap text-ink-soft' },
          cell: ({ getValue }) => t('cutOff', { hours: getValue() }),
        }),
        column.accessor((slot) => (slot.is_active ? (isFull(slot) ? t('full') : '') : t('off')), {
          id: 'state',
          header: t('state'),
          meta: { from: 'lg', className: 'whitespace-nowrap' },
          cell: ({ getValue, row: { original: slot } }) =>
            getValue() ? <Badge tone={slot.is_active ? 'warning' : 'neutral'}>{getValue()}</Badge> : null,
        }),
        column.display({
          id: 'actions',
          header: t('actions'),
          enableHiding: false,
          meta: { unseenHead: true, className: 'w-0' },
          cell: ({ row: { original: slot } }) => <SlotActions slot={slot} onTask={onTask} />,
        }),
      ]),
    [t, nameOf, onTask],
  );
  const switchAction = (active: boolean) => ({
    label: t(active ? 'switchChosenOn' : 'switchChosenOff'),
    work: (chosen: readonly SlotInWeek[]) => switchSlots(chosen.map(rowId), active),
    undo: (chosen: readonly SlotInWeek[]) =>
      switchSlots(chosen.filter(({ is_active: before }) => before !== active).map(rowId), !active),
  });
  return (
    <DataTable
      list="slots"
      title={t('title')}
      columns={columns}
      rows={slots}
      rowId={rowId}
      nameOf={nameOf}
      sort="slot"
      filters={week}
      action={action}
      empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
      bulk={(chosen) => (
        <BulkButtons
          selected={chosen}
          actions={[switchAction(true), switchAction(false), deletionOf('delivery_slots', rowId)]}
        />
      )}
    />
  );
}

/** Number of bookings, as a bar where there is a limit. */
function Bookings({ slot }: { slot: SlotInWeek }) {
  const t = useTranslations('admin-slots', adminSlotsMessages);
  const { booked, capacity } = slot;
  if (capacity === null) return t('booked', { booked });
  return (
    <span className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="h-2 max-w-40 flex-1 overflow-hidden rounded-full bg-sunken @max-lg:hidden"
      >
        <span
          className={classes('block h-full rounded-full', isFull(slot) ? 'bg-warning-text' : 'bg-focus')}
          style={{ inlineSize: `${capacity === 0 ? 100 : Math.min(100, (booked / capacity) * 100)}%` }}
        />
      </span>
      <span className="whitespace-nowrap">{t('bookedOf', { booked, capacity })}</span>
    </span>
  );
}

function SlotActions({ slot, onTask }: { slot: SlotInWeek; onTask: SlotListProps['onTask'] }) {
  const t = useTranslations('admin-slots', adminSlotsMessages);
  const { busy, change } = useChange();
  const name = useSlotName()(slot);
  const { id, is_active: active } = slot;
  const toggle = () =>
    void change({
      run: () => switchSlots([id], !active),
      undo: () => switchSlots([id], active),
      done: t(active ? 'switchedOff' : 'switchedOn', { slot: name }),
      failed: t('failed'),
    });
  const remove = () =>
    void change({
      run: () => deleteRows('delivery_slots', [id]),
      undo: () => restoreRows('delivery_slots', [id]),
      done: t('deleted', { slot: name }),
      failed: t('deleteFailed'),
    });
  return (
    <RowActions
      actions={[
        {
          icon: Pencil,
          label: t('edit', { slot: name }),
          run: () => onTask({ kind: 'edit', slot, name }),
        },
        {
          icon: Copy,
          label: t('copy', { slot: name }),
          run: () => onTask({ kind: 'copy', slot, name }),
        },
        {
          icon: Power,
          label: t(active ? 'switchOff' : 'switchOn', { slot: name }),
          run: toggle,
          busy,
        },
        { icon: Trash2, label: t('delete', { slot: name }), run: remove },
      ]}
    />
  );
}
