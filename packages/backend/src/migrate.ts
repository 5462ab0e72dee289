import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inTransaction, type Pool, type Session } from './lib/sql.ts';
import {
  changedMigrations,
  type Migration,
  readMigrations,
  recordedMigrations,
  recordMigration,
  requireKnown,
} from './recorded-migrations.ts';

/**
 * Arbitrary advisory lock id, unique within the database: concurrent processes migrate one after the other.
 */
const ADVISORY_LOCK = 7_265_001;
/** Oldest supported PostgreSQL version. */
const MIN_VERSION = 16;
/** PostgreSQL allows a new enum value to be used only once it is committed. */
const ADDS_ENUM_VALUE = /\balter\s+type\b[^;]*\badd\s+value\b/i;

export interface MigrateOptions {
  /** Folder of Supabase CLI migrations, `YYYYMMDDhhmmss_name.sql`. */
  migrationsDir: string;
  /** Password to set for the `authenticator` role. */
  authenticatorPassword: string;
  /** Last version to apply; all by default. */
  upTo?: string | undefined;
  /** What to do if the database ran other migrations, or other versions of them, than the files; a sentence. */
  changedMigrationRemedy?: string | undefined;
  onProgress?: ((name: string) => void) | undefined;
}

/**
 * Migrates a database: bootstrap, then each migration not yet recorded in
 * `supabase_migrations.schema_migrations`, all in one transaction, so that the previous version can still
 * start on the database when one fails. Only a migration that adds an enum value ends the transaction. Before
 * changing anything, rejects a database with a recorded migration that is missing from the files or has
 * another content.
 *
 * @returns the names of the applied migrations
 * @throws Error that names the failed file and what stays applied, with the database's error as cause
 */
export async function migrate(owner: Pool, options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.migrationsDir);
  const session = await owner.reserve();
  try {
    const [server] = await session<{ version: string }[]>`
      select current_setting('server_version_num') as version`;
    requireVersion(Number(server?.version));
    await session`select pg_advisory_lock(${ADVISORY_LOCK})`;
    const recorded = await recordedMigrations(session);
    requireKnown(recorded, migrations, options.changedMigrationRemedy);
    requireUnchanged(changedMigrations(recorded, migrations), options.changedMigrationRemedy);
    await bootstrap(session, options.authenticatorPassword);
    const done = new Set(recorded.map(({ version }) => version));
    const pending = migrations.filter(
      ({ version }) => !done.has(version) && !(options.upTo && version > options.upTo),
    );
    const applied: string[] = [];
    for (const together of transactionsOf(pending)) {
      await applyMigrations(session, together, { applied, onProgress: options.onProgress });
      applied.push(...together.map(({ file }) => file));
    }
    if (applied.length > 0) await session`select pg_notify('pgrst', 'reload schema')`;
    return applied;
  } finally {
    // Also releases the lock.
    session.close();
  }
}

function requireUnchanged(
  changed: string[],
  remedy = 'Run the version that made the database, or start on an empty one: a new data folder, or a new database.',
): void {
  if (changed.length === 0) return;
  const [which, have] = changed.length === 1 ? ['another migration', 'has'] : ['other migrations', 'have'];
  throw new Error(
    `The database has run ${which} than this version ${have} under the name ${changed.join(', ')}. ` +
      `Nothing was changed in it. ${remedy}`,
  );
}

/** Splits migrations after each one that adds an enum value. */
function transactionsOf(migrations: Migration[]): Migration[][] {
  const transactions: Migration[][] = [[]];
  for (const migration of migrations) {
    transactions.at(-1)?.push(migration);
    if (ADDS_ENUM_VALUE.test(migration.text)) transactions.push([]);
  }
  return transactions.filter(({ length }) => length > 0);
}

async function applyMigrations(
  session: Session,
  migrations: Migration[],
  { applied, onProgress }: { applied: string[]; onProgress: MigrateOptions['onProgress'] },
): Promise<void> {
  let [running] = migrations;
  await inTransaction(session, async () => {
    for (const migration of migrations) {
      running = migration;
      onProgress?.(migration.file);
      await runAsPostgres(session, migration.text);
      await recordMigration(session, migration);
      // Checks each file as if it were committed.
      await session.unsafe('set constraints all immediate; set constraints all deferred');
    }
  }).catch((error: unknown) => {
    const kept =
      applied.length === 0
        ? 'Nothing of the update was kept: the version before starts on the database again.'
        : `Kept of the update: ${applied.join(', ')}.`;
    throw failed(`Migration ${running?.file}`, error, `\n${kept}`);
  });
}

