import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter } from '../ui/shop-time.ts';
import { daysIn, namedRanges, rangeRefusal, reportQuery } from './report-range.ts';

const asked = (query: string, today = '2026-03-15') => reportQuery(new URLSearchParams(query), today);

describe('report range', () => {
  it.each([
    ['', '2026-03-01', { from: 'dayMissing' }],
    ['2026-03-01', 'soon', { to: 'dayMissing' }],
    ['0026-03-01', '2026-03-01', { from: 'dayTooEarly' }],
    ['2026-03-16', '2026-03-20', { from: 'dayToCome' }],
    ['2026-03-10', '2026-03-09', { to: 'daysTurned' }],
    ['2001-01-01', '2026-03-01', { to: 'daysTooMany' }],
    ['2026-03-01', '2026-03-20', {}],
  ])('from %j to %j is rejected with %j', (from, to, refusal) => {
    expect(rangeRefusal(from, to, '2026-03-15')).toEqual(refusal);
  });

  it('shows the last thirty days against the thirty before by default', () => {
    expect(asked('')).toEqual({
      kind: 'sales',
      from: '2026-02-14',
      to: '2026-03-15',
      compare: 'before',
      by: 'day',
      before: { from: '2026-01-15', to: '2026-02-13' },
    });
  });

  it('compares with the same days of the previous year, including leap days', () => {
    expect(asked('from=2024-02-29&to=2024-03-02&compare=year').before).toEqual({
      from: '2023-02-28',
      to: '2023-03-02',
    });
    expect(asked('compare=none').before).toBeNull();
  });

  it('swaps reversed days and ignores invalid values', () => {
    expect(asked('from=2026-03-10&to=2026-03-01')).toMatchObject({ from: '2026-03-01', to: '2026-03-10' });
    expect(asked('from=2026-02-30&to=yesterday&report=gold&compare=x&by=hour')).toEqual(asked(''));
    expect(asked('from=0001-01-01&to=2026-03-01')).toMatchObject({ to: '2026-03-01', by: 'month' });
    expect(asked('from=2026-05-01')).toMatchObject({ from: '2026-05-01', to: '2026-05-01' });
  });

  it('whatever the URL says, the comparison period has the same length and ends the day before the first', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.date({ noInvalidDate: true }), (from, to, date) => {
        const day = dayAfter('2026-01-01', date.getTime() % 5000);
        const range = reportQuery(new URLSearchParams({ from: `${day}${from}`, to: to || day }), day);
        expect(range.from <= range.to).toBe(true);
        expect(range.before && daysIn(range.before)).toBe(daysIn(range));
        expect(range.before && dayAfter(range.before.to, 1)).toBe(range.from);
      }),
    );
  });

  it('returns the months around a day', () => {
    const ranges = Object.fromEntries(namedRanges('2026-03-15').map(({ name, ...days }) => [name, days]));
    expect(ranges.lastMonth).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(ranges.thisMonth).toEqual({ from: '2026-03-01', to: '2026-03-15' });
    expect(ranges.last7).toEqual({ from: '2026-03-09', to: '2026-03-15' });
  });
});
