import { toPiastres } from '#app/lib/money.ts';
import { dayAfter, weekdayOf } from '../ui/shop-time.ts';
import type { TimeBucket } from './report-range.ts';

type DailySales = { bucket: string; orders: number; revenue: number; refunded: number };

/** A point of the sales plot: amounts in piastres; `before` is null without a comparison. */
export type SalesPoint = {
  day: string;
  orders: number;
  revenue: number;
  /** Amount refunded for orders of these days; not subtracted from revenue. */
  refunded: number;
  before: { day: string; orders: number; revenue: number } | null;
};

/** Returns the first day of a day's week (starting on Saturday) or month. */
export function bucketOf(day: string, by: TimeBucket): string {
  if (by === 'month') return `${day.slice(0, 7)}-01`;
  if (by === 'day') return day;
  return dayAfter(day, -((weekdayOf(day) + 1) % 7));
}

/**
 * Groups sales by day, week or month, paired with those of the comparison period. Days are paired by index,
 * and surplus last days join the last point, so that both series add up to their totals.
 */
export function salesSeries(
  sold: readonly DailySales[],
  before: readonly DailySales[] | null,
  by: TimeBucket,
): SalesPoint[] {
  const points = new Map<string, SalesPoint>();
  for (const { bucket, orders, revenue, refunded } of sold) {
    const day = bucketOf(bucket, by);
    const point = points.get(day) ?? { day, orders: 0, revenue: 0, refunded: 0, before: null };
    point.orders += orders;
    point.revenue += toPiastres(revenue);
    point.refunded += toPiastres(refunded);
    points.set(day, point);
  }
  for (const [index, { bucket: day, orders, revenue }] of (before ?? []).entries()) {
    const counterpart = sold[Math.min(index, sold.length - 1)];
    const point = counterpart && points.get(bucketOf(counterpart.bucket, by));
    if (!point) continue;
    point.before ??= { day, orders: 0, revenue: 0 };
    point.before.orders += orders;
    point.before.revenue += toPiastres(revenue);
  }
  return [...points.values()];
}

/** Returns the relative change; null when the previous value is 0. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}
