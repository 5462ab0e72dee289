import type { OpenSlot } from './open-slots.ts';

/** The chosen delivery slot; both fields are '' for any time. */
export interface SlotChoice {
  /** ISO date. */
  day: string;
  /** Slot of the day, see {@link slotKeyOf}. */
  key: string;
}

export const anyTime: SlotChoice = { day: '', key: '' };

/** Identifies a slot on a day. */
export const slotKeyOf = (slot: Pick<OpenSlot, 'id' | 'day'>): string => `${slot.id} ${slot.day}`;

/** Selects a day with its first slot. */
export function dayChosen(slots: readonly OpenSlot[], day: string): SlotChoice {
  const first = slots.find((slot) => slot.day === day);
  return first ? { day, key: slotKeyOf(first) } : anyTime;
}

/** The slot to order; null for any time, 'missing' when a day is chosen without a slot. */
export function chosenSlot(
  slots: readonly OpenSlot[],
  { day, key }: SlotChoice,
): OpenSlot | null | 'missing' {
  if (day === '') return null;
  return slots.find((slot) => slotKeyOf(slot) === key) ?? 'missing';
}