/**
 * Runs an SQL file in a transaction unless this database has run it, and records it as the Supabase CLI does.
 * @throws Error that names the file, with the database's error as cause; nothing of it stays
 */
export async function seed(owner: Pool, file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const path = basename(file);
  const hash = createHash('sha256').update(text).digest('hex');
  const session = await owner.reserve();
  try {
    await session`select pg_advisory_lock(${ADVISORY_LOCK})`;
    await session`create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null)`;
    const [seeded] = await session`select from supabase_migrations.seed_files where path = ${path}`;
    if (seeded) return;
    await inTransaction(session, async () => {
      await runAsPostgres(session, text);
      await session`insert into supabase_migrations.seed_files values (${path}, ${hash})`;
    }).catch((error: unknown) => {
      throw failed(`Seed ${path}`, error);
    });
  } finally {
    // Also releases the lock.
    session.close();
  }
}

/** @throws Error for an unsupported PostgreSQL. @param version its `server_version_num` */
export function requireVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major < MIN_VERSION)
    throw new Error(`The database is PostgreSQL ${major}; it has to be ${MIN_VERSION} or newer.`);
}

/** In dependency order. */
const bootstrapFiles = ['roles', 'secrets', 'auth', 'storage', 'realtime'];

async function bootstrap(session: Session, authenticatorPassword: string): Promise<void> {
  const files = bootstrapFiles.map((name) =>
    readFile(new URL(`./bootstrap/${name}.sql`, import.meta.url), 'utf8'),
  );
  const sql = (await Promise.all(files)).join('\n');
  const fingerprint = createHash('sha256').update(sql).update(authenticatorPassword).digest('hex');
  const [row] = await session<{ comment: string | null }[]>`
    select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()`;
  if (row?.comment === `bootstrap ${fingerprint}`) return;
  await requireRights(session);
  await inTransaction(session, async () => {
    await session.unsafe(sql);
    await session.unsafe(
      `alter role authenticator password '${authenticatorPassword.replaceAll("'", "''")}'`,
    );
    await session.unsafe(
      `do $do$ begin execute format('comment on database %I is %L', current_database(), 'bootstrap ${fingerprint}'); end $do$`,
    );
  });
}

/** The roles created by `bootstrap/roles.sql`, which it must be able to act as. */
const ROLES = [
  ...['postgres', 'anon', 'authenticated', 'service_role', 'authenticator'],
  ...['supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'],
];

/**
 * @throws Error that lists the rights that the bootstrap needs and the database's user lacks; no superuser is needed
 */
async function requireRights(session: Session): Promise<void> {
  const [user] = await session<
    {
      name: string;
      database: string;
      superuser: boolean;
      attributes: string[];
      owner: boolean;
      foreign_roles: string[];
    }[]
  >`
    select r.rolname as name, d.datname as database, r.rolsuper as superuser,
      array_remove(array[
        case when not r.rolcreaterole then 'CREATEROLE' end,
        case when not r.rolcreatedb then 'CREATEDB' end,
        case when not r.rolbypassrls then 'BYPASSRLS' end
      ], null) as attributes,
      pg_has_role(d.datdba, 'USAGE') as owner,
      array(
        select o.rolname from pg_roles o
        where o.rolname = any (${ROLES}) and not pg_has_role(o.oid, 'SET') order by o.rolname
      ) as foreign_roles
    from pg_roles r join pg_database d on d.datname = current_database() where r.rolname = current_user`;
  if (!user || user.superuser) return;
  const lacks = [
    ...(user.attributes.length > 0 ? [`the attributes ${user.attributes.join(', ')}`] : []),
    ...(user.owner ? [] : [`the ownership of the database "${user.database}"`]),
    ...(user.foreign_roles.length > 0 ? [`membership in ${user.foreign_roles.join(', ')}`] : []),
  ];
  if (lacks.length === 0) return;
  throw new Error(
    `The database user "${user.name}" cannot prepare the database: it lacks ${lacks.join('; ')}. ` +
      'Nothing was changed. Let an administrator grant what is missing, or put a superuser into DATABASE_URL.',
  );
}

/** Runs a file's text in the open transaction. */
async function runAsPostgres(session: Session, text: string): Promise<void> {
  await session.unsafe('set local role postgres');
  await session.unsafe(text);
  await session.unsafe('reset role');
}

function failed(title: string, error: unknown, rest = ''): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`${title} failed: ${reason}${rest}`, { cause: error });
}
