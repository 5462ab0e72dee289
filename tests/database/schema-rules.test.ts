import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { generateTypes } from '../../scripts/database-types.ts';
import { databaseForFile, db } from './own-store.ts';

databaseForFile({ alone: false });

const names = async (query: string) => (await db.owner.unsafe(query)).map((row) => String(row.name));

describe('the schema follows its own rules', () => {
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

  test('no function of ours is executable by everybody by default', async () => {
    expect(
      await names(`select p.oid::regprocedure::text as name from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
          and exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`),
    ).toEqual([]);
  });

  test('people without an account cannot write to any table', async () => {
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
          and k.confrelid not in (
            'public.tenants'::regclass, 'auth.users'::regclass, 'public.districts'::regclass,
            'private.staff_roles'::regclass)
          and not exists (
            select 1 from unnest(k.conkey, k.confkey) u (source, target)
            join pg_attribute s on s.attrelid = k.conrelid and s.attnum = u.source and s.attname = 'tenant_id'
            join pg_attribute t on t.attrelid = k.confrelid and t.attnum = u.target and t.attname = 'tenant_id'
          )`),
    ).toEqual([]);
  });

  test('foreign keys have an index, so that deleting a row stays fast', async () => {
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

  test('every writable table requires the second factor of staff who have one', async () => {
    expect(
      await names(`select distinct t.table_name as name from information_schema.column_privileges t
        where t.grantee = 'authenticated' and t.table_schema = 'public' and t.privilege_type in ('INSERT', 'UPDATE')
          and (select count(*) from pg_policies p where p.schemaname = 'public' and p.tablename = t.table_name
            and p.permissive = 'RESTRICTIVE' and p.policyname like '%only at aal2') < 3`),
    ).toEqual([]);
  });

  test('each work queue has an index of its waiting orders, so that no list scans all orders', async () => {
    expect(
      await names(`select waiting::text as name from unnest(enum_range(null::order_queue)) waiting
        where not exists (select 1 from pg_index where indrelid = 'orders'::regclass
          and pg_get_expr(indpred, indrelid) like format('%%@> ''{%s}''%%', waiting))`),
    ).toEqual([]);
  });

  test('no index contains a product’s stock, so that a sale updates none', async () => {
    expect(
      await names(`select i.indexrelid::regclass::text as name from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'stock'
        where i.indrelid = 'public.products'::regclass
          and (a.attnum = any (i.indkey) or pg_get_expr(i.indpred, i.indrelid) like '%stock%')`),
    ).toEqual([]);
  });
});

test('the committed database types match the migrated database', async () => {
  for (const [file, text] of await generateTypes(db.owner)) expect(await readFile(file, 'utf8')).toBe(text);
});
