import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SUPABASE } from '../../scripts/schema/databases.ts';
import { sharedDatabase } from '../support/database.ts';

/** What shoppers read of rows of theirs: a new column is named here, or goes to a table of staff's. */
const forShoppers: Record<string, string> = {
  invoice_lines: `amount discount garment id invoice_id kind name options order_line_id position quantity sku tax tax_rate tenant_id
    translations unit_price`,
  invoices: `buyer code corrects_id id issued_at kind language number order_id order_number seller tax tenant_id total year`,
  refund_lines: 'amount id kind order_line_id quantity refund_id tenant_id',
  refunds: `amount created_at id number order_id payment_id reason reference return_id sent_at state tenant_id updated_at way`,
  store_credits: 'created_at delta id kind order_id reason refund_id tenant_id user_id',
  transfers: `amount answer checked_at created_at id note order_id photos received state tenant_id updated_at`,
};

/** Facts of staff's and the server's that lie in rows of shoppers' since before this rule. None is added. */
const ofStaff: Record<string, string> = {
  refunds: 'attempt created_by looked_at',
  store_credits: 'actor_id',
  transfers: 'checked_by',
};

async function tablesOf(...domains: string[]): Promise<string[]> {
  const tables: string[] = [];
  for (const domain of domains) {
    const folder = join(SUPABASE, 'schemas', domain);
    for (const file of await readdir(folder)) {
      const text = await readFile(join(folder, file), 'utf8');
      for (const [, table = ''] of text.matchAll(/^create table public\.(\w+)/gm)) tables.push(table);
    }
  }
  return tables;
}

const words = (text = '') => text.split(/\s+/).filter(Boolean);

test('what shoppers read of money and notifications is said to be for them, column by column', async () => {
  const db = await sharedDatabase();
  const tables = await tablesOf('money', 'notifications');
  const readable = await db.owner<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
    where c.relnamespace = 'public'::regnamespace and c.relname = any (${tables}) and exists (
      select 1 from pg_policy p
      where p.polrelid = c.oid and p.polcmd in ('r', '*') and p.polpermissive and p.polname not like 'Staff %'
        and pg_get_expr(p.polqual, p.polrelid) <> 'true'
    )
    group by c.relname order by c.relname`;
  const said = Object.keys(forShoppers).map((name) => ({
    name,
    columns: [...words(forShoppers[name]), ...words(ofStaff[name])].sort(),
  }));
  expect(readable.map(({ name, columns }) => ({ name, columns: [...columns].sort() }))).toEqual(said);
});
