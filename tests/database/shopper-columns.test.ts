import { expect, test } from 'vitest';
import { sharedDatabase } from '../support/database.ts';

/** Regenerate with `vitest run --project database tests/database/shopper-columns.test.ts -u`; shoppers read every column listed. */
const table = 'shopper-columns.txt';

test('every column of a table that shoppers read is listed as meant for them', async () => {
  const { owner: sql } = await sharedDatabase();
  // Policies that require no staff capability let shoppers read their own or all rows.
  const rows = await sql.unsafe(
    `select column_of.attrelid::regclass::text || '.' || column_of.attname as name
     from pg_attribute column_of join pg_class relation on relation.oid = column_of.attrelid
     where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
       and column_of.attnum > 0 and not column_of.attisdropped
       and has_column_privilege('authenticated', relation.oid, column_of.attnum, 'select')
       and exists (
         select 1 from pg_policies policy
         where policy.schemaname = 'public' and policy.tablename = relation.relname and policy.cmd = 'SELECT'
           and policy.permissive = 'PERMISSIVE'
           and policy.qual !~ 'tenants_where_may|workplaces|staff_tenants|customer_tenants|super_admin_tenants'
       )
     order by relation.relname, column_of.attname`,
  );
  await expect(`${rows.map(({ name }) => String(name)).join('\n')}\n`).toMatchFileSnapshot(table);
});
