import { randomUUID } from 'node:crypto';
import { type Call, jsonBody, type StorageContext } from './context.ts';
import { entityTooLarge, invalidRequest, noSuchBucket, noSuchKey, notSupported } from './errors.ts';
import { underPolicies } from './find-object.ts';
import { checkBucketName, checkObjectKey } from './names.ts';
import { findBucket, OBJECT_COLUMNS, type ObjectMetadata, type StoredObject } from './rows.ts';
import { checkContentType, putRow, sizeLimitOf } from './upload.ts';
import { validateContentType, withValidHeaders } from './upload-body.ts';

interface Places {
  bucket: string;
  key: string;
  toBucket: string;
  toKey: string;
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
