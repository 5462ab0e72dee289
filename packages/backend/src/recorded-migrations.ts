import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from './lib/sql.ts';

const MIGRATION_FILE = /^(\d{14})_([\w-]+)\.sql$/;

export interface Migration {
  /** `YYYYMMDDhhmmss`. */
  version: string;
  name: string;
  /** Name of its file. */
  file: string;
  text: string;
}

interface RecordedMigration {
  version: string;
  /** Its version and name; the version alone if no name was recorded. */
  name: string;
  /** The whole file, or one item per statement (Supabase CLI); null if only the version was recorded. */
  statements: string[] | null;
}

/** The migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => MIGRATION_FILE.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const [, version = '', name = ''] = MIGRATION_FILE.exec(file) ?? [];
      return { version, name, file, text: await readFile(join(folder, file), 'utf8') };
    }),
  );
}

/** The migrations that a database has run, in order; empty if it was never migrated. */
export async function recordedMigrations(sql: Sql): Promise<RecordedMigration[]> {
  const [table] = await sql<{ found: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as found`;
  if (!table?.found) return [];
  return sql<RecordedMigration[]>`
    select version, concat_ws('_', version, nullif(name, '')) as name, statements
    from supabase_migrations.schema_migrations order by version`;
}

/** Names of the folder's migrations that a database has yet to run, in order; none for a new database. */
export async function pendingMigrations(sql: Sql, folder: string): Promise<string[]> {
  const recorded = await recordedMigrations(sql);
  if (recorded.length === 0) return [];
  const versions = new Set(recorded.map(({ version }) => version));
  const migrations = await readMigrations(folder);
  return migrations.filter(({ version }) => !versions.has(version)).map(({ file }) => file);
}

/** Records a migration as the Supabase CLI does, or updates its recorded text. */
export async function recordMigration(sql: Sql, { version, name, text }: Migration): Promise<void> {
  await sql`
    insert into supabase_migrations.schema_migrations (version, name, statements) values (${version}, ${name}, ${[text]})
    on conflict (version) do update set name = excluded.name, statements = excluded.statements`;
}

/**
 * @param remedy what to do about a database of another, not newer, version; a sentence
 * @throws Error when a recorded migration is not among the files
 */
export function requireKnown(
  recorded: readonly RecordedMigration[],
  migrations: readonly Migration[],
  remedy = 'Run the version that made it, or start on an empty database: a new data folder, or a new database.',
): void {
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = recorded.filter(({ version }) => !known.has(version));
  const [first] = unknown;
  if (!first) return;
  const last = migrations.at(-1)?.version;
  const hasAll = unknown.length === recorded.length - migrations.length;
  const isNewer = hasAll && last !== undefined && first.version > last;
  const names = unknown.length === 1 ? first.name : `${first.name} to ${unknown.at(-1)?.name}`;
  const count = unknown.length === 1 ? 'a migration' : `${unknown.length} migrations`;
  throw new Error(
    `The database was ${isNewer ? 'updated by a newer' : 'made by another'} version: ` +
      `it records ${count} that this one does not have (${names}). Nothing was changed in it. ` +
      (isNewer ? 'Start that version again, or restore the backup that was made before the update.' : remedy),
  );
}

/**
 * Names of recorded migrations whose file has changed. One recorded without its statements cannot be
 * compared, and counts as unchanged.
 */
export function changedMigrations(
  recorded: readonly RecordedMigration[],
  migrations: readonly Migration[],
): string[] {
  const texts = new Map(migrations.map(({ version, text }) => [version, text]));
  return recorded
    .filter(({ version, statements }) => {
      const text = texts.get(version);
      return text !== undefined && statements?.length && content(statements.join('')) !== content(text);
    })
    .map(({ name }) => name);
}

/** The Supabase CLI strips semicolons and white space between statements; git may change line endings. */
const content = (text: string) => text.replaceAll(/[\s;]+/g, '');
