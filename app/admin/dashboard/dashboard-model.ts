import { z } from 'zod';
import { Constants } from '#app/lib/database.types.ts';

const status = z.enum(Constants.public.Enums.order_status);

const period = z.object({
  orders: z.number(),
  revenue: z.number(),
  orders_before: z.number(),
  revenue_before: z.number(),
});

/** Result of the database function `dashboard`; amounts in pounds, days as ISO dates in store time. */
export const dashboardAnswer = z.object({
  sales: z.object({ 1: period, 7: period, 30: period }),
  days: z.array(z.object({ day: z.string(), orders: z.number(), revenue: z.number() })),
  orders: z.partialRecord(status, z.number()),
  latest: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      status,
      total: z.number(),
      customer_name: z.string(),
      created_at: z.string(),
    }),
  ),
  best_sellers: z.array(
    z.object({
      product_id: z.string().nullable(),
      name: z.string(),
      translations: z.unknown(),
      garment: z.string().nullable(),
      image: z.string().nullable(),
      quantity: z.number(),
      revenue: z.number(),
    }),
  ),
  running_out: z.array(
    z.object({
      id: z.string(),
      variant_id: z.string(),
      name: z.string(),
      translations: z.unknown(),
      variant: z.string(),
      image: z.string().nullable(),
      stock: z.number(),
    }),
  ),
  low_stock: z.number(),
  sold_out: z.number(),
  payments_to_confirm: z.number(),
  refunds_due: z.number(),
  /** The last 30 days; cash is what carriers hold now. */
  money: z.object({
    sold: z.number(),
    delivered: z.number(),
    given_back: z.number(),
    cash_with_carriers: z.number(),
    /** Held for more than two weeks. */
    cash_overdue: z.number(),
  }),
  problems_reported: z.number(),
  reviews_waiting: z.number(),
  messages_waiting: z.number(),
  /** Notifications to phones held in the last day because an hourly limit of the store was reached. */
  notifications_held: z.number(),
});

export type DashboardAnswer = z.output<typeof dashboardAnswer>;
export type SalesPeriod = z.output<typeof period>;

/** Returns the change in percent; null when the previous amount is 0. */
export function changeInPercent(now: number, before: number): number | null {
  if (before <= 0) return null;
  return Math.round(((now - before) / before) * 100);
}

/** Scales amounts to bar heights from 0 to 100. */
export function barHeights(amounts: readonly number[]): number[] {
  const highest = Math.max(0, ...amounts);
  return amounts.map((amount) => (highest === 0 ? 0 : Math.round((Math.max(amount, 0) / highest) * 100)));
}
