import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { admin, db, shopper, storeForEachTest } from './own-store.ts';
import { inProduction, pack } from './parcels.ts';
import { call } from './store.ts';

const SCHEMAS = join(import.meta.dirname, '../../supabase/schemas');

/** The columns of each table of deliveries and returns that are for everybody who may read its rows. */
const FOR_SHOPPERS: Readonly<Record<string, string>> = {
  carrier_areas:
    'carrier, city, city_ar, city_id, delivers, district, district_ar, district_id, governorate, keys, refreshed_at',
  districts: 'governorate, id, keys, name, name_ar, other_names',
  return_lines:
    'condition, credited, fate, order_line_id, price_drop, quantity, received, return_id, tenant_id',
  return_state_transitions: 'by_shopper, from_state, to_state',
  return_states: 'awaits_pieces, is_open, state',
  returns: `answer, closed_at, created_at, decided_at, id, kind, number, order_id, photos, reason, received_at,
    replacement_order_id, requested_by, state, tenant_id, updated_at`,
  shipment_events:
    'actor_id, carrier_state, created_at, happened_at, id, note, shipment_id, state, tenant_id',
  shipment_lines: 'discarded, order_line_id, quantity, restocked, sent_again, shipment_id, tenant_id',
  shipment_state_transitions: 'from_state, takes_back, to_state',
  shipment_states: 'is_outbound, is_over, is_under_way, state',
  shipments: `attempts, came_back_at, carrier, carrier_name, cash_collected, cash_due, created_at, delivered_at, handed_over_at,
    id, looked_at, number, order_id, state, tenant_id, tracking_number, tracking_url, updated_at`,
};

storeForEachTest();

/** The tables that the schemas of deliveries and returns make. */
async function ownTables(): Promise<string[]> {
  const delivery = (await readdir(join(SCHEMAS, 'delivery'))).map((name) => `delivery/${name}`);
  const files = await Promise.all(
    [...delivery, 'orders/returns.sql'].map((name) => readFile(join(SCHEMAS, name), 'utf8')),
  );
  return files.flatMap((text) =>
    [...text.matchAll(/^create table public\.(\w+)/gm)].map(([, name = '']) => name),
  );
}

test('a shopper reads the columns of deliveries and returns that are said to be for shoppers, and no others', async () => {
  const read = await db.owner<{ name: string; columns: string }[]>`
    select tables.relname as name, string_agg(columns.attname, ', ' order by columns.attname) as columns
    from pg_class tables
    join pg_attribute columns on columns.attrelid = tables.oid and columns.attnum > 0 and not columns.attisdropped
    where tables.relnamespace = 'public'::regnamespace and tables.relname = any (${await ownTables()})
      and has_column_privilege('authenticated', tables.oid, columns.attnum, 'select')
      -- A policy that asks for a capability lets no shopper read.
      and exists (
        select 1 from pg_policies where schemaname = 'public' and tablename = tables.relname and cmd = 'SELECT'
          and permissive = 'PERMISSIVE' and qual not like '%tenants_where_may%'
      )
    group by tables.relname order by tables.relname`;
  const said = Object.entries(FOR_SHOPPERS).map(([name, columns]) => ({
    name,
    columns: columns.replaceAll(/\s+/g, ' '),
  }));
  expect(read).toEqual(said);
});

test('a shopper sees their parcel, and not its fee nor what its courier owes', async () => {
  const order = await inProduction(1);
  await pack(order, undefined, { fee: 35.5 });
  const counts = (who: typeof shopper) =>
    call(
      db,
      who.identity,
      `select jsonb_build_array((select count(*) from shipments where order_id = $1::text::uuid),
        (select count(*) from shipment_staff_facts join shipments on id = shipment_id where order_id = $1::text::uuid)) as value`,
      [order.id],
    );
  expect(await counts(shopper)).toEqual([1, 0]);
  expect(await counts(admin)).toEqual([1, 1]);
});
