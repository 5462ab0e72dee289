import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import type pg from 'pg';
import { passwordOfAuthenticator } from '../lib/authenticator-password.ts';
import type { DatabaseAddress } from '../lib/database-address.ts';
import { writeSecret } from '../lib/secret-file.ts';
import { SECRET_FILES } from '../lib/secrets.ts';
import { identifier, openPool, type Pool } from '../lib/sql.ts';
import { migrate } from '../migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '../postgres/embedded.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { DamagedArchive, type Entry, openArchive, readArchive } from './archive.ts';
import { BackupHeader, FORMAT, HEADER, SEQUENCES } from './backup.ts';
import {
  type BackupTable,
  connectForCopy,
  disableTriggers,
  listTables,
  SequenceState,
  writeRows,
  writeSequences,
} from './rows.ts';
import { markDatabase, markFolder, refuseUnfinished, unmarkDatabase, unmarkFolder } from './unfinished.ts';

export interface RestoreTarget {
  /** An empty or missing folder. */
  dataDir: string;
  /** An empty database; by default the embedded one of the folder. */
  database?: DatabaseAddress | undefined;
  /** Name of the embedded database. */
  databaseName: string;
  migrationsDir: string;
  /** Opens the object store, once the folder exists. */
  openObjects(): Promise<ObjectStore>;
  /** Password to set for the `authenticator` role; by default derived from the owner's. */
  authenticatorPassword?: string | undefined;
  /** Skips the keys, so that new ones are created. */
  ownKeys?: boolean | undefined;
  /** Statements run after the rows, in the same transaction. */
  afterwards?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
}

const MAX_SMALL_ENTRY = 64 * 1024 * 1024;

/**
 * Reads and verifies a backup without writing anything.
 * @throws Error with the problem, or the version it requires
 */
export async function checkBackup(
  file: string,
  migrationsDir: string,
  onBytes?: (count: number) => void,
  signal?: AbortSignal,
): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  try {
    for await (const entry of readArchive(openArchive(file, onBytes, signal))) {
      if (!header) {
        header = await readHeader(entry);
        await requireSameMigrations(header, migrationsDir);
      } else for await (const _ of entry.content);
    }
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error;
    throw new Error(`${file} is no whole backup: ${error.message}. Nothing was written.`, { cause: error });
  }
  if (!header) throw new Error(`${file} is no backup: it is empty.`);
  return header;
}

async function readHeader({ name, size, content }: Entry): Promise<BackupHeader> {
  if (name !== HEADER || size > MAX_SMALL_ENTRY) throw new DamagedArchive(`it does not begin with ${HEADER}`);
  const parsed = BackupHeader.safeParse(await json(content));
  if (parsed.success) return parsed.data;
  throw new Error(
    `The backup is of a format that this version does not know; it knows format ${FORMAT}. ` +
      'Restore it with the version that made it.',
  );
}

/** A backup of an older version is restored with its schema; the next start migrates it. */
async function requireSameMigrations({ migrations }: BackupHeader, migrationsDir: string): Promise<void> {
  const files = (await readdir(migrationsDir)).filter((file) => file.endsWith('.sql')).sort();
  const localNames = files.map((file) => basename(file, '.sql'));
  const missingMigration = migrations.find((name, index) => name !== localNames[index]);
  if (missingMigration === undefined && migrations.length > 0) return;
  throw new Error(
    'The backup was made by another version: ' +
      (missingMigration
        ? `it has the migration ${missingMigration}, which is not the one here.`
        : 'it has no migrations.') +
      ' Restore it with the version that made it. Nothing was written.',
  );
}

/**
 * Restores a backup into an empty store, completely or not at all.
 * @param source opens the tar, already checked unless it comes from a running backup
 * @throws Error with the reason; the target is then unchanged, unless the process is killed
 */
export async function restoreBackup(
  source: () => Readable,
  name: string,
  target: RestoreTarget,
): Promise<void> {
  const { dataDir, databaseName } = target;
  await requireEmpty(target);
  const isNew = await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await markFolder(dataDir, name);
  let server: EmbeddedPostgres | undefined;
  try {
    server = target.database ? undefined : await startPostgres({ dataDir, database: databaseName });
    const address = target.database ?? server?.address;
    if (!address) throw new Error('There is no database to restore into.');
    await fill(address, source, target);
    await server?.stop();
    await unmarkFolder(dataDir);
  } catch (error) {
    await server?.stop({ immediate: true });
    await emptyFolder(dataDir);
    if (isNew) await rm(isNew, { recursive: true });
    if (target.signal?.aborted) throw new Error('The restore was stopped. Nothing of it was kept.');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The restore failed, and nothing of it was kept: ${reason}`, { cause: error });
  }
}

/** @throws Error that names what the target contains */
export async function requireEmpty({ dataDir, database }: Pick<RestoreTarget, 'dataDir' | 'database'>) {
  const entries = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Error(`${dataDir} is not a folder that can be read: ${error.message}`, { cause: error });
  });
  await refuseUnfinished(dataDir);
  const existing = entries.filter((entry) => entry !== 'lost+found');
  if (existing.length > 0) {
    throw new Error(
      `${dataDir} is not empty: it holds ${existing.slice(0, 3).join(', ')}${existing.length > 3 ? ', …' : ''}. ` +
        'Choose a folder that is new or empty.',
    );
  }
  if (!database) return;
  const sql = ownerConnection(database);
  try {
    await refuseUnfinished(dataDir, sql);
    const tables = await sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`;
    if (tables.length === 0) return;
    throw new Error(
      `The database "${database.database}" is not empty: it holds ${tables[0]?.name} and ${tables.length - 1} more tables, views or sequences. ` +
        'Create an empty one and set DATABASE_URL to it.',
    );
  } finally {
    await sql.end();
  }
}

