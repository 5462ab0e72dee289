import { cairoDay } from '#app/i18n/format.ts';
import { orderStatuses } from '#app/lib/database.constants.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { type Arrival, arrivalIn, type PromisedDays } from './arrival.ts';

type OrderStatus = Enums<'order_status'>;

/** Whether an order is still to come and nothing of it has arrived. */
export const awaitsDelivery = (status: OrderStatus): boolean =>
  orderStatuses.some((known) => known.status === status && known.is_awaited);

/** Promised arrival of an order; null once it is no longer on its way, or the days have passed. */
export function orderArrival(
  order: { status: OrderStatus; created_at: string } & PromisedDays,
  now: number | Date = Date.now(),
): Arrival | null {
  if (!awaitsDelivery(order.status)) return null;
  const arrival = arrivalIn(order, order.created_at);
  return arrival && arrival.until >= cairoDay(now) ? arrival : null;
}
