import { randomUUID } from 'node:crypto';
import { checkContentType, findBucket, isoTimestamp, sizeLimitOf } from './buckets.ts';
import { entityTooLarge, invalidRequest, noSuchBucket, noSuchKey, notSupported } from './errors.ts';
import {
  type Call,
  checkBucketName,
  checkObjectKey,
  jsonBody,
  type StorageContext,
  validateContentType,
  withValidHeaders,
} from './request.ts';
import { type ObjectMetadata, putRow } from './upload.ts';

/** The columns of storage.objects needed to serve an object. */
export interface StoredObject {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  metadata: ObjectMetadata | null;
  user_metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
}

const OBJECT_COLUMNS = `id, bucket_id, name, version, metadata, user_metadata, ${['created_at', 'updated_at']
  .map(isoTimestamp)
  .join(', ')}`;

/** Looks up the object anew on each call, as it may change during a request. */
export type FindObject = () => Promise<StoredObject>;

export type Find = (context: StorageContext, call: Call, bucket: string, key: string) => FindObject;

/** An object of a public bucket. @throws StorageError `NoSuchBucket`, also for a private bucket */
export const publicObject: Find = (context, _call, bucket, key) => async () => {
  const found = await lookUp(context, bucket, key);
  if (!found?.isPublic) throw noSuchBucket();
  return requireObject(found.object);
};

/** The object of a signed URL. */
export const anyObject: Find = (context, _call, bucket, key) => async () =>
  requireObject((await lookUp(context, bucket, key))?.object);

/** An object visible under the caller's policies; public buckets need none. */
export const visibleObject: Find = (context, call, bucket, key) => async () => {
  const found = await lookUp(context, bucket, key);
  if (!found) throw noSuchBucket();
  return found.isPublic ? requireObject(found.object) : underPolicies(context, call, bucket, key);
};

/** Reads an object under the caller's policies, also in a public bucket. @throws StorageError `NoSuchKey` */
async function underPolicies(
  { database }: StorageContext,
  { identity }: Call,
  bucket: string,
  key: string,
): Promise<StoredObject> {
  const text = `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`;
  const [object] = await database.run(identity, text, [bucket, key]);
  return requireObject(object as (Record<string, unknown> & StoredObject) | undefined);
}

function requireObject(object: StoredObject | undefined): StoredObject {
  if (!object) throw noSuchKey();
  return object;
}

const LOOK_UP = `select coalesce(b.public, false) as bucket_public, o.*
  from storage.buckets b left join lateral (
    select ${OBJECT_COLUMNS} from storage.objects where bucket_id = b.id and name = $2
  ) o on true
  where b.id = $1`;

/** Bucket and object without policies, in one round trip. */
async function lookUp({ database }: StorageContext, bucket: string, key: string) {
  const [row] = await database.owner.unsafe<({ bucket_public: boolean } & StoredObject)[]>(
    LOOK_UP,
    [bucket, key],
    { prepare: true },
  );
  return row && { isPublic: row.bucket_public, object: row.id === null ? undefined : row };
}

/** GET /object/info/{bucket}/{path}: an object's metadata. */
export async function objectInfo(find: FindObject): Promise<unknown> {
  const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } = await find();
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    content_encoding: metadata?.contentEncoding ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: user_metadata ?? {},
    last_modified: updated_at,
    created_at,
  };
}

/** POST /object/move: renames the row; the content stays in place. */
export async function moveObject(context: StorageContext, call: Call): Promise<unknown> {
  const places = parsePlaces(await jsonBody(call.request));
  const source = await underPolicies(context, call, places.bucket, places.key);
  await checkDestination(context, source, places);
  const text = `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
    where bucket_id = $1 and name = $2 returning id, name`;
  const { bucket, key, toBucket, toKey } = places;
  const [moved] = await context.database.run(call.identity, text, [bucket, key, toBucket, toKey]);
  if (!moved) throw noSuchKey();
  return { message: 'Successfully moved', Id: moved.id, Key: moved.name };
}

