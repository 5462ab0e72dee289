import { describe, expect, it } from 'vitest';
import { freeDays, type StoredSlot, slotColumns, slotForm, slotFormValues } from './slot-form.ts';

const stored: StoredSlot = {
  id: 'a',
  day_of_week: 4,
  from_time: '09:30:00',
  to_time: '12:00:00',
  capacity: null,
  cut_off_hours: 24,
  zone_id: 'z1',
  is_active: true,
  version: 1,
};

function refused(changes: Partial<ReturnType<typeof slotFormValues>>): string[] {
  const result = slotForm.safeParse({ ...slotFormValues(null), ...changes });
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
}

describe('the delivery slot form', () => {
  it('reads back unchanged', () => {
    const form = slotForm.parse(slotFormValues(stored));
    expect(slotColumns(form, form.days[0] ?? '')).toEqual({
      day_of_week: 4,
      from_time: '09:30',
      to_time: '12:00',
      capacity: null,
      cut_off_hours: 24,
      zone_id: 'z1',
      is_active: true,
    });
  });

  it('ends at midnight, which the time input shows as 00:00', () => {
    const night = slotForm.parse({ ...slotFormValues(null), from: '22:00', to: '00:00' });
    expect(slotColumns(night, '1')).toMatchObject({ from_time: '22:00', to_time: '24:00' });
    const kept = { ...stored, from_time: '22:00:00', to_time: '24:00:00' };
    expect(slotFormValues(kept).to).toBe('00:00');
    expect(freeDays({ ...slotFormValues(kept), days: ['4'] }, [kept])).toEqual([]);
  });

  it.each([
    [{ days: [] }, 'days'],
    [{ from: '25:00' }, 'from'],
    [{ to: '' }, 'to'],
    [{ from: '14:00', to: '14:00' }, 'to'],
    [{ from: '14:00', to: '00:30' }, 'to'],
    [{ capacity: '-1' }, 'capacity'],
    [{ capacity: '2.5' }, 'capacity'],
    [{ cutOff: '' }, 'cutOff'],
    [{ cutOff: '337' }, 'cutOff'],
  ])('rejects %j at %s', (changes, path) => {
    expect(refused(changes)).toContain(path);
  });

  it('treats a capacity of 0 as a limit, not as unlimited', () => {
    const form = slotForm.parse({ ...slotFormValues(null), capacity: '0' });
    expect(slotColumns(form, '0').capacity).toBe(0);
  });

  it('copies a slot only to days without it', () => {
    const form = { ...slotFormValues(stored), days: ['3', '4'] };
    expect(freeDays(form, [stored])).toEqual(['3']);
    expect(freeDays({ ...form, to: '13:00' }, [stored])).toEqual(['3', '4']);
    expect(freeDays({ ...form, zone: '' }, [stored])).toEqual(['3', '4']);
  });
});
