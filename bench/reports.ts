import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { serveBackend } from '../backend/main.ts';
import { startPostgres } from '../backend/postgres/embedded.ts';
import { loadTokenKeys } from '../backend/token-keys.ts';
import { atMost, type Figure } from './figures.ts';

const tenantId = 'inkthread';
const orders = 100_000;
const repetitions = 5;
const reports = [
  ...['report_totals', 'report_sales', 'report_products', 'report_categories', 'report_customers'],
  ...['report_stock', 'report_discounts', 'report_slots'],
];

/** Each report over a year of 100,000 orders, asked for over HTTP as a page of the back office does. */
export async function reportFigures(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-bench-reports-'));
  const postgres = await startPostgres({ dataDir, database: 'bench' });
  const migrationsDir = join(import.meta.dirname, '../supabase/migrations');
  const served = await serveBackend({ port: 0, dataDir, database: postgres.address, migrationsDir });
  try {
    const { backend, url } = served;
    const staff = await fill(backend.database.owner);
    const keys = await loadTokenKeys({ dataDir, issuer: `${url}/auth/v1` });
    const token = await keys.sign({
      ...{ sub: staff, role: 'authenticated', aud: 'authenticated', email: 'bench@example.com', aal: 'aal1' },
      exp: Math.floor(Date.now() / 1000) + 86_400,
    });
    const headers = {
      ...{ apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      'content-type': 'application/json',
    };
    const to = new Date().toISOString().slice(0, 10);
    const from = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
    const body = JSON.stringify({ p_tenant_id: tenantId, p_from: from, p_to: to });
    const ask = async (report: string) => {
      const started = performance.now();
      const answer = await fetch(`${url}/rest/v1/rpc/${report}`, { method: 'POST', headers, body });
      const rows: unknown = await answer.json();
      if (!answer.ok || !Array.isArray(rows) || rows.length === 0) {
        throw new Error(`${report}: ${JSON.stringify(rows)}`);
      }
      return performance.now() - started;
    };
    const figures: Figure[] = [];
    for (const report of reports) {
      await ask(report);
      const times: number[] = [];
      for (let i = 0; i < repetitions; i += 1) times.push(await ask(report));
      figures.push(atMost(`${report}, 100,000 orders`, times, 1000, 'ms'));
    }
    return figures;
  } finally {
    await served.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Fills a store with a year of orders, two lines each, and gives the id of its admin. */
async function fill(sql: postgres.Sql): Promise<string> {
  const [staff, discount, slot] = [randomUUID(), randomUUID(), randomUUID()];
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into tenants (id, name) values (${tenantId}, 'Bench')`;
    await tx`insert into auth.users (id, email) select gen_random_uuid(), 'b' || n || '@example.com'
      from generate_series(1, 8000) n union all select ${staff}, 'bench@example.com'`;
    await tx`insert into user_roles (user_id, tenant_id, role) values (${staff}, ${tenantId}, 'admin')`;
    await tx`insert into profiles (id, tenant_id, name, email) select id, ${tenantId}, 'Customer', email from auth.users`;
    await tx`insert into categories (tenant_id, name) select ${tenantId}, 'Category ' || n from generate_series(1, 12) n`;
    await tx`insert into products (tenant_id, category_id, name, price, stock)
      select ${tenantId}, c.ids[1 + n % 12], 'Product ' || n, 50 + n, 1000
      from generate_series(1, 400) n, (select array_agg(id) as ids from categories) c`;
    await tx`insert into discounts (id, tenant_id, code, kind, value) values (${discount}, ${tenantId}, 'TEN', 'percent', 10)`;
    await tx`insert into delivery_slots (id, tenant_id, day_of_week, from_time, to_time)
      values (${slot}, ${tenantId}, 1, '10:00', '14:00')`;
    await tx`insert into orders (tenant_id, number, user_id, status, payment_method, subtotal, discount_total,
        shipping_total, total, discount_id, discount_code, slot_id, slot_date, address, idempotency_key, created_at)
      select ${tenantId}, 'IN-' || n, p.ids[1 + n % 8000], (enum_range(null::order_status))[1 + n % 9],
        'cash_on_delivery', 50 + n % 1990, o.off, 30, 80 + n % 1990 - o.off, case when o.off > 0 then ${discount}::uuid end,
        case when o.off > 0 then 'TEN' end, case when n % 4 = 0 then ${slot}::uuid end,
        case when n % 4 = 0 then current_date - n % 365 end, '{}', 'key-of-order-' || n,
        now() - random() * interval '364 days'
      from generate_series(1, ${orders}::int) n, (select array_agg(id) as ids from profiles) p,
        lateral (select case when n % 6 = 0 then 10 else 0 end as off) o`;
    await tx`insert into order_lines (tenant_id, order_id, position, product_id, name, unit_price, quantity)
      select ${tenantId}, o.id, l, p.ids[1 + (hashtext(o.number || l) & 65535) % 400], 'Product', o.subtotal / 2, 1
      from orders o, generate_series(0, 1) l, (select array_agg(id) as ids from products) p`;
  });
  await sql`analyze`;
  return staff;
}
