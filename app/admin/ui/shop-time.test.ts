import { describe, expect, it } from 'vitest';
import {
  dayAfter,
  dayOf,
  shopDay,
  shopTimeInput,
  shopTimeIso,
  shopTimeText,
  sundayOf,
  weekdayOf,
} from './shop-time.ts';

describe('store time', () => {
  it.each([
    ['2026-01-15T10:00:00.000Z', '2026-01-15T12:00'],
    ['2026-07-15T10:00:00.000Z', '2026-07-15T13:00'],
    // Egypt's summer time starts on the last Friday of April and ends on the last Thursday of October.
    ['2026-04-23T21:59:00.000Z', '2026-04-23T23:59'],
    ['2026-04-23T22:00:00.000Z', '2026-04-24T01:00'],
    ['2026-10-29T21:30:00.000Z', '2026-10-29T23:30'],
  ])('%s is %s in an input and converts back', (iso, input) => {
    expect(shopTimeInput(iso)).toBe(input);
    expect(shopTimeInput(shopTimeIso(input))).toBe(input);
  });

  it('a file has times in the format that spreadsheets read', () => {
    expect(shopTimeText('2026-07-15T10:00:00.000Z')).toBe('2026-07-15 13:00');
    expect(shopTimeText(null)).toBe('');
  });

  it('an empty input is no time', () => {
    expect([shopTimeInput(null), shopTimeInput('rubbish')]).toEqual(['', '']);
    expect([shopTimeIso(''), shopTimeIso('rubbish')]).toEqual([null, null]);
  });

  it('adds days across months and returns weekdays', () => {
    expect(shopDay(Date.parse('2026-02-28T22:30:00Z'))).toBe('2026-03-01');
    expect(shopDay(Date.parse('2026-07-01T20:59:00Z'))).toBe('2026-07-01');
    expect(shopDay(Date.parse('2026-07-01T21:00:00Z'))).toBe('2026-07-02');
    expect(dayAfter('2026-02-27', 3)).toBe('2026-03-02');
    expect(['2026-02-28', '2026-02-29', '26-2-1', 'now', null].map(dayOf)).toEqual([
      '2026-02-28',
      '',
      '',
      '',
      '',
    ]);
    expect([weekdayOf('2026-03-01'), weekdayOf('2026-03-07')]).toEqual([0, 6]);
  });
});

it('any day of a week leads to its Sunday', () => {
  expect(sundayOf('2026-03-01')).toBe('2026-03-01');
  expect(sundayOf('2026-03-07')).toBe('2026-03-01');
  expect(sundayOf('2026-99-99')).toBe(sundayOf(null));
  expect(sundayOf('rubbish')).toBe(sundayOf(null));
});
