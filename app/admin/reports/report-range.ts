import { oneOf } from '../kit/list/url-state.ts';
import { dayAfter, dayOf } from '../kit/shop-time.ts';

export const reportKinds = [
  'sales',
  'products',
  'categories',
  'customers',
  'stock',
  'discounts',
  'slots',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Which reports are held against other days. */
export const compared: readonly ReportKind[] = ['sales', 'products', 'categories', 'discounts'];

export const comparisons = ['before', 'year', 'none'] as const;
export const buckets = ['day', 'week', 'month'] as const;
export type Bucket = (typeof buckets)[number];

/** First and last day, both included, as the shops' calendar has them: "2026-03-01". */
export type Days = { from: string; to: string };

/** What staff look at; all of it stands in the address. */
export type ReportQuery = Days & {
  kind: ReportKind;
  compare: (typeof comparisons)[number];
  by: Bucket;
  /** The days that the figures are held against; null for none. */
  before: Days | null;
};

const aDay = 86_400_000;
/** The database answers for ten years at most. */
const longest = 3650;

const time = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** How many days a range has. */
export function daysIn({ from, to }: Days): number {
  return Math.round((time(to) - time(from)) / aDay) + 1;
}

/** Why the days that somebody typed make no report, by the field it is said at; nothing where they do. */
export function rangeRefusal(from: string, to: string, today: string) {
  if (!dayOf(from)) return { from: 'dayMissing' } as const;
  if (!dayOf(to)) return { to: 'dayMissing' } as const;
  if (from < '2000-01-01') return { from: 'dayTooEarly' } as const;
  if (from > today) return { from: 'dayToCome' } as const;
  if (to < from) return { to: 'daysTurned' } as const;
  return daysIn({ from, to }) > longest ? ({ to: 'daysTooMany' } as const) : {};
}

/** The same days of the year before; the 29th of February becomes the 28th. */
function yearBefore(day: string): string {
  const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return dayOf(earlier.padStart(10, '0')) || dayAfter(`${earlier.slice(0, 5).padStart(5, '0')}03-01`, -1);
}

/** Days worth a click: the last so many, and calendar months. */
export function namedRanges(today: string) {
  const month = `${today.slice(0, 7)}-01`;
  const lastDayBefore = dayAfter(month, -1);
  return [
    { name: 'today', from: today, to: today },
    { name: 'last7', from: dayAfter(today, -6), to: today },
    { name: 'last30', from: dayAfter(today, -29), to: today },
    { name: 'last90', from: dayAfter(today, -89), to: today },
    { name: 'thisMonth', from: month, to: today },
    { name: 'lastMonth', from: `${lastDayBefore.slice(0, 7)}-01`, to: lastDayBefore },
    { name: 'thisYear', from: `${today.slice(0, 4)}-01-01`, to: today },
  ] as const;
}

/** The step that gives a range a readable number of points. */
function fittingBucket(range: Days): Bucket {
  const days = daysIn(range);
  return days <= 62 ? 'day' : days <= 400 ? 'week' : 'month';
}

/**
 * What an address asks for: the last thirty days by default, days in the wrong order are exchanged, and what makes no
 * sense counts as not said. `today` is the shops' day.
 */
export function reportQuery(query: URLSearchParams, today: string): ReportQuery {
  const asked = [dayOf(query.get('from')), dayOf(query.get('to'))];
  const to = asked[1] || (asked[0] && asked[0] > today ? asked[0] : today);
  const from = asked[0] || dayAfter(to, -29);
  const range = from <= to ? { from, to } : { from: to, to: from };
  if (daysIn(range) > longest) range.from = dayAfter(range.to, 1 - longest);
  const compare = oneOf(comparisons, query.get('compare'));
  const days = daysIn(range);
  const before = {
    before: { from: dayAfter(range.from, -days), to: dayAfter(range.from, -1) },
    year: { from: yearBefore(range.from), to: yearBefore(range.to) },
    none: null,
  }[compare];
  const by = buckets.find((bucket) => bucket === query.get('by')) ?? fittingBucket(range);
  return { ...range, kind: oneOf(reportKinds, query.get('report')), compare, by, before };
}