const ownerConnection = (address: DatabaseAddress) => openPool(address, 2);

async function fill(address: DatabaseAddress, source: () => Readable, target: RestoreTarget): Promise<void> {
  const owner = ownerConnection(address);
  let before: Awaited<ReturnType<typeof schemasOf>> | undefined;
  try {
    before = await schemasOf(owner);
    await owner.unsafe(markDatabase);
    const client = await connectForCopy(address);
    try {
      await load(owner, address, client, source, target);
    } finally {
      await client.end();
    }
  } catch (error) {
    // The embedded database is removed with its folder.
    if (target.database && before) await dropAll(owner, before);
    throw error;
  } finally {
    await owner.end();
  }
}

async function load(
  owner: Pool,
  address: DatabaseAddress,
  client: pg.Client,
  source: () => Readable,
  target: RestoreTarget,
): Promise<void> {
  const { dataDir, migrationsDir, openObjects, ownKeys = false, afterwards = [], signal } = target;
  const objects = await openObjects();
  signal?.throwIfAborted();
  const tar = signal ? addAbortSignal(signal, source()) : source();
  let tables: Map<string, BackupTable> | undefined;
  let enableTriggers = async () => {};
  for await (const entry of wholeTables(readArchive(tar))) {
    const [kind, ...rest] = entry.name.split('/');
    if (!tables) {
      const header = await readHeader(entry);
      await requireSameMigrations(header, migrationsDir);
      const authenticatorPassword =
        target.authenticatorPassword ?? (await passwordOfAuthenticator(address, dataDir));
      await migrate(owner, {
        migrationsDir,
        authenticatorPassword,
        upTo: header.migrations.at(-1)?.slice(0, 14),
      });
      await client.query('begin');
      tables = knownTables(header, await listTables(client));
      enableTriggers = await disableTriggers(client);
      await client.query(`truncate ${[...tables.keys()].join(', ')}`);
    } else if (entry.name === SEQUENCES) {
      await writeSequences(client, SequenceState.array().parse(await json(entry.content)));
    } else if (kind === 'database') {
      const table = tables.get(rest[0] ?? '');
      if (!table) throw new Error(`The backup holds rows of ${rest[0]}, which it does not name.`);
      await writeRows(client, table, entry.content);
    } else if (kind === 'keys') {
      if (ownKeys) await buffer(entry.content);
      else await writeKey(dataDir, rest.join('/'), entry);
    } else if (kind === 'objects') await objects.write(rest[1] ?? '', entry.content);
  }
  for (const statement of afterwards) await client.query(statement);
  await enableTriggers();
  await client.query(unmarkDatabase);
  await client.query('commit');
  await client.query('vacuum (analyze)');
}

const tableOf = (name: string) => /^database\/([^/]+)\/\d+\.copy$/.exec(name)?.[1];

/** Joins the parts of a table: rows may reference each other, so one statement must write them all. */
async function* wholeTables(entries: AsyncGenerator<Entry>): AsyncGenerator<Entry> {
  let next = await entries.next();
  while (!next.done) {
    const table = tableOf(next.value.name);
    const content = async function* () {
      while (!next.done && tableOf(next.value.name) === table) {
        yield* next.value.content;
        next = await entries.next();
      }
    };
    if (table) yield { ...next.value, content: content() };
    else {
      yield next.value;
      next = await entries.next();
    }
  }
}

/**
 * This database's tables by name, each with the backup's columns.
 * @throws Error that names tables and columns missing here
 */
function knownTables(header: BackupHeader, ours: BackupTable[]): Map<string, BackupTable> {
  const byName = new Map(ours.map((table) => [table.name, table]));
  const tables = new Map<string, BackupTable>();
  for (const { name, columns } of header.tables) {
    const table = byName.get(name);
    if (!table) throw new Error(`The backup has the table ${name}, which this version does not have.`);
    for (const column of columns) {
      if (!table.columns.some((own) => own.name === column.name && own.type === column.type))
        throw new Error(
          `The backup has ${name}.${column.name} of type ${column.type}, which this version does not have.`,
        );
    }
    tables.set(name, { ...table, columns });
  }
  return tables;
}

async function writeKey(dataDir: string, name: string, { size, content }: Entry): Promise<void> {
  if (!SECRET_FILES.includes(name) || size > MAX_SMALL_ENTRY)
    throw new Error(`The backup holds a key ${name} that this version does not know.`);
  const path = join(dataDir, name);
  await mkdir(dirname(path), { recursive: true });
  await writeSecret(path, await buffer(content));
}

/** Empties a folder that was empty before, including the cluster it may link to. */
async function emptyFolder(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  if ((await lstat(cluster).catch(() => undefined))?.isSymbolicLink())
    await rm(dirname(await realpath(cluster)), { recursive: true, force: true });
  for (const entry of await readdir(dataDir))
    if (entry !== 'lost+found') await rm(join(dataDir, entry), { recursive: true, force: true });
}

async function schemasOf(sql: Pool): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'public'`;
  return rows.map(({ name }) => name);
}

/** Drops everything in a database that was empty before. */
async function dropAll(sql: Pool, keep: readonly string[]): Promise<void> {
  const createdSchemas = (await schemasOf(sql)).filter((name) => !keep.includes(name));
  await sql.begin(async (transaction) => {
    await transaction`drop publication if exists supabase_realtime`;
    for (const name of ['public', ...createdSchemas])
      await transaction`drop schema ${identifier(name)} cascade`;
    await transaction`create schema public authorization pg_database_owner`;
    await transaction`grant usage on schema public to public`;
    await transaction.unsafe(
      `do $do$ begin execute format('comment on database %I is null', current_database()); end $do$`,
    );
  });
}
