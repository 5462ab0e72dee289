import type { Database } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';

type Composites = Database['public']['CompositeTypes'];

/** What the database function `dashboard` answers; amounts in pounds, days as ISO dates in store time. */
export type DashboardAnswer = Filled<Composites['dashboard_figures'], 'product_id' | 'garment' | 'image'>;
export type SalesPeriod = DashboardAnswer['sales'][number];

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
