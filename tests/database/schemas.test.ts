import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseAddress, identifier, openPool } from 'embedded-supabase/database';
import { AUTHENTICATOR_PASSWORD } from 'embedded-supabase/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { readCatalogue } from '../../scripts/schema/catalogue.ts';
import { MIGRATIONS, makeDatabase, type Source, SUPABASE } from '../../scripts/schema/databases.ts';
import { writeMigrations } from '../../scripts/schema/diff.ts';
import { differenceBetween } from '../../scripts/schema/difference.ts';

// Two databases are built, from the schemas and from the migrations, and compared.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const server = { ...inject('postgres'), database: 'postgres' };
const made: string[] = [];
let folder: string;
let migrated: DatabaseAddress;
let declared: DatabaseAddress;

function make(kind: Source['kind'], from: string): Promise<DatabaseAddress> {
  const name = `schemas_${randomBytes(6).toString('hex')}`;
  made.push(name);
  return makeDatabase(server, name, { kind, folder: from }, AUTHENTICATOR_PASSWORD);
}

async function catalogueOf(address: DatabaseAddress): Promise<string[]> {
  const sql = openPool(address, 1);
  return readCatalogue(sql).finally(() => sql.end());
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-schemas-'));
  migrated = await make('migrations', MIGRATIONS);
  declared = await make('schemas', SUPABASE);
});
afterAll(async () => {
  const admin = openPool(server, 1);
  for (const name of made) await admin`drop database if exists ${identifier(name)} with (force)`;
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

test('the migrations build what the schemas define, to the last grant', async () => {
  const catalogue = await catalogueOf(migrated);
  expect(catalogue.length).toBeGreaterThan(3_000);
  expect(await catalogueOf(declared)).toEqual(catalogue);
});

test('no migration is written while the migrations build what the schemas define', async () => {
  expect(await differenceBetween(migrated, declared)).toEqual({ transactions: [], losses: [], unknown: [] });
});

/** Changes the text of one schema, which must contain it. */
async function change(schemas: string, file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(schemas, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(schemas, file), text.replace(from, to));
}

const NEW_TABLE = `
create table public.shelves (
  id bigint generated always as identity primary key,
  tenant_id text not null references public.tenants (id) on delete cascade,
  name text not null check (name <> ''),
  status public.order_status not null default 'lost',
  updated_at timestamptz not null default now()
);
create index shelves_by_store on public.shelves (tenant_id) where name <> 'x';
alter table public.shelves enable row level security;

create policy "Everybody reads shelves" on public.shelves
  for select to anon, authenticated using (true);
call private.add_aal2_policies('public.shelves');

create function public.shelf_count(p_tenant_id text) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.shelves where tenant_id = p_tenant_id
$$;

create trigger shelves_touch before update on public.shelves
  for each row execute function private.touch_updated_at();

grant select on public.shelves to anon, authenticated;
grant insert (tenant_id, name) on public.shelves to authenticated;
grant execute on function public.shelf_count to authenticated;
`;

test('the migration written for changed schemas brings a database with the earlier ones up to them', {
  tags: ['slow'],
}, async () => {
  const changed = join(folder, 'supabase');
  await cp(SUPABASE, changed, { recursive: true });
  const [schemas, migrations] = [join(changed, 'schemas'), join(changed, 'migrations')];
  await writeFile(join(schemas, 'catalogue/shelves.sql'), NEW_TABLE);
  await change(
    changed,
    'config.toml',
    '_removal.sql",\n',
    '_removal.sql",\n  "./schemas/catalogue/shelves.sql",\n',
  );
  await change(
    schemas,
    'foundation/foundation.sql',
    '(p_amount * 100)::bigint',
    'round(p_amount * 100)::bigint',
  );
  await change(
    schemas,
    'people/tenants_and_roles.sql',
    'name text not null',
    "motto text default '',\n  name text not null",
  );
  await change(
    schemas,
    'people/tenants_and_roles.sql',
    'for select to anon, authenticated using (true)',
    'for select to authenticated using (true)',
  );
  await change(
    schemas,
    'people/tenants_and_roles.sql',
    'grant select on public.tenants to anon, authenticated',
    'grant select on public.tenants to authenticated',
  );
  await change(
    schemas,
    'orders/order_statuses.sql',
    'create type public.order_status as enum (',
    "create type public.order_status as enum (\n  'lost',",
  );
  const wanted = await make('schemas', changed);

  const { transactions } = await differenceBetween(migrated, wanted);
  const files = await writeMigrations(migrations, 'shelves', transactions, new Date('2020-01-01'));
  // PostgreSQL can use a new enum value only after the transaction that adds it.
  expect(files).toHaveLength(2);
  const before = await readdir(MIGRATIONS);
  for (const file of files) expect(file > (before.sort().at(-1) ?? '')).toBe(true);

  expect(await catalogueOf(await make('migrations', migrations))).toEqual(await catalogueOf(wanted));
});
