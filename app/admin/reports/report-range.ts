import { oneOf } from '../ui/list/url-state.ts';
import { dayAfter, dayOf } from '../ui/shop-time.ts';

export const reportKinds = [
  'sales',
  'products',
  'variants',
  'categories',
  'customers',
  'stock',
  'discounts',
  'slots',
  'refused_places',
  'refused_carriers',
  'refused_products',
  'files',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Reports with a comparison. */
export const compared: readonly ReportKind[] = ['sales', 'products', 'variants', 'categories', 'discounts'];

export const comparisons = ['before', 'year', 'none'] as const;
export const buckets = ['day', 'week', 'month'] as const;
export type TimeBucket = (typeof buckets)[number];

/** First and last day, inclusive, in store time: "2026-03-01". */
export type Days = { from: string; to: string };

/** A report's query, stored in the URL. */
export type ReportQuery = Days & {
  kind: ReportKind;
  compare: (typeof comparisons)[number];
  by: TimeBucket;
  /** Comparison period; null for none. */
  before: Days | null;
};

const aDay = 86_400_000;
/** The database allows at most ten years. */
const longest = 3650;

const time = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Returns the number of days in a range. */
export function daysIn({ from, to }: Days): number {
  return Math.round((time(to) - time(from)) / aDay) + 1;
}

/** Returns error keys of typed days by field; empty when valid. */
export function rangeRefusal(from: string, to: string, today: string) {
  if (!dayOf(from)) return { from: 'dayMissing' } as const;
  if (!dayOf(to)) return { to: 'dayMissing' } as const;
  if (from < '2000-01-01') return { from: 'dayTooEarly' } as const;
  if (from > today) return { from: 'dayToCome' } as const;
  if (to < from) return { to: 'daysTurned' } as const;
  return daysIn({ from, to }) > longest ? ({ to: 'daysTooMany' } as const) : {};
}

/** Returns the same day of the previous year; 29 February becomes 28 February. */
function yearBefore(day: string): string {
  const sameDay = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return dayOf(sameDay.padStart(10, '0')) || dayAfter(`${sameDay.slice(0, 5).padStart(5, '0')}03-01`, -1);
}

/** Returns the predefined ranges: the last days, and calendar months. */
export function namedRanges(today: string) {
  const month = `${today.slice(0, 7)}-01`;
  const lastDayOfPreviousMonth = dayAfter(month, -1);
  return [
    { name: 'today', from: today, to: today },
    { name: 'last7', from: dayAfter(today, -6), to: today },
    { name: 'last30', from: dayAfter(today, -29), to: today },
    { name: 'last90', from: dayAfter(today, -89), to: today },
    { name: 'thisMonth', from: month, to: today },
    { name: 'lastMonth', from: `${lastDayOfPreviousMonth.slice(0, 7)}-01`, to: lastDayOfPreviousMonth },
    { name: 'thisYear', from: `${today.slice(0, 4)}-01-01`, to: today },
  ] as const;
}

/** Returns the bucket size that gives a range a readable number of points. */
function defaultBucket(range: Days): TimeBucket {
  const days = daysIn(range);
  return days <= 62 ? 'day' : days <= 400 ? 'week' : 'month';
}

/**
 * Parses the query from a URL: the last thirty days by default; reversed days are swapped, invalid values
 * ignored. `today` is in store time.
 */
export function reportQuery(query: URLSearchParams, today: string): ReportQuery {
  const [first, last] = [dayOf(query.get('from')), dayOf(query.get('to'))];
  const to = last || (first && first > today ? first : today);
  const from = first || dayAfter(to, -29);
  const range = from <= to ? { from, to } : { from: to, to: from };
  if (daysIn(range) > longest) range.from = dayAfter(range.to, 1 - longest);
  const compare = oneOf(comparisons, query.get('compare'));
  const days = daysIn(range);
  const before = {
    before: { from: dayAfter(range.from, -days), to: dayAfter(range.from, -1) },
    year: { from: yearBefore(range.from), to: yearBefore(range.to) },
    none: null,
  }[compare];
  const by = buckets.find((bucket) => bucket === query.get('by')) ?? defaultBucket(range);
  return { ...range, kind: oneOf(reportKinds, query.get('report')), compare, by, before };
}
