import { describe, expect, it } from 'vitest';
import { listingOf } from './report-listings.ts';
import { comparedRows, sumOfDays, sumOfTotals, withStores } from './store-rows.ts';

const totals = {
  tenant_id: 'duoworks',
  orders: 2,
  revenue: 300,
  items: 4,
  average: 150,
  discounts: 10,
  shipping: 50,
  points_value: 0,
  customers: 2,
  new_customers: 1,
  cancelled: 0,
  returned: 1,
  refunded: 20,
  refund_due: 5,
  delivered: 250,
  cash_with_carriers: 100,
};

describe('a report about several stores', () => {
  it('adds their totals, and averages over all orders rather than over stores', () => {
    const other = { ...totals, tenant_id: 'inkthread', orders: 1, revenue: 90, average: 90 };
    expect(sumOfTotals([totals, other])).toMatchObject({ orders: 3, revenue: 390, average: 130, items: 8 });
    expect(sumOfTotals([])).toMatchObject({ orders: 0, average: 0 });
  });

  it('adds their sales day by day', () => {
    const day = { bucket: '2026-03-01', orders: 1, revenue: 10, discounts: 0, shipping: 0, refunded: 0 };
    const rows = [
      { ...day, tenant_id: 'duoworks' },
      { ...day, tenant_id: 'duoworks', bucket: '2026-03-02' },
      { ...day, tenant_id: 'inkthread', revenue: 5 },
      { ...day, tenant_id: 'inkthread', bucket: '2026-03-02', orders: 3 },
    ];
    expect(sumOfDays(rows).map(({ bucket, orders, revenue }) => [bucket, orders, revenue])).toEqual([
      ['2026-03-01', 2, 15],
      ['2026-03-02', 4, 20],
    ]);
  });

  it('puts their rows in one order, each with its store', () => {
    const sold = { name: 'Tees', category_id: null, quantity: 1, translations: {} };
    const rows = [
      { ...sold, tenant_id: 'duoworks', revenue: 10 },
      { ...sold, tenant_id: 'inkthread', revenue: 30 },
    ].sort(comparedRows.categories);
    const listing = withStores(
      listingOf.categories(rows, null, String),
      rows.map(({ tenant_id }) => tenant_id),
    );
    expect(listing.columns.map(({ labelKey }) => labelKey)).toEqual(['category', 'store', 'sold', 'revenue']);
    expect(listing.rows.map(({ tenantId, cells }) => [tenantId, cells])).toEqual([
      ['inkthread', ['Tees', 'inkthread', 1, 3_000]],
      ['duoworks', ['Tees', 'duoworks', 1, 1_000]],
    ]);
    expect(listing.bars.map(({ tenantId, value }) => [tenantId, value])).toEqual([
      ['inkthread', 3_000],
      ['duoworks', 1_000],
    ]);
  });
});
