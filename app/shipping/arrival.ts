import { cairoDay } from '#app/i18n/format.ts';
import type { PublicSettings } from '#app/store/public-settings.ts';

/** First and last day of arrival as ISO dates; equal if one day is promised. */
export interface Arrival {
  from: string;
  until: string;
}

/** Days without delivery in Egypt: Friday and Saturday. */
const weekend = [5, 6];

/** The day that is `count` working days after an ISO date. */
function workingDaysAfter(day: string, count: number): string {
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

/** Arrival of an order placed at a time, by the store's settings. Zones may differ. */
export function arrivalOf(
  method: 'standard' | 'express',
  placedAt: string | number | Date,
  shipping: PublicSettings['shipping'],
): Arrival | null {
  return arrivalIn(
    method === 'express'
      ? { days_from: shipping.expressDaysFrom, days_to: shipping.expressDaysTo }
      : { days_from: shipping.standardDaysFrom, days_to: shipping.standardDaysTo },
    placedAt,
  );
}

const onTheWay: readonly string[] = ['awaiting_payment', 'pending', 'confirmed', 'in_production', 'shipped'];

/** Promised arrival of an order; null once it is no longer on its way, or the days have passed. */
export function orderArrival(
  order: { status: string; created_at: string } & PromisedDays,
  now: number | Date = Date.now(),
): Arrival | null {
  if (!onTheWay.includes(order.status)) return null;
  const arrival = arrivalIn(order, order.created_at);
  return arrival && arrival.until >= cairoDay(now) ? arrival : null;
}
