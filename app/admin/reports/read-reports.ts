import { href } from 'react-router';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { formatWeekday } from '#app/lib/dates.ts';
import { toPiastres } from '#app/lib/money.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { reportWords } from '#app/messages/en/admin-reports.ts';
import { pageWords } from '#app/messages/words.ts';
import type { Days, ReportKind, ReportQuery } from './report-range.ts';
import type { Cell, Listing, ReportColumn } from './report-table.ts';
import { salesSeries } from './sales-series.ts';

/** As many rows as a page shows, and as many as a file holds. */
export const rowsShown = 50;
export const rowsInFile = 1000;
const barsShown = 10;

const asked = ({ from, to }: Days) => ({ p_tenant_id: pageTenant(), p_from: from, p_to: to });

async function totalsOf(days: Days) {
  const supabase = await loadSupabase();
  const [totals] = dataOf(await supabase.rpc('report_totals', asked(days)));
  if (!totals) throw new Error('report_totals gave no row');
  return totals;
}

async function soldOn(days: Days) {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('report_sales', { ...asked(days), p_bucket: 'day' }));
}

/** What the store sold, in all and over time, beside the days it is held against. */
export async function readSales({ before, by, ...days }: ReportQuery) {
  const [totals, totalsBefore, sold, soldBefore] = await Promise.all([
    totalsOf(days),
    before ? totalsOf(before) : null,
    soldOn(days),
    before ? soldOn(before) : null,
  ]);
  return { totals, totalsBefore, points: salesSeries(sold, soldBefore, by) };
}

export type SalesReport = Awaited<ReturnType<typeof readSales>>;

const text = (word: ReportColumn['word']): ReportColumn => ({ word, as: 'text' });
const count = (word: ReportColumn['word']): ReportColumn => ({ word, as: 'count' });
const money = (word: ReportColumn['word']): ReportColumn => ({ word, as: 'money' });

function listing(
  columns: ReportColumn[],
  measure: ReportColumn['word'],
  rows: { key: string; cells: Cell[]; to?: string | undefined; label?: string }[],
  bars: 'largest' | 'all' = 'largest',
): Listing {
  const index = columns.findIndex((column) => column.word === measure);
  const values = rows.flatMap(({ cells, label }) => {
    const value = cells[index];
    return typeof value === 'number' ? [{ label: label ?? String(cells[0] ?? ''), value }] : [];
  });
  return {
    columns,
    rows: rows.map(({ key, cells, to }) => ({ key, cells, ...(to && { to }) })),
    measure: columns[index] ?? count(measure),
    bars: bars === 'all' ? values : values.slice(0, barsShown),
  };
}

/** The amounts of the days before by key; null where a row that is missing may only have been left out. */
function earlier<Row>(rows: Row[] | null, keyOf: (row: Row) => string, amountOf: (row: Row) => number) {
  const known = new Map(rows?.map((row) => [keyOf(row), toPiastres(amountOf(row))]));
  const complete = (rows?.length ?? 0) < rowsInFile;
  return (key: string): Cell[] => (rows ? [known.get(key) ?? (complete ? 0 : null)] : []);
}

async function readProducts(query: ReportQuery, limit: number): Promise<Listing> {
  const supabase = await loadSupabase();
  const read = async (days: Days, p_limit: number) =>
    dataOf(await supabase.rpc('report_products', { ...asked(days), p_limit }));
  const [sold, before] = await Promise.all([
    read(query, limit),
    query.before ? read(query.before, rowsInFile) : null,
  ]);
  const keyOf = (row: { product_id: string | null; name: string }) => row.product_id ?? row.name;
  const then = earlier(before, keyOf, (row) => row.revenue);
  return listing(
    [
      text('product'),
      count('sold'),
      count('orders'),
      money('revenue'),
      ...(before ? [money('revenueBefore')] : []),
    ],
    'revenue',
    sold.map((row) => ({
      key: keyOf(row),
      to: row.product_id ? href('/admin/products/edit/:id', { id: row.product_id }) : undefined,
      cells: [row.name, row.quantity, row.orders, toPiastres(row.revenue), ...then(keyOf(row))],
    })),
  );
}

