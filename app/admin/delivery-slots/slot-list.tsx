import { type ReactNode, useMemo } from 'react';
import { formatWeekday } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminSlotsTexts } from '#app/i18n/texts/admin-slots.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { classes } from '#app/ui/classes.ts';
import { FieldError } from '#app/ui/field.tsx';
import type { StoredZone } from '../settings/zones/zone-form.ts';
import { errorMessage } from '../ui/error-message.ts';
import { columnsOf } from '../ui/list/features.ts';
import { CheckboxInput, SelectInput, TextInput } from '../ui/resource/inputs.tsx';
import type { Resource } from '../ui/resource/resource.ts';
import { ResourceList } from '../ui/resource/resource-list.tsx';
import { saveRow } from '../ui/resource/rows.ts';
import { useStable } from '../ui/use-stable.ts';
import {
  freeDays,
  type SlotForm,
  type StoredSlot,
  slotColumns,
  slotForm,
  slotFormValues,
  weekdays,
} from './slot-form.ts';
import { addSlots, readSlots, type SlotInWeek, SlotsExist } from './slots-data.ts';

const column = columnsOf<SlotInWeek>();
const startOf = ({ day_of_week: day, from_time: from }: StoredSlot) => `${day} ${from}`;
const byStart = (one: { original: StoredSlot }, other: { original: StoredSlot }) =>
  startOf(one.original).localeCompare(startOf(other.original));
const isFull = ({ capacity, booked }: SlotInWeek) => capacity !== null && booked >= capacity;

type SlotsProps = {
  slots: SlotInWeek[];
  zones: readonly StoredZone[];
  /** First day of the displayed week. */
  sunday: string;
  /** Controls of the displayed week. */
  week: ReactNode;
};

/** The resource of the store's delivery slots, with their bookings in a week. */
function useSlots({ slots, zones, sunday }: Omit<SlotsProps, 'week'>): Resource<SlotInWeek, SlotForm> {
  const t = adminSlotsTexts();
  const tAdmin = adminTexts();
  const add = useStable((values: SlotForm) => addSlots(values, slots));
  const countNew = useStable((values: SlotForm) => freeDays(values, slots).length);
  const reread = useStable(async (id: string) => (await readSlots(sunday)).find((slot) => slot.id === id));
  return useMemo(() => {
    const nameOf = (slot: StoredSlot) =>
      t('slot', {
        day: formatWeekday(slot.day_of_week),
        from: slot.from_time.slice(0, 5),
        to: slot.to_time.slice(0, 5),
      });
    const zoneName = (id: string | null) =>
      id === null ? t('everywhere') : (zones.find((zone) => zone.id === id)?.name ?? '');
    return {
      list: 'slots',
      entity: 'slot',
      title: t('title'),
      nameOf,
      sort: 'slot',
      add: t('add'),
      none: t('none'),
      noneWhy: t('noneWhy'),
      columns: column.columns([
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
        column.accessor(({ zone_id }) => zoneName(zone_id), {
          id: 'zone',
          header: t('zone'),
          meta: { from: '2xl', hiddenByDefault: zones.length === 0, className: 'text-ink-soft' },
        }),
        column.accessor((slot) => (slot.is_active ? (isFull(slot) ? t('full') : '') : t('off')), {
          id: 'state',
          header: t('state'),
          meta: { from: 'lg', className: 'whitespace-nowrap' },
          cell: ({ getValue, row: { original: slot } }) =>
            getValue() ? <Badge tone={slot.is_active ? 'warning' : 'neutral'}>{getValue()}</Badge> : null,
        }),
      ]),
      form: {
        schema: slotForm,
        values: (slot) => ({ ...slotFormValues(slot), ...(slot ? {} : { days: [] }) }),
        labels: {
          days: t('day'),
          from: t('from'),
          to: t('to'),
          capacity: t('capacity'),
          cutOff: t('cutOffHours'),
          zone: t('zone'),
          isActive: t('isActive'),
        },
        formatField: (field, value) => {
          if (field === 'zone') return zoneName(value === '' ? null : String(value));
          return field === 'days' && Array.isArray(value)
            ? value.map((day) => formatWeekday(Number(day))).join(', ')
            : undefined;
        },
        fields: ({ register, formState: { errors } }, { kind }) => (
          <>
            {kind === 'edit' ? (
              <SelectInput
                name="days.0"
                label={t('day')}
                options={weekdays.map((day) => ({ value: String(day), label: formatWeekday(day) }))}
              />
            ) : (
              <fieldset aria-describedby="slot-days" className="min-w-0">
                <legend className="mb-1 font-medium text-sm">{t('days')}</legend>
                <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
                  {weekdays.map((day) => (
                    <Checkbox
                      key={day}
                      label={formatWeekday(day)}
                      value={String(day)}
                      {...register('days')}
                    />
                  ))}
                </div>
                <FieldError id="slot-days">{errors.days?.message}</FieldError>
              </fieldset>
            )}
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextInput name="from" type="time" />
              <TextInput name="to" type="time" />
              <TextInput name="capacity" hint={t('capacityHint')} inputMode="numeric" />
              <TextInput name="cutOff" inputMode="numeric" className="justify-end" />
            </div>
            {zones.length > 0 ? (
              <SelectInput
                name="zone"
                options={[
                  { value: '', label: t('everywhere') },
                  ...zones.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            ) : null}
            <CheckboxInput name="isActive" />
          </>
        ),
        write: (values, base) =>
          base
            ? saveRow('delivery_slots', base, slotColumns(values, values.days[0] ?? '0'), reread)
            : add(values),
        title: ({ kind, row }) =>
          row ? t(kind === 'edit' ? 'editTitle' : 'copy', { slot: nameOf(row) }) : t('addTitle'),
        save: ({ kind }) => t(kind === 'copy' ? 'copyHere' : 'save'),
        saved: (values, { kind, row }) =>
          kind === 'edit' ? tAdmin('saved', { name: nameOf(row) }) : t('added', { count: countNew(values) }),
        failed: (error) =>
          error instanceof SlotsExist ? t('allThere') : `${t('failed')}: ${errorMessage(error)}`,
      },
      copy: {
        label: (slot) => t('copy', { slot: nameOf(slot) }),
        values: (slot) => ({ ...slotFormValues(slot), days: [] }),
      },
      switches: { table: 'delivery_slots', isActive: (slot) => slot.is_active, failed: t('failed') },
      deletes: { table: 'delivery_slots', failed: t('deleteFailed') },
    };
  }, [t, tAdmin, add, countNew, reread, zones]);
}

/** List of the store's delivery slots, with add, edit, copy, switch and delete. */
export function Slots({ week, ...inWeek }: SlotsProps) {
  return <ResourceList resource={useSlots(inWeek)} rows={inWeek.slots} filters={week} />;
}

/** Number of bookings, as a bar if there is a limit. */
function Bookings({ slot }: { slot: SlotInWeek }) {
  const t = adminSlotsTexts();
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
