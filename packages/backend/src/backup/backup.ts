import { createWriteStream } from 'node:fs';
import { access, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { BACKUP_LOCK } from '../lib/backup-lock.ts';
import type { DatabaseAddress } from '../lib/database-address.ts';
import { SECRET_FILES } from '../lib/secrets.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { type ArchiveWriter, compression, writeArchive } from './archive.ts';
import { connectForCopy, listTables, readRows, readSequences } from './rows.ts';

/** The parts of a backend. */
export interface StoreParts {
  database: DatabaseAddress;
  /** Folder of the keys. */
  dataDir: string;
  objects: ObjectStore;
}

export interface BackupSummary {
  tables: number;
  files: number;
  /** Names of files that storage lacks. */
  missing: string[];
}

export interface BackupOptions {
  /** Called with a description of the progress. */
  onProgress?: (text: string) => void;
  signal?: AbortSignal | undefined;
}

export const FORMAT = 1;
/** First entry of a backup. */
export const HEADER = 'backup.json';
export const BackupHeader = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** Names of the applied migrations. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: z.string() })) }),
  ),
});
export type BackupHeader = z.infer<typeof BackupHeader>;
export const SEQUENCES = 'database/sequences.json';

/** Archive name of a part of a table. */
const pieceName = (table: string, piece: number) =>
  `database/${table}/${String(piece).padStart(6, '0')}.copy`;
const objectName = (version: string) => `objects/${version.slice(0, 2)}/${version}`;

const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/**
 * Backs up a running store to a file, which gets its name once it is complete and synced.
 * @throws Error with the reason; leaves no partial file
 */
export async function backUpToFile(
  store: StoreParts,
  file: string,
  options: BackupOptions = {},
): Promise<BackupSummary & { bytes: number }> {
  await requireWritable(file);
  const partial = `${file}.${process.pid}.partial`;
  try {
    const sink = createWriteStream(partial, { mode: 0o600, flush: true });
    const summary = await backUp(store, writeArchive(compression(), sink), options);
    const { size } = await stat(partial);
    await rename(partial, file);
    return { ...summary, bytes: size };
  } catch (error) {
    await rm(partial, { force: true });
    throw explained(error, file);
  }
}

/** @throws Error when the file exists or cannot be created */
async function requireWritable(file: string): Promise<void> {
  if (await stat(file).catch(() => undefined))
    throw new Error(`${file} is there already. Name a file that is not.`);
  await access(dirname(file)).catch(() => {
    throw new Error(
      `There is no folder ${dirname(file)} for the backup. Make it, or name a file in another.`,
    );
  });
}

function explained(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Error(`The disk is full: ${file} could not be written.`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new Error(`${file} cannot be written. Name a file in a folder that you may write to.`, {
      cause: error,
    });
  return error;
}

/** Writes a backend to an archive: keys, the rows of one snapshot, and the files they refer to. */
export async function backUp(
  { database, dataDir, objects }: StoreParts,
  archive: ArchiveWriter,
  { onProgress = () => {}, signal }: BackupOptions = {},
): Promise<BackupSummary> {
  const client = await connectForCopy(database);
  const stop = () => archive.destroy(new Error('The backup was stopped.'));
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    // Before the snapshot: storage keeps removed files until the backup ends.
    await takeLock(client);
    await client.query('begin isolation level repeatable read, read only');
    const tables = await listTables(client);
    const header: BackupHeader = {
      format: FORMAT,
      madeAt: new Date().toISOString(),
      migrations: await recordedMigrations(client),
      tables: tables.map(({ name, columns }) => ({ name, columns })),
    };
    await archive.addBytes(HEADER, Buffer.from(JSON.stringify(header)));
    for (const name of SECRET_FILES) {
      const bytes = await readFile(join(dataDir, name)).catch(() => undefined);
      if (bytes) await archive.addBytes(`keys/${name}`, bytes);
    }
    let copied = 0;
    for (const [index, table] of tables.entries()) {
      let piece = 0;
      for await (const rows of readRows(client, table)) {
        await archive.addBytes(pieceName(table.name, ++piece), rows);
        copied += rows.byteLength;
        onProgress(`Database: table ${index + 1} of ${tables.length}, ${megabytes(copied)}`);
      }
    }
    await archive.addBytes(SEQUENCES, Buffer.from(JSON.stringify(await readSequences(client))));
    const { rows: storedObjects } = await client.query<{ version: string; name: string }>(
      `select version, bucket_id || '/' || name as name from storage.objects where version is not null order by version`,
    );
    await client.query('commit');
    const missing: string[] = [];
    let bytes = 0;
    for (const [index, { version, name }] of storedObjects.entries()) {
      const stored = await objects.open(version);
      if (!stored) {
        missing.push(name);
        continue;
      }
      await archive.add(objectName(version), stored.size, stored.stream());
      bytes += stored.size;
      onProgress(`Files: ${index + 1} of ${storedObjects.length}, ${megabytes(bytes)}`);
    }
    await archive.finish();
    return { tables: tables.length, files: storedObjects.length - missing.length, missing };
  } catch (error) {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
    throw signal?.aborted ? new Error('The backup was stopped.') : error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await client.end();
  }
}

async function takeLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    BACKUP_LOCK,
  ]);
  if (!rows[0]?.taken) throw new Error('Another backup of this database runs. Wait until it has ended.');
}

async function recordedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null and to_regclass('storage.objects') is not null as found`,
  );
  if (!tables[0]?.found) throw new Error('The database holds no store: it has not been migrated.');
  const { rows } = await client.query<{ name: string }>(
    `select concat_ws('_', version, name) as name from supabase_migrations.schema_migrations order by version`,
  );
  return rows.map(({ name }) => name);
}
