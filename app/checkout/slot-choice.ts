import type { OpenSlot } from './use-checkout-data.ts';

/** A delivery time as it was chosen; both parts are '' for any time. */
export interface SlotChoice {
  /** ISO day. */
  day: string;
  /** Which of the day's times, see {@link slotKeyOf}. */
  key: string;
}

export const anyTime: SlotChoice = { day: '', key: '' };

/** The key of a delivery time on a day. */
export const slotKeyOf = (slot: Pick<OpenSlot, 'id' | 'day'>): string => `${slot.id} ${slot.day}`;

/** A day with its first time, to begin with. */
export function dayChosen(slots: readonly OpenSlot[], day: string): SlotChoice {
  const first = slots.find((slot) => slot.day === day);
  return first ? { day, key: slotKeyOf(first) } : anyTime;
}

/** The delivery time that an order would carry; null for any time, 'missing' while a day is chosen without one. */
export function chosenSlot(
  slots: readonly OpenSlot[],
  { day, key }: SlotChoice,
): OpenSlot | null | 'missing' {
  if (day === '') return null;
  return slots.find((slot) => slotKeyOf(slot) === key) ?? 'missing';
}
