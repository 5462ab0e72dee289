import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isBackupRunning } from '../lib/backup-lock.ts';
import { openDerivatives } from '../lib/derivatives.ts';
import { json, type RequestContext, type Service, type ServiceDependencies } from '../lib/http.ts';
import { randomText } from '../lib/secret-file.ts';
import { isOutage, type Sql } from '../lib/sql.ts';
import {
  createBucket,
  deleteBucket,
  emptyBucket,
  getBucket,
  listBuckets,
  listObjects,
  listObjectsV2,
  updateBucket,
} from './buckets.ts';
import { download, parseTransform, render } from './download.ts';
import {
  type ObjectStore,
  ObjectStoreFull,
  ObjectStoreUnavailable,
  openDiskObjectStore,
} from './object-store.ts';
import {
  copyObject,
  downloadSigned,
  type Find,
  moveObject,
  objectInfo,
  publicObject,
  removeObject,
  removeObjects,
  renderSigned,
  signObject,
  signObjects,
  signUpload,
  uploadSigned,
  visibleObject,
} from './objects.ts';
import {
  accessDenied,
  type BucketHandler,
  type Call,
  fromDatabaseError,
  noRoom,
  type ObjectHandler,
  parseBucketPath,
  parseObjectPath,
  routeNotFound,
  type StorageContext,
  StorageError,
  unavailable,
} from './request.ts';
import { resumableUploads, upload } from './upload.ts';

export interface StorageOptions {
  /** Maximum size of an object in bytes. */
  fileSizeLimit?: number;
  /** Interval of the orphan cleanup; 0 disables it. */
  sweepIntervalMs?: number;
  /** Removes place, time and device from uploaded photos, which re-encodes them; off by default, as in Supabase. */
  stripPhotoMetadata?: boolean;
  /** Object store; by default in the data folder. */
  objects?: ObjectStore;
}

type StorageDependencies = Pick<ServiceDependencies, 'database' | 'secrets' | 'dataDir' | 'log' | 'now'>;

