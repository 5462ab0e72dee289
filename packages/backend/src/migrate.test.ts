import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { transcript } from '../tests/support/processes.ts';
import { AUTHENTICATOR_PASSWORD } from '../tests/support/test-server.ts';
import { migrate, requireVersion } from './migrate.ts';

const TABLE = `-- What a shelf holds.
create table public.cups (id int primary key, colour text not null)`;
const FUNCTION = `create function public.cup_count() returns bigint language sql set search_path = '' as $$
  select count(*) from public.cups;
$$`;
const CUPS = `${TABLE};\n\n${FUNCTION};\n`;
const HANDLES = 'alter table public.cups add column handle boolean not null default true;';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string, text: string) => writeFile(join(folder, name), text);
const forget = (name: string) => rm(join(folder, name));
const update = (changedMigrationRemedy?: string) =>
  migrate(database.owner, {
    migrationsDir: folder,
    authenticatorPassword: AUTHENTICATOR_PASSWORD,
    changedMigrationRemedy,
  });

async function recorded(): Promise<string[]> {
  const rows = await database.owner<{ name: string }[]>`
    select version || '_' || name as name from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ name }) => name);
}

async function columnsOfCups(): Promise<string[]> {
  const rows = await database.owner<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = 'cups' order by ordinal_position`;
  return rows.map(({ name }) => name);
}

it('says which PostgreSQL it needs before it changes anything in an older one', () => {
  expect(() => requireVersion(150_012)).toThrow('The database is PostgreSQL 15; it has to be 16 or newer.');
  for (const version of [160_000, 170_006]) requireVersion(version);
});

it('leaves a database of another version unchanged, and says what it found and what to do', async () => {
  const sql = database.owner;
  await sql`insert into supabase_migrations.schema_migrations (version, name)
    select to_char(20261201000000 + number * 100, 'FM00000000000000'), 'part_' || number from generate_series(1, 23) number`;
  await sql`drop table auth.mfa_amr_claims`;

  await expect(
    migrate(sql, { migrationsDir: join(import.meta.dirname, 'bootstrap'), authenticatorPassword: 'another' }),
  ).rejects.toThrow(
    'The database was made by another version: it records 23 migrations that this one does not have ' +
      '(20261201000100_part_1 to 20261201002300_part_23). Nothing was changed in it. Run the version that made it, or ' +
      'start on an empty database: a new data folder, or a new database.',
  );

  const [left] = await sql`select to_regclass('auth.mfa_amr_claims') is null as untouched,
    (select count(*)::int from supabase_migrations.schema_migrations) as recorded`;
  expect(left).toEqual({ untouched: true, recorded: 23 });
});

it('refuses a database that a newer version has updated, and says which version to start', async () => {
  await file('20260101000000_cups.sql', CUPS);
  await file('20260201000000_handles.sql', HANDLES);
  await update();
  await forget('20260201000000_handles.sql');

  await expect(update()).rejects.toThrow(
    'The database was updated by a newer version: it records a migration that this one does not have ' +
      '(20260201000000_handles). Nothing was changed in it. Start that version again, or restore the backup that was made ' +
      'before the update.',
  );
  expect(await columnsOfCups()).toEqual(['id', 'colour', 'handle']);
});

it('refuses a database that has run another version of a migration, before changing anything', async () => {
  await file('20260101000000_cups.sql', CUPS);
  await update();
  await file('20260101000000_cups.sql', CUPS.replace('colour text', 'color text'));
  await file('20260201000000_handles.sql', HANDLES);

  await expect(update('Ask the owner of the cups.')).rejects.toThrow(
    'The database has run another migration than this version has under the name 20260101000000_cups. ' +
      'Nothing was changed in it. Ask the owner of the cups.',
  );
  await expect(update()).rejects.toThrow('Run the version that made the database, or start on an empty one');
  expect(await recorded()).toEqual(['20260101000000_cups']);
  expect(await columnsOfCups()).toEqual(['id', 'colour']);
});

it('continues after the Supabase CLI has run the migrations, which records one entry per statement', async () => {
  await file('20260101000000_cups.sql', CUPS);
  await database.owner.begin((sql) => sql.unsafe(`set local role postgres; ${CUPS}`));
  await database.owner`insert into supabase_migrations.schema_migrations (version, name, statements)
    values ('20260101000000', 'cups', ${[TABLE, FUNCTION]})`;

  expect(await update()).toEqual([]);
  await file('20260201000000_handles.sql', HANDLES);
  expect(await update()).toEqual(['20260201000000_handles.sql']);
  await file('20260101000000_cups.sql', CUPS.replace('count(*)', 'count(id)'));
  await expect(update()).rejects.toThrow('under the name 20260101000000_cups');
});

