import type { Identity } from '../lib/db.ts';
import type { StorageContext } from './context.ts';
import { noSuchBucket, noSuchKey, refuse } from './errors.ts';
import { OBJECT_COLUMNS, type StoredObject } from './rows.ts';

/** Looks an object up again whenever it is called: what it says may change while a request lasts. */
export type FindObject = () => Promise<StoredObject>;

/** An object of a public bucket, for anybody. @throws StorageError `NoSuchBucket` also for a private one. */
export function publicObject(context: StorageContext, bucket: string, key: string): FindObject {
  return async () => {
    const found = await lookUp(context, bucket, key);
    if (!found?.isPublic) throw noSuchBucket();
    return there(found.object);
  };
}

/** An object that a signed URL names. */
export function anyObject(context: StorageContext, bucket: string, key: string): FindObject {
  return async () => there((await lookUp(context, bucket, key))?.object);
}

/** An object that somebody's policies show them; those of public buckets need none. */
export function visibleObject(
  context: StorageContext,
  identity: Identity,
  bucket: string,
  key: string,
): FindObject {
  return async () => {
    const found = await lookUp(context, bucket, key);
    if (!found) throw noSuchBucket();
    if (found.isPublic) return there(found.object);
    const text = `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`;
    const [object] = await context.database.run(identity, text, [bucket, key]).catch(refuse);
    return there(object as (Record<string, unknown> & StoredObject) | undefined);
  };
}

function there(object: StoredObject | undefined): StoredObject {
  if (!object) throw noSuchKey();
  return object;
}

interface Found {
  isPublic: boolean;
  object: StoredObject | undefined;
}

const LOOK_UP = `select coalesce(b.public, false) as bucket_public, o.*
  from storage.buckets b left join lateral (
    select ${OBJECT_COLUMNS} from storage.objects where bucket_id = b.id and name = $2
  ) o on true
  where b.id = $1`;

/** Bucket and object past all policies, in one round trip. */
async function lookUp({ database }: StorageContext, bucket: string, key: string): Promise<Found | undefined> {
  const [row] = await database.owner.unsafe<({ bucket_public: boolean } & StoredObject)[]>(
    LOOK_UP,
    [bucket, key],
    { prepare: true },
  );
  return row && { isPublic: row.bucket_public, object: row.id === null ? undefined : row };
}

/** GET /object/info/{bucket}/{path}: what is known of an object, without its bytes. */
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