interface Storage extends Service {
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
    stripPhotoMetadata: options.stripPhotoMetadata ?? false,
    objects: deferringRemovals(options.objects ?? (await openDiskObjectStore(folder)), database.owner),
    // A separate secret, so that URL tokens are not valid access tokens.
    urlSecret: Buffer.from(await secrets.get('url-signing', randomText(32)), 'base64url'),
    derivatives: await openDerivatives({
      folder: join(folder, 'rendered'),
      maxBytes: 256 * MEGABYTE,
      concurrency: Math.max(1, availableParallelism() - 1),
      maxWaiting: 64,
      onStoreFailed: (error) => log.warn({ err: error }, 'A rendered picture could not be kept'),
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
  const sweepOrLog = () =>
    sweep().catch((error: unknown) => log.warn({ err: error }, 'The storage sweep failed'));
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
function deferringRemovals(objects: ObjectStore, owner: Sql): ObjectStore {
  return {
    ...objects,
    async remove(versions) {
      if (versions.length > 0 && !(await isBackupRunning(owner))) await objects.remove(versions);
    },
  };
}

function answerFor(error: unknown, { requestId, path }: RequestContext, { log }: StorageContext): Response {
  if (error instanceof ObjectStoreFull) {
    log.error({ err: error, requestId, path }, 'There is no room left for files');
    return noRoom().toResponse();
  }
  if (error instanceof StorageError) {
    if (error.status >= 500) log.error({ err: error, requestId, path }, 'A storage request failed');
    return error.toResponse();
  }
  if (error instanceof ObjectStoreUnavailable || isOutage(error)) {
    log.warn({ err: error, requestId, path }, 'The file storage or its database does not answer');
    return unavailable().toResponse();
  }
  log.error({ err: error, requestId, path }, 'A storage request failed');
  return new StorageError(500, 'InternalError', 'Internal Server Error', { error: 'Internal' }).toResponse();
}

type Handler = (context: StorageContext, call: Call, rest: string) => Promise<unknown>;

const forBucket =
  (handler: BucketHandler): Handler =>
  (context, call, rest) =>
    handler(context, call, parseBucketPath(rest));

const forObject =
  (handler: ObjectHandler): Handler =>
  (context, call, rest) => {
    const { bucket, key } = parseObjectPath(rest);
    return handler(context, call, bucket, key);
  };

const either =
  (ofObject: Handler, ofBucket: Handler): Handler =>
  (context, call, rest) =>
    (rest.includes('/') ? ofObject : ofBucket)(context, call, rest);

const served = (find: Find) =>
  forObject((context, call, bucket, key) =>
    download(context, call.request, find(context, call, bucket, key), {
      download: call.url.searchParams.get('download'),
    }),
  );

const rendered = (find: Find) =>
  forObject((context, call, bucket, key) => {
    const query = call.url.searchParams;
    const transform = parseTransform(Object.fromEntries(query));
    return render(context, call, find(context, call, bucket, key), transform, {
      download: query.get('download'),
    });
  });

const described = (find: Find) =>
  forObject((context, call, bucket, key) => objectInfo(find(context, call, bucket, key)));

const store = (replace: (request: Request) => boolean) =>
  forObject(async (context, call, bucket, key) => {
    const { identity, owner, request } = call;
    const id = await upload(context, request, { bucket, key, identity, owner, replace: replace(request) });
    return { Id: id, Key: `${bucket}/${key}` };
  });

/** Methods, path prefix and handler; the first match applies. */
const ROUTES: readonly (readonly [methods: string, prefix: string, handler: Handler])[] = [
  ['GET HEAD', '/object/public/', served(publicObject)],
  ['GET HEAD', '/object/authenticated/', served(visibleObject)],
  ['GET HEAD', '/object/sign/', forObject(downloadSigned)],
  ['GET', '/object/info/public/', described(publicObject)],
  ['GET', '/object/info/authenticated/', described(visibleObject)],
  ['GET', '/object/info/', described(visibleObject)],
  ['GET HEAD', '/render/image/public/', rendered(publicObject)],
  ['GET HEAD', '/render/image/authenticated/', rendered(visibleObject)],
  ['GET HEAD', '/render/image/sign/', forObject(renderSigned)],
  ['POST', '/object/list/', forBucket(listObjects)],
  ['POST', '/object/list-v2/', forBucket(listObjectsV2)],
  ['POST', '/object/move', moveObject],
  ['POST', '/object/copy', copyObject],
  ['POST', '/object/upload/sign/', forObject(signUpload)],
  ['PUT', '/object/upload/sign/', forObject(uploadSigned)],
  ['POST', '/object/sign/', either(forObject(signObject), forBucket(signObjects))],
  ['DELETE', '/object/', either(forObject(removeObject), forBucket(removeObjects))],
  ['POST', '/object/', store((request) => request.headers.get('x-upsert') === 'true')],
  ['PUT', '/object/', store(() => true)],
  ['GET HEAD', '/object/', served(visibleObject)],
  ['GET', '/bucket/', forBucket(getBucket)],
  ['PUT', '/bucket/', forBucket(updateBucket)],
  ['DELETE', '/bucket/', forBucket(deleteBucket)],
];

const OPEN_PATH = /^\/(object\/(info\/)?public|object\/(upload\/)?sign|render\/image\/(public|sign))\//;

/** Whether the bucket or URL itself grants access, so that an invalid access token is ignored. */
function needsNoToken(method: string, path: string): boolean {
  return method !== 'POST' && OPEN_PATH.test(path);
}

/** Dispatches a request. @throws StorageError, also for an unknown route */
async function route(context: StorageContext, call: Call, path: string): Promise<Response> {
  const answer = await dispatch(context, call, path);
  return answer instanceof Response ? answer : json(answer);
}

function dispatch(context: StorageContext, call: Call, path: string): Promise<unknown> {
  const { method } = call.request;
  const bare = path.replace(/\/$/, '');
  if (bare === '/bucket' && method === 'GET') return listBuckets(context, call);
  if (bare === '/bucket' && method === 'POST') return createBucket(context, call);
  const emptied = /^\/bucket\/([^/]+)\/empty$/.exec(bare)?.[1];
  if (emptied && method === 'POST') return emptyBucket(context, call, parseBucketPath(emptied));
  for (const [methods, prefix, handler] of ROUTES) {
    if (!methods.split(' ').includes(method) || !path.startsWith(prefix)) continue;
    if (!prefix.endsWith('/') && path !== prefix) continue;
    return handler(context, call, path.slice(prefix.length));
  }
  throw routeNotFound(method, path);
}
