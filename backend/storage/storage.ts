import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { isBackupRunning } from '../lib/backup-lock.ts';
import { openDerivatives } from '../lib/derivatives.ts';
import type { RequestContext, Service, ServiceDependencies } from '../lib/http.ts';
import type { StorageContext } from './context.ts';
import { openDiskObjectStore } from './disk-object-store.ts';
import { accessDenied, fromDatabaseError, noRoom, StorageError, unavailable } from './errors.ts';
import { type ObjectStore, ObjectStoreFull, ObjectStoreUnavailable } from './object-store.ts';
import { resumableUploads } from './resumable.ts';
import { needsNoToken, route } from './routes.ts';
import { openUrlSigner } from './signed-urls.ts';

export interface StorageOptions {
  /** Maximum size of an object in bytes. */
  fileSizeLimit?: number;
  /** Interval of the orphan cleanup; 0 disables it. */
  sweepIntervalMs?: number;
  /** Object store; by default in the data folder. */
  objects?: ObjectStore;
}

type StorageDependencies = Pick<ServiceDependencies, 'database' | 'secrets' | 'dataDir' | 'log' | 'now'>;

export interface Storage extends Service {
  /** Removes content without a row. @returns the number of removed versions */
  sweep(options?: { graceMs?: number }): Promise<number>;
  close(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;
const HOUR_MS = 3600 * 1000;
/** Uploads in progress write content before the row, so recent content is kept. */
const GRACE_MS = 24 * HOUR_MS;

/** Supabase's storage API, with rows in `storage.objects` and content in the data folder or in `objects`. */
export async function createStorage(
  { database, secrets, dataDir, log, now }: StorageDependencies,
  options: StorageOptions = {},
): Promise<Storage> {
  const folder = join(dataDir, 'storage');
  const context: StorageContext = {
    database,
    log,
    now,
    fileSizeLimit: options.fileSizeLimit ?? 50 * MEGABYTE,
    objects: deferringRemovals(options.objects ?? (await openDiskObjectStore(folder)), database.owner),
    signer: await openUrlSigner(secrets, now),
    derivatives: await openDerivatives({
      folder: join(folder, 'rendered'),
      maxBytes: 256 * MEGABYTE,
      concurrency: Math.max(1, availableParallelism() - 1),
      maxWaiting: 64,
      onStoreFailed: (error) => log.warn({ error }, 'A rendered picture could not be kept'),
    }),
  };
  const resumable = resumableUploads(context, join(folder, 'resumable'));
  const sweep = async ({ graceMs }: { graceMs?: number } = {}) => {
    await resumable.removeExpired();
    const removed = await removeOrphans(context, graceMs ?? GRACE_MS);
    if (removed > 0) log.info({ removed }, 'Removed bytes that no object names');
    return removed;
  };
  const { sweepIntervalMs = 6 * HOUR_MS } = options;
  const sweepOrLog = () => sweep().catch((error: unknown) => log.warn({ error }, 'The storage sweep failed'));
  const timer = sweepIntervalMs > 0 ? setInterval(sweepOrLog, sweepIntervalMs).unref() : undefined;

  return {
    sweep,
    async fetch(request, requestContext) {
      try {
        const { path, tokenFailure } = requestContext;
        if (tokenFailure && !needsNoToken(request.method, path)) throw accessDenied(tokenFailure.message);
        const { url, identity, token } = requestContext;
        const call = { request, url, identity, owner: token?.sub };
        if (/^\/upload\/resumable(\/|$)/.test(path)) return await resumable.fetch(call);
        return await route(context, call, path);
      } catch (error) {
        if (request.signal.aborted) throw error;
        return answerFor(fromDatabaseError(error), requestContext, context);
      }
    },
    async close() {
      clearInterval(timer);
    },
  };
}

/**
 * Removes content without a row, left by a crash during an upload or removal.
 * @param graceMs minimum age of removed content
 * @returns the number of removed versions
 */
async function removeOrphans({ database, objects, now }: StorageContext, graceMs: number): Promise<number> {
  const before = new Date(now().getTime() - graceMs);
  let removed = await objects.removePartialWrites(before);
  for await (const versions of objects.list(before)) {
    const rows = await database.owner<{ version: string }[]>`
      select version from storage.objects where version = any(${versions}::text[])`;
    const referenced = new Set(rows.map((row) => row.version));
    const orphans = versions.filter((version) => !referenced.has(version));
    await objects.remove(orphans);
    removed += orphans.length;
  }
  return removed;
}

/** Defers removals to the orphan cleanup while a backup, which may still copy the content, is running. */
function deferringRemovals(objects: ObjectStore, owner: postgres.Sql): ObjectStore {
  return {
    ...objects,
    async remove(versions) {
      if (versions.length > 0 && !(await isBackupRunning(owner))) await objects.remove(versions);
    },
  };
}

function answerFor(error: unknown, { requestId, path }: RequestContext, { log }: StorageContext): Response {
  if (error instanceof ObjectStoreFull) {
    log.error({ error, requestId, path }, 'There is no room left for files');
    return noRoom().toResponse();
  }
  if (error instanceof StorageError) {
    if (error.status >= 500) log.error({ error, requestId, path }, 'A storage request failed');
    return error.toResponse();
  }
  if (error instanceof ObjectStoreUnavailable) {
    log.warn({ error, requestId, path }, 'The file storage does not answer');
    return unavailable().toResponse();
  }
  log.error({ error, requestId, path }, 'A storage request failed');
  return new StorageError(500, 'InternalError', 'Internal Server Error', { error: 'Internal' }).toResponse();
}
