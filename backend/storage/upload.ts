import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Identity } from '../lib/db.ts';
import { isAllowedType } from './content-type.ts';
import type { StorageContext } from './context.ts';
import { entityTooLarge, invalidMimeType, noSuchBucket } from './errors.ts';
import type { Written } from './object-store.ts';
import { type Bucket, findBucket, insertObject, type NewObject, type ObjectMetadata } from './rows.ts';
import { openUpload, type UploadBody, type UploadDescription } from './upload-body.ts';

export interface UploadTarget {
  bucket: string;
  key: string;
  /** Identity whose policies apply. */
  identity: Identity;
  owner: string | undefined;
  /** Replaces an existing object instead of failing. */
  replace: boolean;
}

/**
 * Stores a request's body as an object: checks the policies, writes the content under a new version, then the row that
 * refers to it. An interruption leaves at most content without a row, which the orphan cleanup removes, never a row
 * without content.
 *
 * @returns the row's id
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
  return storeContent(context, target, bucket, draft, body);
}

/** Maximum size of an object in a bucket, in bytes. */
export function sizeLimitOf({ fileSizeLimit }: StorageContext, bucket: Bucket): number {
  return Math.min(fileSizeLimit, bucket.file_size_limit ?? Number.POSITIVE_INFINITY);
}

/**
 * Writes the content of a permitted draft, then its row.
 * @returns the row's id
 */
export async function storeContent(
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
 * Inserts or updates the row of new content, and removes replaced content.
 * @returns the row's id, unchanged by a replacement
 */
export async function putRow(
  context: StorageContext,
  { identity, replace }: Pick<UploadTarget, 'identity' | 'replace'>,
  object: NewObject,
): Promise<string> {
  const { id, replaced } = await context.database.transaction(identity, (sql) => put(sql, object, replace));
  if (replaced) await context.objects.remove([replaced]);
  return id;
}

/** Serialises writers of the same name, so that each knows which content it replaces. */
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
 * Checks the policies before reading the body, in a rolled-back transaction.
 * @returns the draft of the row
 * @throws StorageError `AccessDenied`, or `KeyAlreadyExists` when replacing is not allowed
 */
export async function probeUpload(
  context: StorageContext,
  { bucket, key, owner, identity, replace }: UploadTarget,
  metadata: NewObject['metadata'] = { mimetype: 'application/octet-stream' },
): Promise<NewObject> {
  const versions = { id: randomUUID(), version: randomUUID() };
  const draft: NewObject = { ...versions, bucket, key, owner, metadata, userMetadata: null };
  const { text, values } = insertObject(draft, replace);
  await context.database.transaction(identity, (sql) => sql.unsafe(text, values, { prepare: true }), {
    rollback: true,
  });
  return draft;
}

/** @throws StorageError `InvalidMimeType` when the bucket does not accept the type */
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
