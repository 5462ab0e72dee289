import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatRelative, formatWeekday } from './dates.ts';

describe('dates', () => {
  it('prints days and times in Cairo time', () => {
    expect(formatDate('2026-03-05T22:30:00Z')).toBe('6 Mar 2026');
    expect(formatDateTime('2026-01-05T12:05:00Z')).toBe('5 Jan 2026, 14:05');
  });

  it('names weekdays from Sunday', () => {
    expect([0, 1, 6].map((day) => formatWeekday(day))).toEqual(['Sunday', 'Monday', 'Saturday']);
  });

  it('says how long ago something was', () => {
    const now = Date.UTC(2026, 0, 10, 12);
    expect(formatRelative(now - 3 * 60_000, now)).toBe('3 minutes ago');
    expect(formatRelative(now - 1000, now)).toBe('now');
    expect(formatRelative(now + 2 * 86_400_000, now)).toBe('in 2 days');
  });

  it('refuses what is no date and names it', () => {
    expect(() => formatDate('soon')).toThrow('Not a date: soon');
  });
});
