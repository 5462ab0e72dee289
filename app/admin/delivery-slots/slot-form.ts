import { z } from 'zod';
import { adminSlotsTexts } from '#app/i18n/texts/admin-slots.ts';
import type englishAdminSlots from '#app/i18n/texts/en/admin-slots.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { optionalCount } from '../ui/edit/field-schemas.ts';

const message = (key: PlainKey<typeof englishAdminSlots>) => () => adminSlotsTexts()(key);

/** Weekdays as stored; 0 is Sunday. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: message('timeWrong') });

/** Returns the end of a slot as stored: a day ends at 24:00, which time inputs show as 00:00. */
const endOfSlot = (to: string) => (to === '00:00' ? '24:00' : to);

/** Schema of the slot form: days as strings, times as HH:MM, '' capacity for no limit. */
export const slotForm = z
  .object({
    days: z.array(z.string()).min(1, { error: message('daysMissing') }),
    from: time,
    to: time,
    capacity: optionalCount(message('capacityWrong'), { least: 0, most: 100_000 }),
    cutOff: optionalCount(message('cutOffWrong'), { least: 0, most: 336 }).refine((typed) => typed !== '', {
      error: message('cutOffWrong'),
    }),
    /** Id of a zone; '' for everywhere. */
    zone: z.string(),
    isActive: z.boolean(),
  })
  .refine(({ from, to }) => endOfSlot(to) > from, { error: message('timesWrong'), path: ['to'] });

export type SlotForm = z.output<typeof slotForm>;

/** A stored slot; times are HH:MM:SS. */
export type StoredSlot = Omit<Tables<'delivery_slots'>, 'tenant_id' | 'created_at' | 'updated_at'>;

/** Returns the form values of a slot, or the defaults of a new one. */
export function slotFormValues(slot: StoredSlot | null): SlotForm {
  return {
    days: [String(slot?.day_of_week ?? 0)],
    from: slot?.from_time.slice(0, 5) ?? '10:00',
    to: slot?.to_time.slice(0, 5).replace('24:00', '00:00') ?? '14:00',
    capacity: String(slot?.capacity ?? ''),
    cutOff: String(slot?.cut_off_hours ?? 12),
    zone: slot?.zone_id ?? '',
    isActive: slot?.is_active ?? true,
  };
}

/** Returns the columns that the form sets, for one of its days. */
export function slotColumns({ from, to, capacity, cutOff, zone, isActive }: SlotForm, day: string) {
  return {
    day_of_week: Number(day),
    from_time: from,
    to_time: endOfSlot(to),
    capacity: capacity === '' ? null : Number(capacity),
    cut_off_hours: Number(cutOff),
    zone_id: zone === '' ? null : zone,
    is_active: isActive,
  };
}

/** Returns the days of a form that have no slot at these times yet. */
export function freeDays({ days, from, to, zone }: SlotForm, slots: readonly StoredSlot[]): string[] {
  return days.filter(
    (day) =>
      !slots.some(
        (slot) =>
          slot.day_of_week === Number(day) &&
          (slot.zone_id ?? '') === zone &&
          slot.from_time.slice(0, 5) === from &&
          slot.to_time.slice(0, 5) === endOfSlot(to),
      ),
  );
}
