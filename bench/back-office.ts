import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { serveBackend } from '../backend/main.ts';
import { startPostgres } from '../backend/postgres/embedded.ts';
import { loadTokenKeys } from '../backend/token-keys.ts';
import { fillOthers } from './back-office-others.ts';

export const tenantId = 'inkthread';

/** How much a store holds. */
export interface Sizes {
  orders: number;
  customers: number;
  products: number;
  /** Conversations, messages of one of them, reviews, codes, vouchers and deals, so many of each; none unless said. */
  others?: number;
}

/** A backend with a well-filled store, asked over HTTP as its staff do from the back office. */
export interface BackOffice {
  url: string;
  headers: Record<string, string>;
  /** A conversation of as many messages as was asked for; '' without. */
  conversation: string;
  close(): Promise<void>;
}

/** Opens a store with a year of orders, its customers, products and two changes by staff to each product. */
export async function openBackOffice(sizes: Sizes): Promise<BackOffice> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-bench-office-'));
  const postgres = await startPostgres({ dataDir, database: 'bench' });
  const migrationsDir = join(import.meta.dirname, '../supabase/migrations');
  const served = await serveBackend({ port: 0, dataDir, database: postgres.address, migrationsDir });
  const { backend, url } = served;
  const { staff, conversation } = await fill(backend.database.owner, sizes);
  const keys = await loadTokenKeys({ dataDir, issuer: `${url}/auth/v1` });
  const token = await keys.sign({
    ...{ sub: staff, role: 'authenticated', aud: 'authenticated', email: 'bench@example.com', aal: 'aal1' },
    exp: Math.floor(Date.now() / 1000) + 86_400,
  });
  return {
    url,
    conversation,
    headers: {
      ...{ apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      'content-type': 'application/json',
    },
    async close() {
      await served.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** How long an answer takes, in ms. @throws Error when it is a refusal or holds nothing. */
export async function timed(url: string, init: RequestInit): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url, init);
  const rows: unknown = await answer.json();
  if (!answer.ok || !Array.isArray(rows) || rows.length === 0) {
    throw new Error(`${url}: ${JSON.stringify(rows)}`);
  }
  return performance.now() - started;
}

/** Fills a store with a year of orders, two lines each, and gives the id of who rules it. */
async function fill(
  sql: postgres.Sql,
  { orders, customers, products, others = 0 }: Sizes,
): Promise<{ staff: string; conversation: string }> {
  const [staff, discount, slot] = [randomUUID(), randomUUID(), randomUUID()];
  let conversation = '';
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into tenants (id, name) values (${tenantId}, 'Bench')`;
    await tx`insert into auth.users (id, email) select gen_random_uuid(), 'b' || n || '@example.com'
      from generate_series(1, ${customers}::int) n union all select ${staff}, 'bench@example.com'`;
    await tx`insert into user_roles (user_id, tenant_id, role) values (${staff}, ${tenantId}, 'super_admin')`;
    await tx`insert into profiles (id, tenant_id, name, email) select id, ${tenantId}, 'Customer', email from auth.users`;
    await tx`insert into categories (tenant_id, name) select ${tenantId}, 'Category ' || n from generate_series(1, 12) n`;
    await tx`insert into products (tenant_id, category_id, name, price, stock)
      select ${tenantId}, c.ids[1 + n % 12], 'Product ' || n, 50 + n, 1000
      from generate_series(1, ${products}::int) n, (select array_agg(id) as ids from categories) c`;
    await tx`insert into discounts (id, tenant_id, code, kind, value) values (${discount}, ${tenantId}, 'TEN', 'percent', 10)`;
    await tx`insert into delivery_slots (id, tenant_id, day_of_week, from_time, to_time)
      values (${slot}, ${tenantId}, 1, '10:00', '14:00')`;
    await tx`insert into orders (tenant_id, number, user_id, status, payment_method, subtotal, discount_total,
        shipping_total, total, discount_id, discount_code, slot_id, slot_date, address, idempotency_key, created_at)
      select ${tenantId}, 'IN-' || n, p.ids[1 + n % ${customers}::int], (enum_range(null::order_status))[1 + n % 9],
        'cash_on_delivery', 50 + n % 1990, o.off, 30, 80 + n % 1990 - o.off, case when o.off > 0 then ${discount}::uuid end,
        case when o.off > 0 then 'TEN' end, case when n % 4 = 0 then ${slot}::uuid end,
        case when n % 4 = 0 then current_date - n % 365 end, '{}', 'key-of-order-' || n,
        now() - random() * interval '364 days'
      from generate_series(1, ${orders}::int) n, (select array_agg(id) as ids from profiles) p,
        lateral (select case when n % 6 = 0 then 10 else 0 end as off) o`;
    await tx`insert into order_lines (tenant_id, order_id, position, product_id, name, unit_price, quantity)
      select ${tenantId}, o.id, l, p.ids[1 + (hashtext(o.number || l) & 65535) % ${products}::int], 'Product', o.subtotal / 2, 1
      from orders o, generate_series(0, 1) l, (select array_agg(id) as ids from products) p`;
    await tx`insert into audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after)
      select ${tenantId}, ${staff}, 'Staff', 'update', 'products', p.id, p.name,
        jsonb_build_object('price', p.price), jsonb_build_object('price', p.price + 1)
      from products p, generate_series(1, 2)`;
    if (others > 0) conversation = await fillOthers(tx, tenantId, others);
  });
  // As autovacuum does after so many rows.
  await sql`vacuum analyze`;
  return { staff, conversation };
}