/** POST /object/copy: `x-upsert` replaces an existing object, `copyMetadata: false` sets other metadata. */
export async function copyObject(context: StorageContext, call: Call): Promise<unknown> {
  const body = await jsonBody(call.request);
  const places = parsePlaces(body);
  const source = await underPolicies(context, call, places.bucket, places.key);
  const metadata = body.copyMetadata === false ? overridden(source, body.metadata) : metadataOf(source);
  await checkDestination(context, { ...source, metadata }, places);
  const version = randomUUID();
  if (!(await context.objects.copy(source.version, version))) throw noSuchKey();
  try {
    const replace = call.request.headers.get('x-upsert') === 'true';
    const id = await putRow(
      context,
      { identity: call.identity, replace },
      {
        id: randomUUID(),
        bucket: places.toBucket,
        key: places.toKey,
        owner: call.owner,
        version,
        metadata: { ...metadata, lastModified: context.now().toISOString() },
        userMetadata: body.copyMetadata === false ? null : source.user_metadata,
      },
    );
    return {
      Id: id,
      id,
      Key: `${places.toBucket}/${places.toKey}`,
      name: places.toKey,
      bucket_id: places.toBucket,
    };
  } catch (error) {
    await context.objects.remove([version]);
    throw error;
  }
}

/**
 * DELETE /object/{bucket} with `prefixes`, full names: removes those that policies allow.
 * @returns the removed rows; like the storage server, ignores unknown and forbidden names
 */
export async function removeObjects(context: StorageContext, call: Call, bucket: string): Promise<unknown> {
  const { prefixes } = await jsonBody(call.request);
  if (!Array.isArray(prefixes) || prefixes.length === 0 || prefixes.length > 1000) {
    throw invalidRequest('body/prefixes must be an array of 1 to 1000 names');
  }
  if (prefixes.some((entry) => typeof entry !== 'string')) throw notSupported('object versioning');
  return removeNamed(context, call, bucket, prefixes);
}

/** DELETE /object/{bucket}/{path} */
export async function removeObject(
  context: StorageContext,
  call: Call,
  bucket: string,
  key: string,
): Promise<unknown> {
  const [removed] = await removeNamed(context, call, bucket, [key]);
  if (!removed) throw noSuchKey();
  return { message: 'Successfully deleted' };
}

async function removeNamed(context: StorageContext, call: Call, bucket: string, names: string[]) {
  const rows = await context.database.run(
    call.identity,
    `delete from storage.objects where bucket_id = $1 and name = any($2::text[])
       returning ${OBJECT_COLUMNS}, owner, owner_id`,
    [bucket, names.filter((name) => !name.includes('\0'))],
  );
  await context.objects.remove(rows.map((row) => String(row.version)));
  return rows;
}

/** Copies and moves must satisfy the target bucket's rules for uploads. */
async function checkDestination(
  context: StorageContext,
  source: StoredObject,
  { bucket, toBucket }: Places,
): Promise<void> {
  const destination = await findBucket(context.database.owner, toBucket);
  if (!destination) throw noSuchBucket();
  const { mimetype, size } = metadataOf(source);
  checkContentType(mimetype, destination.allowed_mime_types);
  if (bucket !== toBucket && size > sizeLimitOf(context, destination)) throw entityTooLarge();
}

/** Metadata missing in rows from another server gets defaults. */
function metadataOf({ metadata, version, updated_at }: StoredObject): ObjectMetadata {
  const plain = {
    eTag: `"${version}"`,
    size: 0,
    mimetype: 'application/octet-stream',
    cacheControl: 'no-cache',
  };
  return { ...plain, lastModified: updated_at, contentLength: 0, httpStatusCode: 200, ...metadata };
}

function overridden(source: StoredObject, overrides: unknown): ObjectMetadata {
  const original = metadataOf(source);
  const { mimetype, cacheControl, contentEncoding } = (overrides ?? {}) as Record<string, unknown>;
  return {
    ...original,
    mimetype: validateContentType(String(mimetype ?? original.mimetype)),
    ...withValidHeaders({
      cacheControl: String(cacheControl ?? original.cacheControl),
      contentEncoding: String(contentEncoding ?? original.contentEncoding ?? ''),
    }),
  };
}

interface Places {
  bucket: string;
  key: string;
  toBucket: string;
  toKey: string;
}

function parsePlaces(body: Record<string, unknown>): Places {
  if (body.sourceVersionId) throw notSupported('object versioning');
  const bucket = checkBucketName(required(body.bucketId, 'bucketId'));
  return {
    bucket,
    key: checkObjectKey(required(body.sourceKey, 'sourceKey')),
    toBucket: checkBucketName(body.destinationBucket ? String(body.destinationBucket) : bucket),
    toKey: checkObjectKey(required(body.destinationKey, 'destinationKey')),
  };
}

function required(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalidRequest(`body must have required property '${name}'`);
  return value;
}