it('identifies a migration by its version if nothing else was recorded', async () => {
  await file('20260101000000_cups.sql', CUPS);
  await database.owner.unsafe(CUPS);
  await database.owner`insert into supabase_migrations.schema_migrations (version) values ('20260101000000')`;
  expect(await update()).toEqual([]);
});

it('ignores line endings, which git may change', async () => {
  await file('20260101000000_cups.sql', CUPS);
  await update();
  await file('20260101000000_cups.sql', CUPS.replaceAll('\n', '\r\n'));
  expect(await update()).toEqual([]);
});

it('keeps nothing of an update with a failed migration, so that the previous version continues', async () => {
  await file('20260101000000_cups.sql', CUPS);
  await update();
  await database.owner`insert into cups values (1, 'red')`;
  await file('20260201000000_handles.sql', HANDLES);
  await file('20260301000000_saucers.sql', 'delete from public.cups; select 1 / 0;');

  await expect(update()).rejects.toThrow(
    'Migration 20260301000000_saucers.sql failed: division by zero\n' +
      'Nothing of the update was kept: the version before starts on the database again.',
  );
  expect(await columnsOfCups()).toEqual(['id', 'colour']);
  expect(await database.owner`select * from cups`).toEqual([{ id: 1, colour: 'red' }]);
  await forget('20260201000000_handles.sql');
  await forget('20260301000000_saucers.sql');
  expect(await update()).toEqual([]);
});

it('checks deferred constraints at the end of each migration', async () => {
  await file(
    '20260101000000_cups.sql',
    'create table public.cups (id int primary key, beside int references public.cups deferrable initially deferred);',
  );
  await file('20260201000000_alone.sql', 'insert into public.cups values (1, 2);');
  await file('20260301000000_beside.sql', 'insert into public.cups values (2, 1);');
  await expect(update()).rejects.toThrow(
    'Migration 20260201000000_alone.sql failed: insert or update on table "cups" violates foreign key',
  );
  await file('20260201000000_alone.sql', 'insert into public.cups values (1, 2), (2, 1);');
  await file('20260301000000_beside.sql', 'insert into public.cups values (3, 4), (4, 3);');
  expect(await update()).toHaveLength(3);
});

it('commits a new enum value, which later migrations need, and says so when one of them fails', async () => {
  await file('20260101000000_sizes.sql', "create type public.size as enum ('small');");
  await update();
  await file('20260201000000_large.sql', "alter type public.size add value 'large';");
  await file(
    '20260301000000_cups.sql',
    "create table public.cups (size public.size not null default 'large'); select 1 / 0;",
  );
  await expect(update()).rejects.toThrow(
    'Migration 20260301000000_cups.sql failed: division by zero\nKept of the update: 20260201000000_large.sql.',
  );
  await file(
    '20260301000000_cups.sql',
    "create table public.cups (size public.size not null default 'large');",
  );
  expect(await update()).toEqual(['20260301000000_cups.sql']);
});

it('migrates once when two processes start on one database', async () => {
  await file('20260101000000_cups.sql', `${CUPS} select pg_sleep(0.3);`);
  await file('20260201000000_handles.sql', HANDLES);
  const applied = await Promise.all([update(), update(), update()]);
  expect(applied.flat().sort()).toEqual(['20260101000000_cups.sql', '20260201000000_handles.sql']);
  expect(await recorded()).toEqual(['20260101000000_cups', '20260201000000_handles']);
});

it('leaves a database unchanged if the process is killed during an update', async () => {
  await file('20260101000000_cups.sql', CUPS);
  await update();
  await file('20260201000000_handles.sql', HANDLES);
  await file('20260301000000_slow.sql', 'drop table public.cups; select pg_sleep(600);');
  const child = spawn(process.execPath, [
    join(import.meta.dirname, '../tests/support/migrate-process.ts'),
    JSON.stringify(database.address),
    folder,
  ]);
  const output = transcript(child);
  const sleeping = () =>
    database.owner`select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await expect.poll(sleeping, { message: output() }).toHaveLength(1);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const [{ pid } = { pid: 0 }] = await sleeping();
  await database.owner`select pg_terminate_backend(${pid}, 10000)`;

  expect(await columnsOfCups()).toEqual(['id', 'colour']);
  await forget('20260201000000_handles.sql');
  await forget('20260301000000_slow.sql');
  expect(await update()).toEqual([]);
});
