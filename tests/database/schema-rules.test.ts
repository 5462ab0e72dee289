import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateTypes } from '../../scripts/database-types.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const names = async (query: string) => (await db.owner.unsafe(query)).map((row) => String(row.name));

describe('the schema keeps its own rules', () => {
  test('every table has row-level security', async () => {
    expect(
      await names(`select oid::regclass::text as name from pg_class
        where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity`),
    ).toEqual([]);
  });

  test('every policy names its roles and one command', async () => {
    expect(
      await names(`select tablename || ': ' || policyname as name from pg_policies
        where schemaname in ('public', 'storage', 'realtime') and ('public' = any (roles) or cmd = 'ALL')`),
    ).toEqual([]);
  });

  test('every function that runs as its owner has an empty search path', async () => {
    expect(
      await names(`select oid::regprocedure::text as name from pg_proc
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
          and not coalesce(proconfig @> '{"search_path=\\"\\""}', false)`),
    ).toEqual([]);
  });

  test('no function of ours is open to everybody by default', async () => {
    expect(
      await names(`select p.oid::regprocedure::text as name from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
          and exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`),
    ).toEqual([]);
  });

  test('people without an account write to no table', async () => {
    expect(
      await names(`select table_name || '.' || privilege_type as name from information_schema.table_privileges
        where grantee = 'anon' and table_schema = 'public' and privilege_type <> 'SELECT'
        union select table_name || '.' || column_name from information_schema.column_privileges
        where grantee = 'anon' and table_schema = 'public' and privilege_type <> 'SELECT'`),
    ).toEqual([]);
  });

  test('rows of one store refer only to rows of that store', async () => {
    expect(
      await names(`select k.conrelid::regclass || ': ' || k.conname as name from pg_constraint k
        where k.contype = 'f' and k.connamespace = 'public'::regnamespace
          and k.confrelid not in ('public.tenants'::regclass, 'auth.users'::regclass, 'public.districts'::regclass)
          and not exists (
            select 1 from unnest(k.conkey, k.confkey) u (source, target)
            join pg_attribute s on s.attrelid = k.conrelid and s.attnum = u.source and s.attname = 'tenant_id'
            join pg_attribute t on t.attrelid = k.confrelid and t.attnum = u.target and t.attname = 'tenant_id'
          )`),
    ).toEqual([]);
  });

  test('foreign keys have an index, so that removing a row stays quick', async () => {
    expect(
      await names(`select k.conrelid::regclass || ': ' || k.conname as name from pg_constraint k
        where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
          select 1 from pg_index i where i.indrelid = k.conrelid
            and (select array_agg(c) from (
              select unnest(string_to_array(i.indkey::text, ' ')::int2[]) as c limit cardinality(k.conkey)
            ) first) @> k.conkey
        )
        -- A person's roles and the log of a store are found by their leading column.
        and not exists (
          select 1 from pg_index i where i.indrelid = k.conrelid
            and (string_to_array(i.indkey::text, ' ')::int2[])[1] = any (k.conkey)
        )`),
    ).toEqual([]);
  });

  test('every table that people write holds staff with a second step to it', async () => {
    expect(
      await names(`select distinct t.table_name as name from information_schema.column_privileges t
        where t.grantee = 'authenticated' and t.table_schema = 'public' and t.privilege_type in ('INSERT', 'UPDATE')
          and (select count(*) from pg_policies p where p.schemaname = 'public' and p.tablename = t.table_name
            and p.permissive = 'RESTRICTIVE' and p.policyname like '%only at aal2') < 3`),
    ).toEqual([]);
  });

  test('each queue of work has an index of the orders that wait in it, so that no list looks through all orders', async () => {
    expect(
      await names(`select waiting::text as name from unnest(enum_range(null::order_queue)) waiting
        where not exists (select 1 from pg_index where indrelid = 'orders'::regclass
          and pg_get_expr(indpred, indrelid) like format('%%@> ''{%s}''%%', waiting))`),
    ).toEqual([]);
  });

  test('the stock of a product is in no index, so that a sale touches none', async () => {
    expect(
      await names(`select i.indexrelid::regclass::text as name from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'stock'
        where i.indrelid = 'public.products'::regclass
          and (a.attnum = any (i.indkey) or pg_get_expr(i.indpred, i.indrelid) like '%stock%')`),
    ).toEqual([]);
  });
});

test('the committed database types are those of the migrated database', async () => {
  for (const [file, text] of await generateTypes(db.owner)) expect(await readFile(file, 'utf8')).toBe(text);
});
