import type { SupabaseClient } from '@supabase/supabase-js';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readReportRows } from '../../app/admin/reports/read-report-rows.ts';
import { reportCsv } from '../../app/admin/reports/report-csv.ts';
import { listingOf } from '../../app/admin/reports/report-listings.ts';
import type { Days } from '../../app/admin/reports/report-range.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { freshTenant, makeStore } from './store.ts';

/** More rows than one Data API response. */
const many = 1_500;
const tenantId = freshTenant();
const days: Days = { from: '2022-01-01', to: '2026-03-31' };

let backend: TestBackend;
let staff: SupabaseClient<Database>;

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  await makeStore(backend, tenantId);
  staff = backend.client();
  const made = await staff.auth.signUp({
    email: `${tenantId}@example.com`,
    password: 'long-enough-password',
  });
  const id = made.data.user?.id ?? '';
  const sql = backend.owner;
  await sql`insert into profiles (id, tenant_id, email, name) values (${id}, ${tenantId}, ${`${tenantId}@example.com`}, 'Staff')`;
  await sql`insert into user_roles (user_id, tenant_id, role) values (${id}, ${tenantId}, 'admin')`;
  // Each buyer buys a product of their own with a code of their own, on a day of their own, for an odd amount.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`create temporary table buyers on commit drop as
      select n, gen_random_uuid() as id, gen_random_uuid() as product, gen_random_uuid() as code, gen_random_uuid() as "order",
        (n * 7919 % 100000 + 1)::numeric / 100 as price from generate_series(1, ${many}::int) n`;
    await tx`insert into auth.users (id, email) select id, id || '@example.com' from buyers`;
    await tx`insert into profiles (id, tenant_id, name, email) select id, ${tenantId}, 'Buyer ' || n, id || '@example.com' from buyers`;
    await tx`insert into products (id, tenant_id, name, price) select product, ${tenantId}, 'Product ' || n, price from buyers`;
    await tx`insert into product_variants (tenant_id, product_id) select ${tenantId}, product from buyers`;
    await tx`insert into discounts (id, tenant_id, code, kind, value) select code, ${tenantId}, 'CODE' || n, 'fixed', 1 from buyers`;
    await tx`insert into orders (id, tenant_id, number, user_id, status, payment_method, subtotal, shipping_total, total, charged,
        discount_id, discount_code, destination, created_at)
      select "order", ${tenantId}, 'N-' || n, id, 'delivered', 'cash_on_delivery', price, 25, price + 25, price + 25, code, 'CODE' || n, '{}',
        ${days.from}::date + n from buyers`;
    await tx`insert into private.sales_ledger (tenant_id, order_id, event, sign, amount, shipping, happened_at)
      select tenant_id, id, 'sale', 1, charged, shipping_total, created_at from orders where tenant_id = ${tenantId}`;
    await tx`insert into order_lines (tenant_id, order_id, position, product_id, name, unit_price, quantity)
      select ${tenantId}, "order", 0, product, 'As sold', price, 1 from buyers`;
    await tx`insert into private.pieces_ledger (tenant_id, order_id, order_line_id, quantity, amount, happened_at)
      select line.tenant_id, line.order_id, line.id, line.quantity, line.total, orders.created_at
      from order_lines line join orders on orders.id = line.order_id where line.tenant_id = ${tenantId}`;
  });
});
afterAll(() => backend.close());

const rowsOf = <Kind extends 'sales' | 'products' | 'customers' | 'discounts' | 'stock'>(kind: Kind) =>
  readReportRows(staff, [tenantId], kind, days);

/** The records of a report's file, as a spreadsheet reads them. */
function recordsOf({ columns, rows }: ReturnType<(typeof listingOf)['customers']>): Record<string, string>[] {
  const csv = reportCsv(
    columns,
    columns.map(({ labelKey }) => labelKey),
    rows.map(({ cells }) => cells),
  );
  return Papa.parse<Record<string, string>>(csv.slice(1).trim(), { header: true }).data;
}

const piastres = (records: Record<string, string>[], column: string) =>
  records.reduce((sum, record) => sum + Math.round(Number(record[column]) * 100), 0);

async function sold(column: 'total' | 'subtotal'): Promise<number> {
  const [row] = await backend.owner`
    select (sum(case ${column} when 'total' then total else subtotal end) * 100)::int as piastres from orders where tenant_id = ${tenantId}`;
  return row?.piastres;
}

describe('a report file, which has every row and adds up to the piastre,', () => {
  test('lists customers', async () => {
    const records = recordsOf(listingOf.customers(await rowsOf('customers'), null, String));
    expect(new Set(records.map(({ email }) => email)).size).toBe(many);
    expect(piastres(records, 'revenue')).toBe(await sold('total'));
  });

  test('lists products, next to the days before', async () => {
    const rows = await rowsOf('products');
    const records = recordsOf(listingOf.products(rows, rows, String));
    expect(new Set(records.map(({ product }) => product)).size).toBe(many);
    expect(piastres(records, 'revenue')).toBe(await sold('subtotal'));
    expect(piastres(records, 'revenueBefore')).toBe(await sold('subtotal'));
  });

  test('lists discount codes', async () => {
    const records = recordsOf(listingOf.discounts(await rowsOf('discounts'), null, String));
    expect(records).toHaveLength(many);
    expect(piastres(records, 'revenue')).toBe(await sold('total'));
  });

  test('lists days, over years', async () => {
    const rows = await rowsOf('sales');
    expect(rows).toHaveLength(1551);
    expect(rows.reduce((sum, { revenue }) => sum + Math.round(revenue * 100), 0)).toBe(await sold('total'));
  });

  test('lists the stock', async () => {
    const rows = await rowsOf('stock');
    // Plus the store's own variants: four of a hoodie and a mug.
    expect(rows).toHaveLength(many + 5);
  });
});

test('a page requests the first rows in the same order', async () => {
  const first = await readReportRows(staff, [tenantId], 'customers', days, 51);
  expect(first).toEqual((await rowsOf('customers')).slice(0, 51));
});

test('an unknown report is refused', async () => {
  const { error } = await staff.rpc('report_rows', {
    p_tenant_id: tenantId,
    p_report: 'gold',
    p_from: days.from,
    p_to: days.to,
  });
  expect(error).toMatchObject({ code: 'P0001', details: 'unknown_report' });
});
