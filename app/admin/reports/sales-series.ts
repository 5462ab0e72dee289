import { toPiastres } from '#app/lib/money.ts';
import { dayAfter } from '../kit/shop-time.ts';
import type { Bucket } from './report-range.ts';

type SoldOn = { bucket: string; orders: number; revenue: number; refunded: number };

/** A point of the sales plot: amounts in piastres, the comparison's null where there is none. */
export type SalesPoint = {
  day: string;
  orders: number;
  revenue: number;
  /** What was given back of orders of these days; no part of the revenue. */
  refunded: number;
  before: { day: string; orders: number; revenue: number } | null;
};

/** The first day of the week (from Saturday) or month that a day is in. */
export function bucketOf(day: string, by: Bucket): string {
  if (by === 'month') return `${day.slice(0, 7)}-01`;
  if (by === 'day') return day;
  const sinceSaturday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 1) % 7;
  return dayAfter(day, -sinceSaturday);
}

/**
 * Sales by day, week or month beside those of the days they are held against. Each day of the comparison stands by the
 * day in the same place of the range, and a last day without one by the last, so that both add up to their own totals.
 */
export function salesSeries(
  sold: readonly SoldOn[],
  before: readonly SoldOn[] | null,
  by: Bucket,
): SalesPoint[] {
  const points = new Map<string, SalesPoint>();
  for (const { bucket: day, orders, revenue, refunded } of sold) {
    const point = points.get(bucketOf(day, by)) ?? {
      ...{ day: bucketOf(day, by), orders: 0, revenue: 0, refunded: 0 },
      before: null,
    };
    point.orders += orders;
    point.revenue += toPiastres(revenue);
    point.refunded += toPiastres(refunded);
    points.set(point.day, point);
  }
  for (const [index, { bucket: day, orders, revenue }] of (before ?? []).entries()) {
    const partner = sold[Math.min(index, sold.length - 1)];
    const point = partner && points.get(bucketOf(partner.bucket, by));
    if (!point) continue;
    point.before ??= { day, orders: 0, revenue: 0 };
    point.before.orders += orders;
    point.before.revenue += toPiastres(revenue);
  }
  return [...points.values()];
}

/** How much a figure changed, as a share of the one before; null where there was nothing before. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}
