import type { Identity } from '../lib/db.ts';
import type { StorageContext } from './context.ts';
import { noSuchBucket, noSuchKey, refuse } from './errors.ts';
import { OBJECT_COLUMNS, type StoredObject } from './rows.ts';

/** Looks up the object anew on each call, as it may change during a request. */
export type FindObject = () => Promise<StoredObject>;

/** An object of a public bucket. @throws StorageError `NoSuchBucket`, also for a private bucket */
export function publicObject(context: StorageContext, bucket: string, key: string): FindObject {
  return async () => {
    const lookup = await lookUp(context, bucket, key);
    if (!lookup?.isPublic) throw noSuchBucket();
    return requireObject(lookup.object);
  };
}

/** The object of a signed URL. */
export function anyObject(context: StorageContext, bucket: string, key: string): FindObject {
  return async () => requireObject((await lookUp(context, bucket, key))?.object);
}

/** An object visible under the caller's policies; public buckets need none. */
export function visibleObject(
  context: StorageContext,
  identity: Identity,
  bucket: string,
  key: string,
): FindObject {
  return async () => {
    const lookup = await lookUp(context, bucket, key);
    if (!lookup) throw noSuchBucket();
    if (lookup.isPublic) return requireObject(lookup.object);
    const text = `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`;
    const [object] = await context.database.run(identity, text, [bucket, key]).catch(refuse);
    return requireObject(object as (Record<string, unknown> & StoredObject) | undefined);
  };
}

function requireObject(object: StoredObject | undefined): StoredObject {
  if (!object) throw noSuchKey();
  return object;
}

interface LookupResult {
  isPublic: boolean;
  object: StoredObject | undefined;
}

const LOOK_UP = `select coalesce(b.public, false) as bucket_public, o.*
  from storage.buckets b left join lateral (
    select ${OBJECT_COLUMNS} from storage.objects where bucket_id = b.id and name = $2
  ) o on true
  where b.id = $1`;

/** Bucket and object without policies, in one round trip. */
async function lookUp(
  { database }: StorageContext,
  bucket: string,
  key: string,
): Promise<LookupResult | undefined> {
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
