import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter } from '../ui/shop-time.ts';
import { buckets } from './report-range.ts';
import { bucketOf, changeOf, salesSeries } from './sales-series.ts';

const month = (first: string, length: number) =>
  Array.from({ length }, (_, n) => ({ bucket: dayAfter(first, n), orders: 1, revenue: 0.1, refunded: 0.05 }));

describe('sales series', () => {
  it('weeks start on Saturday, months on the first', () => {
    expect(bucketOf('2026-03-06', 'week')).toBe('2026-02-28');
    expect(bucketOf('2026-03-07', 'week')).toBe('2026-03-07');
    expect(bucketOf('2026-03-07', 'month')).toBe('2026-03-01');
    expect(bucketOf('2026-03-07', 'day')).toBe('2026-03-07');
  });

  it('pairs each day with the comparison day at the same position', () => {
    const points = salesSeries(month('2026-03-01', 10), month('2026-02-19', 10), 'week');
    expect(points).toEqual([
      {
        day: '2026-02-28',
        orders: 6,
        revenue: 60,
        refunded: 30,
        before: { day: '2026-02-19', orders: 6, revenue: 60 },
      },
      {
        day: '2026-03-07',
        orders: 4,
        revenue: 40,
        refunded: 20,
        before: { day: '2026-02-25', orders: 4, revenue: 40 },
      },
    ]);
    expect(salesSeries(month('2026-03-01', 1), null, 'day')[0]?.before).toBeNull();
  });

  it('loses no piastre, however days are grouped', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 400 });
    const rows = (first: string, piastres: number[]) =>
      piastres.map((amount, n) => ({
        bucket: dayAfter(first, n),
        orders: n,
        revenue: amount / 100,
        refunded: 0,
      }));
    fc.assert(
      fc.property(amounts, amounts, fc.constantFrom(...buckets), (now, before, by) => {
        const points = salesSeries(rows('2025-01-09', now), rows('2024-01-09', before), by);
        const sum = (list: number[]) => list.reduce((total, amount) => total + amount, 0);
        expect(sum(points.map((point) => point.revenue))).toBe(sum(now));
        expect(sum(points.map((point) => point.before?.revenue ?? 0))).toBe(sum(before));
      }),
    );
  });

  it('a change from 0 has no percentage', () => {
    expect(changeOf(150, 100)).toBe(0.5);
    expect(changeOf(0, 100)).toBe(-1);
    expect(changeOf(5, 0)).toBeNull();
  });
});
