import { cairoDay } from '#app/i18n/format.ts';

/** First and last day of arrival as ISO dates; equal if one day is promised. */
export interface Arrival {
  from: string;
  until: string;
}

/** Days without delivery in Egypt: Friday and Saturday. */
const weekend = [5, 6];

/** The day that is `count` working days after an ISO date, as in the database (tests/database/shared-rules.test.ts). */
export function workingDaysAfter(day: string, count: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  for (let left = count; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (!weekend.includes(date.getUTCDay())) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}

/** Working days until arrival, as in zone rates and orders; null for no promise. */
export interface PromisedDays {
  days_from: number | null;
  days_to: number | null;
}

/** Arrival of an order placed at a time, by its promised working days; null if none are promised. */
export function arrivalIn(
  { days_from: least, days_to: most }: PromisedDays,
  placedAt: string | number | Date,
): Arrival | null {
  if (most === null) return null;
  const day = cairoDay(placedAt);
  return {
    from: workingDaysAfter(day, Math.min(least ?? most, most)),
    until: workingDaysAfter(day, most),
  };
}
