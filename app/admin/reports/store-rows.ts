import type { Database } from '#app/lib/database.types.ts';
import type { ReportRowsOf } from './read-report-rows.ts';
import type { ReportKind } from './report-range.ts';
import type { ReportListing } from './report-table.ts';

type Totals = Database['public']['Functions']['report_totals_of_stores']['Returns'][number];
type DailySales = ReportRowsOf['sales'][number];

/** Adds the totals of stores; the average is that of all orders. A person who bought in two stores counts in both. */
export function sumOfTotals(totals: readonly Totals[]): Totals {
  const sum = (of: (one: Totals) => number) => totals.reduce((total, one) => total + of(one), 0);
  const orders = sum((one) => one.orders);
  return {
    tenant_id: '',
    orders,
    revenue: sum((one) => one.revenue),
    items: sum((one) => one.items),
    average: orders > 0 ? Math.round((sum((one) => one.average * one.orders) / orders) * 100) / 100 : 0,
    discounts: sum((one) => one.discounts),
    shipping: sum((one) => one.shipping),
    points_value: sum((one) => one.points_value),
    customers: sum((one) => one.customers),
    new_customers: sum((one) => one.new_customers),
    cancelled: sum((one) => one.cancelled),
    returned: sum((one) => one.returned),
    refunded: sum((one) => one.refunded),
    refund_due: sum((one) => one.refund_due),
    delivered: sum((one) => one.delivered),
    cash_with_carriers: sum((one) => one.cash_with_carriers),
  };
}

/** Adds the stores' sales of each day, in the order of the days. */
export function sumOfDays(rows: readonly DailySales[]): DailySales[] {
  const days = new Map<string, DailySales>();
  for (const row of rows) {
    const day = days.get(row.bucket);
    days.set(row.bucket, {
      ...row,
      tenant_id: '',
      orders: row.orders + (day?.orders ?? 0),
      revenue: row.revenue + (day?.revenue ?? 0),
      discounts: row.discounts + (day?.discounts ?? 0),
      shipping: row.shipping + (day?.shipping ?? 0),
      refunded: row.refunded + (day?.refunded ?? 0),
    });
  }
  return [...days.values()].toSorted((one, other) => one.bucket.localeCompare(other.bucket));
}

const ascending = (one: number | null, other: number | null) => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one - other;
};
const byRate = (one: { rate: number; shipments: number }, other: { rate: number; shipments: number }) =>
  other.rate - one.rate || other.shipments - one.shipments;
const byRevenue = (one: { revenue: number }, other: { revenue: number }) => other.revenue - one.revenue;

/** The order of a report's rows among those of several stores, as each store's are ordered by the database. */
export const comparedRows: {
  [Kind in Exclude<ReportKind, 'sales'>]: (
    one: ReportRowsOf[Kind][number],
    other: ReportRowsOf[Kind][number],
  ) => number;
} = {
  products: byRevenue,
  variants: byRevenue,
  categories: byRevenue,
  customers: byRevenue,
  stock: (one, other) =>
    Number(one.stock !== 0) - Number(other.stock !== 0) || ascending(one.days_left, other.days_left),
  discounts: (one, other) => other.uses - one.uses,
  slots: (one, other) => one.day_of_week - other.day_of_week || one.from_time.localeCompare(other.from_time),
  refused_places: byRate,
  refused_carriers: byRate,
  refused_products: byRate,
  files: (one, other) => other.megabytes - one.megabytes,
};

/** Adds the store of each row to a report about several stores. @param tenantIds the rows' stores, in their order */
export function withStores(listing: ReportListing, tenantIds: readonly string[]): ReportListing {
  const [first, ...others] = listing.columns;
  if (!first) return listing;
  const storeOf = (index: number) => tenantIds[index] ?? '';
  return {
    ...listing,
    columns: [first, { labelKey: 'store', format: 'store' }, ...others],
    rows: listing.rows.map(({ key, cells: [name = null, ...cells], ...row }, index) => ({
      ...row,
      key,
      tenantId: storeOf(index),
      cells: [name, storeOf(index), ...cells],
    })),
    bars: listing.bars.map((bar) => {
      const index = listing.rows.findIndex((row) => row.key === bar.key);
      return { ...bar, tenantId: storeOf(index) };
    }),
  };
}
