import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { isBackupRunning } from '../lib/backup-lock.ts';
import { openDerivatives } from '../lib/derivatives.ts';
import type { RequestContext, Service, ServiceDependencies } from '../lib/http.ts';
import type { StorageContext } from './context.ts';
import { openDiskObjectStore } from './disk-object-store.ts';
import { accessDenied, noRoom, StorageError, unavailable } from './errors.ts';
import { type ObjectStore, ObjectStoreFull, ObjectStoreUnavailable } from './object-store.ts';
import { removeOrphans } from './orphan-cleanup.ts';
import { resumableUploads } from './resumable.ts';
import { needsNoToken, route } from './routes.ts';
import { openUrlSigner } from './signed-urls.ts';

export interface StorageOptions {
  /** Maximum size of an object in bytes. */
  fileSizeLimit?: number;
  /** Disk space for pictures of `render/image`, in bytes. */
  renderCacheBytes?: number;
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
      maxBytes: options.renderCacheBytes ?? 256 * MEGABYTE,
      concurrency: Math.max(1, availableParallelism() - 1),
      maxWaiting: 64,
      onStoreFailed: (error) => log.warn({ error }, 'A rendered picture could not be kept'),
    }),
  };
  const resumable = resumableUploads(context, join(folder, 'resumable'));
  const sweep = async ({ graceMs }: { graceMs?: number } = {}) => {
    await resumable.removeExpired();
    const removed = await removeOrphans(context, graceMs);
    if (removed > 0) log.info({ removed }, 'Removed bytes that no object names');
    return removed;
  };
  const timer = everySoOften(options.sweepIntervalMs ?? 6 * HOUR_MS, () =>
    sweep().catch((error: unknown) => log.warn({ error }, 'The storage sweep failed')),
  );

  return {
    sweep,
    async fetch(request, requestContext) {
      try {
        const { path, tokenFailure } = requestContext;
        if (tokenFailure && !needsNoToken(request.method, path)) throw accessDenied(tokenFailure.message);
        const call = callOf(request, requestContext);
        if (/^\/upload\/resumable(\/|$)/.test(path)) return await resumable.fetch(call);
        return await route(context, call, path);
      } catch (error) {
        if (request.signal.aborted) throw error;
        return answerFor(error, requestContext, context);
      }
    },
    async close() {
      clearInterval(timer);
    },
  };
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

function callOf(request: Request, { url, identity, token }: RequestContext) {
  return { request, url, identity, owner: token?.sub };
}

function answerFor(error: unknown, { requestId, path }: RequestContext, { log }: StorageContext): Response {
  if (error instanceof ObjectStoreFull) {
    log.error({ error, requestId, path }, 'There is no room left for files');
    return noRoom().toResponse();
  }
  if (error instanceof StorageError) {
    const response = error.toResponse();
    if (error.status === 416) response.headers.set('content-range', `bytes */${sizeIn(error.cause)}`);
    return response;
  }
  if (error instanceof ObjectStoreUnavailable) {
    log.warn({ error, requestId, path }, 'The file storage does not answer');
    const response = unavailable().toResponse();
    response.headers.set('retry-after', '5');
    return response;
  }
  log.error({ error, requestId, path }, 'A storage request failed');
  return new StorageError({
    status: 500,
    code: 'InternalError',
    error: 'Internal',
    message: 'Internal Server Error',
  }).toResponse();
}

const sizeIn = (cause: unknown) =>
  typeof cause === 'object' && cause !== null && 'size' in cause ? cause.size : '*';

function everySoOften(intervalMs: number, work: () => unknown): NodeJS.Timeout | undefined {
  return intervalMs > 0 ? setInterval(work, intervalMs).unref() : undefined;
}
