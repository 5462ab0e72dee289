import { cairoDay } from '#app/i18n/format.ts';
import type { PublicSettings } from '#app/store/public-settings.ts';

/** The days between which an order arrives, ISO dates; the same day twice where one is promised. */
export interface Arrival {
  from: string;
  until: string;
}

/** Days without delivery in Egypt: Friday and Saturday. */
const weekend = [5, 6];

/** The day that is so many working days after an ISO date. */
function workingDaysAfter(day: string, count: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  for (let left = count; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (!weekend.includes(date.getUTCDay())) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}

/** Working days after which something arrives, as a zone's rates and orders have them; null for no promise. */
export interface PromisedDays {
  days_from: number | null;
  days_to: number | null;
}

/** When an order arrives that is placed at a moment, by the working days that are promised; null where none are. */
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

/** When an order arrives that is placed at a moment, by the days of the store's settings, which zones may differ from. */
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

/** When an order arrives, as far as that is promised: null once it is no longer on its way, and when the days have passed. */
export function orderArrival(
  order: { status: string; created_at: string } & PromisedDays,
  now: number | Date = Date.now(),
): Arrival | null {
  if (!onTheWay.includes(order.status)) return null;
  const arrival = arrivalIn(order, order.created_at);
  return arrival && arrival.until >= cairoDay(now) ? arrival : null;
}
