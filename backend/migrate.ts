import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type postgres from 'postgres';

const MIGRATION_FILE = /^(\d{14})_([\w-]+)\.sql$/;
/** Any number that no other user of the database takes: two processes that start together migrate one after the other. */
const ADVISORY_LOCK = 7_265_001;
/** The oldest PostgreSQL whose SQL the migrations are written in. */
const OLDEST = 16;

export interface MigrateOptions {
  /** Folder with Supabase-CLI migrations, `YYYYMMDDhhmmss_name.sql`. */
  migrationsDir: string;
  /** Sets the authenticator's password, with which requests log in. */
  authenticatorPassword: string;
  onProgress?: (name: string) => void;
}

/**
 * Brings a database to the newest schema: bootstrap first, then each migration that is not yet recorded in
 * `supabase_migrations.schema_migrations`, each in its own transaction.
 *
 * @returns the names of the migrations that ran.
 * @throws Error naming the file, with the database's error as its cause; migrations before that file stay applied.
 */
export async function migrate(owner: postgres.Sql, options: MigrateOptions): Promise<string[]> {
  const files = (await readdir(options.migrationsDir)).filter((file) => MIGRATION_FILE.test(file)).sort();
  const session = await owner.reserve();
  try {
    const [server] = await session<{ version: string }[]>`
      select current_setting('server_version_num') as version`;
    requireVersion(Number(server?.version));
    await session`select pg_advisory_lock(${ADVISORY_LOCK})`;
    await bootstrap(session, options.authenticatorPassword);
    const rows = await session<
      { version: string }[]
    >`select version from supabase_migrations.schema_migrations`;
    const done = new Set(rows.map((row) => row.version));
    const applied: string[] = [];
    for (const file of files) {
      const version = MIGRATION_FILE.exec(file)?.[1] ?? '';
      if (done.has(version)) continue;
      options.onProgress?.(file);
      await applyMigration(session, join(options.migrationsDir, file), version);
      applied.push(file);
    }
    if (applied.length > 0) await session`select pg_notify('pgrst', 'reload schema')`;
    return applied;
  } finally {
    await session`select pg_advisory_unlock(${ADVISORY_LOCK})`.catch(() => {});
    session.release();
  }
}

/** @throws Error for a PostgreSQL that cannot run the migrations. @param version as `server_version_num` has it. */
export function requireVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST)
    throw new Error(`The database is PostgreSQL ${major}; it has to be ${OLDEST} or newer.`);
}

/** In the order in which they need each other. */
const bootstrapFiles = ['roles', 'auth', 'storage', 'realtime'];

async function bootstrap(session: postgres.ReservedSql, authenticatorPassword: string): Promise<void> {
  const files = bootstrapFiles.map((name) =>
    readFile(new URL(`./bootstrap/${name}.sql`, import.meta.url), 'utf8'),
  );
  const sql = (await Promise.all(files)).join('\n');
  const fingerprint = createHash('sha256').update(sql).update(authenticatorPassword).digest('hex');
  const [row] = await session<{ comment: string | null }[]>`
    select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()`;
  if (row?.comment === `bootstrap ${fingerprint}`) return;
  await session.unsafe('begin');
  try {
    await session.unsafe(sql);
    await session.unsafe(
      `alter role authenticator password '${authenticatorPassword.replaceAll("'", "''")}'`,
    );
    await session.unsafe(
      `do $do$ begin execute format('comment on database %I is %L', current_database(), 'bootstrap ${fingerprint}'); end $do$`,
    );
    await session.unsafe('commit');
  } catch (error) {
    await session.unsafe('rollback');
    throw error;
  }
}

async function applyMigration(session: postgres.ReservedSql, path: string, version: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const name = basename(path, '.sql').slice(version.length + 1);
  await session.unsafe('begin');
  try {
    await session.unsafe('set local role postgres');
    await session.unsafe(text);
    await session.unsafe('reset role');
    await session`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${version}, ${name}, ${[text]})`;
    await session.unsafe('commit');
  } catch (error) {
    await session.unsafe('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${basename(path)} failed: ${reason}`, { cause: error });
  }
}