async function readCategories(query: ReportQuery): Promise<Listing> {
  const supabase = await loadSupabase();
  const read = async (days: Days) => dataOf(await supabase.rpc('report_categories', asked(days)));
  const [sold, before] = await Promise.all([read(query), query.before ? read(query.before) : null]);
  const then = earlier(
    before,
    (row) => row.category_id ?? '',
    (row) => row.revenue,
  );
  return listing(
    [text('category'), count('sold'), money('revenue'), ...(before ? [money('revenueBefore')] : [])],
    'revenue',
    sold.map((row) => ({
      key: row.category_id ?? '',
      cells: [row.name, row.quantity, toPiastres(row.revenue), ...then(row.category_id ?? '')],
    })),
  );
}

async function readCustomers(query: ReportQuery, limit: number): Promise<Listing> {
  const supabase = await loadSupabase();
  const bought = dataOf(await supabase.rpc('report_customers', { ...asked(query), p_limit: limit }));
  return listing(
    [text('customer'), text('email'), count('orders'), money('revenue'), { word: 'lastOrder', as: 'moment' }],
    'revenue',
    bought.map((row) => ({
      key: row.user_id,
      to: `${href('/admin/orders')}?customer=${row.user_id}`,
      cells: [row.name || row.email, row.email, row.orders, toPiastres(row.revenue), row.last_order_at],
    })),
  );
}

async function readStock(query: ReportQuery, limit: number): Promise<Listing> {
  const supabase = await loadSupabase();
  const kept = dataOf(await supabase.rpc('report_stock', { ...asked(query), p_limit: limit }));
  return listing(
    [text('product'), count('inStock'), count('sold'), { word: 'daysLeft', as: 'days' }, money('worth')],
    'daysLeft',
    kept.map((row) => ({
      key: row.product_id,
      to: href('/admin/products/edit/:id', { id: row.product_id }),
      cells: [row.name, row.stock, row.sold, row.stock === 0 ? 0 : row.days_left, toPiastres(row.worth)],
    })),
  );
}

async function readDiscounts(query: ReportQuery): Promise<Listing> {
  const supabase = await loadSupabase();
  const t = pageWords(reportWords);
  const read = async (days: Days) => dataOf(await supabase.rpc('report_discounts', asked(days)));
  const [used, before] = await Promise.all([read(query), query.before ? read(query.before) : null]);
  const then = earlier(
    before,
    (row) => row.code,
    (row) => row.revenue,
  );
  return listing(
    [
      ...[text('code'), text('kind'), count('uses'), money('given'), money('revenue')],
      ...(before ? [money('revenueBefore')] : []),
    ],
    'uses',
    used.map((row) => ({
      key: row.code,
      cells: [
        ...[row.code, row.kind ? t(`kind_${row.kind}`) : null, row.uses],
        ...[toPiastres(row.given), toPiastres(row.revenue), ...then(row.code)],
      ],
    })),
  );
}

async function readSlots(query: ReportQuery): Promise<Listing> {
  const supabase = await loadSupabase();
  const chosen = dataOf(await supabase.rpc('report_slots', asked(query)));
  return listing(
    [text('slot'), count('orders'), count('deliveryDays'), count('capacity')],
    'orders',
    chosen.map((row) => {
      const name = `${formatWeekday(row.day_of_week)} ${row.from_time.slice(0, 5)}–${row.to_time.slice(0, 5)}`;
      return { key: row.slot_id, cells: [name, row.orders, row.days, row.capacity] };
    }),
    'all',
  );
}

/** A report other than that of sales, with at most `limit` rows. */
export function readListing(
  kind: Exclude<ReportKind, 'sales'>,
  query: ReportQuery,
  limit = rowsShown,
): Promise<Listing> {
  const readers = {
    products: readProducts,
    categories: readCategories,
    customers: readCustomers,
    stock: readStock,
    discounts: readDiscounts,
    slots: readSlots,
  };
  return readers[kind](query, limit);
}
