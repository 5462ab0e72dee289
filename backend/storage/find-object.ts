import type { Identity } from '../db.ts';
import type { StorageContext } from './context.ts';
import { fromDatabaseError, noSuchBucket, noSuchKey } from './errors.ts';
import { findBucket, OBJECT_COLUMNS, type StoredObject } from './rows.ts';

/** Looks an object up again whenever it is called: what it says may change while a request lasts. */
export type FindObject = () => Promise<StoredObject>;

/** An object of a public bucket, for anybody. @throws StorageError `NoSuchBucket` also for a private one. */
export function publicObject(context: StorageContext, bucket: string, key: string): FindObject {
  return async () => {
    const [found, object] = await Promise.all([
      findBucket(context.database.owner, bucket),
      objectPastPolicies(context, bucket, key),
    ]);
    if (!found?.public) throw noSuchBucket();
    if (!object) throw noSuchKey();
    return object;
  };
}

/** An object that a signed URL names. */
export function anyObject(context: StorageContext, bucket: string, key: string): FindObject {
  return async () => {
    const object = await objectPastPolicies(context, bucket, key);
    if (!object) throw noSuchKey();
    return object;
  };
}

/** An object that somebody's policies show them; those of public buckets need none. */
export function visibleObject(
  context: StorageContext,
  identity: Identity,
  bucket: string,
  key: string,
): FindObject {
  return async () => {
    const found = await findBucket(context.database.owner, bucket);
    if (!found) throw noSuchBucket();
    if (found.public) return anyObject(context, bucket, key)();
    const rows = await context.database
      .run(identity, `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`, [
        bucket,
        key,
      ])
      .catch((error: unknown) => {
        throw fromDatabaseError(error);
      });
    const [object] = rows;
    if (!object) throw noSuchKey();
    return object as Record<string, unknown> & StoredObject;
  };
}

async function objectPastPolicies(
  { database }: StorageContext,
  bucket: string,
  key: string,
): Promise<StoredObject | undefined> {
  const text = `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`;
  const [object] = await database.owner.unsafe<StoredObject[]>(text, [bucket, key], { prepare: true });
  return object;
}
