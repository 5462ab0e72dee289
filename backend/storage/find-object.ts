import type { Call, StorageContext } from './context.ts';
import { noSuchBucket, noSuchKey } from './errors.ts';
import { OBJECT_COLUMNS, type StoredObject } from './rows.ts';

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
export async function underPolicies(
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
