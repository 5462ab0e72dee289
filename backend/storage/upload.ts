import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Identity } from '../lib/db.ts';
import { isAllowedType } from './content-type.ts';
import type { StorageContext } from './context.ts';
import { entityTooLarge, invalidMimeType, noSuchBucket, refuse } from './errors.ts';
import type { Written } from './object-store.ts';
import { type Bucket, findBucket, insertObject, type NewObject, type ObjectMetadata } from './rows.ts';
import { openUpload, type UploadBody, type UploadDescription } from './upload-body.ts';

export interface UploadTarget {
  bucket: string;
  key: string;
  /** Whose policies decide. */
  identity: Identity;
  owner: string | undefined;
  /** Takes the place of an object of that name instead of being refused. */
  replace: boolean;
}

/**
 * Keeps the body of a request as an object. The order makes every break harmless: the policies are asked first, then
 * the bytes are written under a version of their own, then the row names that version. What a break leaves behind is
 * bytes without a row, which the sweep removes; never a row without its bytes.
 *
 * @returns the id of the row
 * @throws StorageError when the bucket, its policies or its limits refuse it
 */
export async function upload(
  context: StorageContext,
  request: Request,
  target: UploadTarget,
): Promise<string> {
  const bucket = await findBucket(context.database.owner, target.bucket);
  if (!bucket) throw noSuchBucket();
  const body = await openUpload(request);
  if (body.announcedSize !== undefined && body.announcedSize > sizeLimitOf(context, bucket)) {
    throw entityTooLarge();
  }

  const draft = await probeUpload(context, target, {
    mimetype: request.headers.get('content-type') ?? 'application/octet-stream',
    ...(body.announcedSize === undefined ? {} : { contentLength: body.announcedSize }),
  });
  return keepBytes(context, target, bucket, draft, body);
}

/** Bytes that one object of a bucket may have. */
export function sizeLimitOf({ fileSizeLimit }: StorageContext, bucket: Bucket): number {
  return Math.min(fileSizeLimit, bucket.file_size_limit ?? Number.POSITIVE_INFINITY);
}

/**
 * Writes the bytes of a draft that the policies allow, then the row that names them.
 * @returns the id of the row
 */
export async function keepBytes(
  context: StorageContext,
  target: UploadTarget,
  bucket: Bucket,
  draft: NewObject,
  body: Pick<UploadBody, 'source' | 'describe'>,
): Promise<string> {
  const source = limited(body.source, sizeLimitOf(context, bucket));
  const written = await context.objects.write(draft.version, source);
  try {
    const description = await body.describe();
    checkContentType(description.contentType, bucket.allowed_mime_types);
    const object: NewObject = {
      ...draft,
      metadata: metadataOf(description, written, context.now()),
      userMetadata: description.userMetadata,
    };
    return await putRow(context, target, object);
  } catch (error) {
    await context.objects.remove([draft.version]);
    throw error;
  }
}

/**
 * Puts the row of new bytes in its place and removes the bytes it replaces.
 * @returns the id of the row, which stays the same when it is replaced
 */
export async function putRow(
  context: StorageContext,
  { identity, replace }: Pick<UploadTarget, 'identity' | 'replace'>,
  object: NewObject,
): Promise<string> {
  const { id, replaced } = await context.database
    .transaction(identity, (sql) => put(sql, object, replace))
    .catch(refuse);
  if (replaced) await context.objects.remove([replaced]);
  return id;
}

/** Those who put the same name wait for each other, so that each knows which bytes it replaces. */
async function put(sql: postgres.TransactionSql, object: NewObject, replace: boolean) {
  const { text, values } = insertObject(object, replace);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${object.bucket}/${object.key}`}, 0))`;
  const [before] = replace
    ? await sql<{ version: string }[]>`
        select version from storage.objects where bucket_id = ${object.bucket} and name = ${object.key}`
    : [];
  const [row] = await sql.unsafe<{ id: string }[]>(text, values, { prepare: true });
  return { id: row?.id ?? object.id, replaced: before?.version };
}

/**
 * Asks the policies before the first byte is read, and leaves no trace.
 * @returns what the row will be made of
 * @throws StorageError `AccessDenied`, or `KeyAlreadyExists` when nothing may be replaced
 */
export async function probeUpload(
  context: StorageContext,
  { bucket, key, owner, identity, replace }: UploadTarget,
  metadata: NewObject['metadata'] = { mimetype: 'application/octet-stream' },
): Promise<NewObject> {
  const versions = { id: randomUUID(), version: randomUUID() };
  const draft: NewObject = { ...versions, bucket, key, owner, metadata, userMetadata: null };
  const { text, values } = insertObject(draft, replace);
  await context.database
    .transaction(identity, (sql) => sql.unsafe(text, values, { prepare: true }), { rollback: true })
    .catch(refuse);
  return draft;
}

/** @throws StorageError `InvalidMimeType` when the bucket does not take the type */
export function checkContentType(contentType: string, allowed: readonly string[] | null): void {
  if (!isAllowedType(contentType, allowed)) throw invalidMimeType(contentType);
}

function metadataOf(description: UploadDescription, written: Written, now: Date): ObjectMetadata {
  return {
    eTag: written.etag,
    size: written.size,
    mimetype: description.contentType,
    cacheControl: description.cacheControl,
    lastModified: now.toISOString(),
    contentLength: written.size,
    httpStatusCode: 200,
    ...(description.contentEncoding ? { contentEncoding: description.contentEncoding } : {}),
  };
}

async function* limited(source: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limit) throw entityTooLarge();
    yield chunk;
  }
}
