import { describe, expect, it } from 'vitest';
import { anyTime, chosenSlot, dayChosen } from './slot-choice.ts';

const slot = (id: string, day: string) => ({
  id,
  day,
  from: '10:00:00',
  to: '12:00:00',
  places: 1,
  closesAt: '2026-11-22T10:00:00Z',
});
const slots = [slot('a', '2026-11-23'), slot('b', '2026-11-23'), slot('a', '2026-11-24')];

describe('a delivery time', () => {
  it('is any, or the first of a day until another is chosen', () => {
    expect(chosenSlot(slots, anyTime)).toBeNull();
    expect(chosenSlot(slots, dayChosen(slots, '2026-11-24'))).toBe(slots[2]);
    expect(chosenSlot(slots, { day: '2026-11-23', key: 'b 2026-11-23' })).toBe(slots[1]);
    expect(dayChosen(slots, '')).toEqual(anyTime);
  });

  it('is missing, not any, once the chosen one is full', () => {
    const chosen = dayChosen(slots, '2026-11-23');
    expect(chosenSlot(slots.slice(1), chosen)).toBe('missing');
    expect(chosenSlot(slots.slice(2), chosen)).toBe('missing');
    expect(chosenSlot([], chosen)).toBe('missing');
  });
});
