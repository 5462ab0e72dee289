import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inTransaction, type Pool, type Session } from './lib/sql.ts';

const MIGRATION_FILE = /^(\d{14})_([\w-]+)\.sql$/;
/** An arbitrary id, unique within the database: concurrent processes migrate one after the other. */
const ADVISORY_LOCK = 7_265_001;
/** Oldest supported PostgreSQL version. */
const MIN_VERSION = 16;

interface MigrateOptions {
  /** Folder of Supabase CLI migrations, `YYYYMMDDhhmmss_name.sql`. */
  migrationsDir: string;
  /** Password to set for the `authenticator` role. */
  authenticatorPassword: string;
  /** Last version to apply; all by default. */
  upTo?: string | undefined;
  onProgress?: (name: string) => void;
}

/**
 * Migrates a database: bootstrap, then each migration not yet recorded in `supabase_migrations.schema_migrations`, in a
 * transaction each. Refuses a database with a recorded migration that is not among the files.
 *
 * @returns the names of the applied migrations
 * @throws Error that names the failed file, with the database's error as cause; earlier migrations stay applied
 */
export async function migrate(owner: Pool, options: MigrateOptions): Promise<string[]> {
  const files = (await readdir(options.migrationsDir)).filter((file) => MIGRATION_FILE.test(file)).sort();
  const session = await owner.reserve();
  try {
    const [server] = await session<{ version: string }[]>`
      select current_setting('server_version_num') as version`;
    requireVersion(Number(server?.version));
    await session`select pg_advisory_lock(${ADVISORY_LOCK})`;
    const done = await recordedMigrations(session);
    requireKnown(done, files);
    await bootstrap(session, options.authenticatorPassword);
    const applied: string[] = [];
    for (const file of files) {
      const version = versionOf(file);
      if (done.has(version) || (options.upTo && version > options.upTo)) continue;
      options.onProgress?.(file);
      await applyMigration(session, join(options.migrationsDir, file), version);
      applied.push(file);
    }
    if (applied.length > 0) await session`select pg_notify('pgrst', 'reload schema')`;
    return applied;
  } finally {
    // Which unlocks, too.
    session.close();
  }
}

/**
 * Runs a file of SQL unless this database has had it, in a transaction, and records it as the Supabase CLI does.
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
    await runAsPostgres(session, `Seed ${path}`, text, async () => {
      await session`insert into supabase_migrations.seed_files values (${path}, ${hash})`;
    });
  } finally {
    // Which unlocks, too.
    session.close();
  }
}

/** @throws Error for an unsupported PostgreSQL. @param version its `server_version_num` */
export function requireVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major < MIN_VERSION)
    throw new Error(`The database is PostgreSQL ${major}; it has to be ${MIN_VERSION} or newer.`);
}

/** Names of the recorded migrations, by version. */
async function recordedMigrations(session: Session): Promise<Map<string, string>> {
  const [table] = await session<{ found: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as found`;
  if (!table?.found) return new Map();
  const rows = await session<{ version: string; name: string | null }[]>`
    select version, name from supabase_migrations.schema_migrations order by version`;
  return new Map(rows.map(({ version, name }) => [version, name ? `${version}_${name}` : version]));
}

/** @throws Error when a recorded migration is not among the files */
function requireKnown(recorded: Map<string, string>, files: string[]): void {
  const versions = new Set(files.map(versionOf));
  const unknown = [...recorded].filter(([version]) => !versions.has(version)).map(([, name]) => name);
  if (unknown.length === 0) return;
  const names = unknown.length === 1 ? unknown[0] : `${unknown[0]} to ${unknown.at(-1)}`;
  throw new Error(
    `The database was made by another version: it records ${unknown.length} migrations that this one does not have (${names}). ` +
      'Nothing was changed in it. Run the version that made it, or start on an empty database: ' +
      'a new data folder, or a new database.',
  );
}

const versionOf = (file: string) => MIGRATION_FILE.exec(file)?.[1] ?? '';

/** In order of dependency. */
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

async function applyMigration(session: Session, path: string, version: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const name = basename(path, '.sql').slice(version.length + 1);
  await runAsPostgres(session, `Migration ${basename(path)}`, text, async () => {
    await session`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${version}, ${name}, ${[text]})`;
  });
}

/** Runs a file's text and records it, in one transaction. @throws Error that names it by `title` */
async function runAsPostgres(session: Session, title: string, text: string, record: () => Promise<void>) {
  try {
    await inTransaction(session, async () => {
      await session.unsafe('set local role postgres');
      await session.unsafe(text);
      await session.unsafe('reset role');
      await record();
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${title} failed: ${reason}`, { cause: error });
  }
}
