import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { FileStore } from '@tus/file-store';
import { Server, type Upload } from '@tus/server';
import { z } from 'zod';
import type { Identity } from '../lib/db.ts';
import type { Sql } from '../lib/sql.ts';
import { type Bucket, checkContentType, findBucket, sizeLimitOf } from './buckets.ts';
import { ObjectStoreFull, type Written } from './object-store.ts';
import { writeWithoutPhotoMetadata } from './photo-metadata.ts';
import {
  accessDenied,
  type Call,
  checkBucketName,
  checkObjectKey,
  entityTooLarge,
  fromDatabaseError,
  invalidRequest,
  noRoom,
  noSuchBucket,
  openUpload,
  parseUserMetadata,
  type StorageContext,
  StorageError,
  tooManyUploads,
  type UploadBody,
  type UploadDescription,
  validateContentType,
} from './request.ts';

/** Public path of the service, for the tus protocol's `Location`. */
const PATH = '/storage/v1/upload/resumable';
/** Maximum unfinished uploads per person; each reserves disk space for its parts for a day. */
const MOST_OPEN_UPLOADS = 20;
const DAY_MS = 24 * 3600 * 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface UploadTarget {
  bucket: string;
  key: string;
  /** Identity whose policies apply. */
  identity: Identity;
  owner: string | undefined;
  /** Replaces an existing object instead of failing. */
  replace: boolean;
}

export interface ObjectMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  /** ISO 8601 */
  lastModified: string;
  contentLength: number;
  httpStatusCode: 200;
  contentEncoding?: string;
}

/** Values of a new or replaced row. */
interface NewObject {
  id: string;
  bucket: string;
  key: string;
  owner: string | undefined;
  version: string;
  metadata: ObjectMetadata | { mimetype: string; contentLength?: number };
  userMetadata: Record<string, unknown> | null;
}

/**
 * Stores a request's body as an object: checks the policies, writes the content under a new version, then the
 * row that refers to it. An interruption leaves at most content without a row, which the orphan cleanup
 * removes, never a row without content.
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

/**
 * Writes the content of a permitted draft, then its row.
 * @returns the row's id
 */
async function storeContent(
  context: StorageContext,
  target: UploadTarget,
  bucket: Bucket,
  draft: NewObject,
  body: Pick<UploadBody, 'source' | 'describe'>,
): Promise<string> {
  const source = limited(body.source, sizeLimitOf(context, bucket));
  const written = await context.objects.write(draft.version, source);
  const cleanVersion = randomUUID();
  try {
    const description = await body.describe();
    checkContentType(description.contentType, bucket.allowed_mime_types);
    const cleaned = context.stripPhotoMetadata
      ? await writeWithoutPhotoMetadata(context.objects, draft.version, cleanVersion, description.contentType)
      : undefined;
    const object: NewObject = {
      ...draft,
      version: cleaned ? cleanVersion : draft.version,
      metadata: metadataOf(description, cleaned ?? written, context.now()),
      userMetadata: description.userMetadata,
    };
    const id = await putRow(context, target, object);
    if (cleaned) await context.objects.remove([draft.version]);
    return id;
  } catch (error) {
    await context.objects.remove([draft.version, cleanVersion]);
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

/** Serializes writers of the same name, so that each knows which content it replaces. */
async function put(sql: Sql, object: NewObject, replace: boolean) {
  const { text, values } = insertObject(object, replace);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${object.bucket}/${object.key}`}, 0))`;
  const [before] = replace
    ? await sql<{ version: string }[]>`
        select version from storage.objects where bucket_id = ${object.bucket} and name = ${object.key}`
    : [];
  const [row] = await sql.unsafe<{ id: string }[]>(text, values, { prepare: true });
  return { id: row?.id ?? object.id, replaced: before?.version };
}

/** The statement that inserts a row; with `replace` an upsert. */
function insertObject(object: NewObject, replace: boolean): { text: string; values: string[] } {
  const text = `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values ($1::text::uuid, $2, $3, nullif($4, '')::uuid, nullif($5, ''), $6, $7::text::jsonb, nullif($8, 'null')::jsonb)`;
  const onConflict = `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
    version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    updated_at = now(), last_accessed_at = now()
    returning id`;
  const { owner = '' } = object;
  return {
    text: replace ? `${text} ${onConflict}` : text,
    values: [
      object.id,
      object.bucket,
      object.key,
      UUID.test(owner) ? owner : '',
      owner,
      object.version,
      JSON.stringify(object.metadata),
      JSON.stringify(object.userMetadata),
    ],
  };
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

const textField = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** File metadata from the client (`bucketName` to `metadata`), and the uploader, added by the server. */
const Metadata = z.object({
  bucketName: textField,
  objectName: textField,
  contentType: textField,
  cacheControl: textField,
  metadata: textField,
  replace: textField,
  uploader: textField,
});
type Metadata = z.output<typeof Metadata>;

/** Limits unfinished uploads per person; counts and adds them one after the other. */
class BoundedFileStore extends FileStore {
  private last: Promise<unknown> = Promise.resolve();

  override create(upload: Upload): Promise<Upload> {
    const created = this.last.then(async () => {
      const { uploader } = Metadata.parse(upload.metadata ?? {});
      if (uploader !== 'service_role' && (await this.openUploadsOf(uploader)) >= MOST_OPEN_UPLOADS)
        throw answerOf(tooManyUploads());
      return super.create(upload);
    });
    this.last = created.catch(() => {});
    return created;
  }

  private async openUploadsOf(uploader: string): Promise<number> {
    const ids = (await this.configstore.list?.()) ?? [];
    const uploads = await Promise.all(ids.map((id) => this.configstore.get(id)));
    return uploads.filter((upload) => Metadata.parse(upload?.metadata ?? {}).uploader === uploader).length;
  }
}

interface ResumableUploads {
  /** Handles requests below `/upload/resumable`: tus 1.0 with creation, termination and expiration. */
  fetch(call: Call): Promise<Response>;
  /** Removes unfinished uploads older than a day. */
  removeExpired(): Promise<number>;
}

/**
 * Resumable uploads for files above a few megabytes, compatible with Supabase's storage. Policies apply at creation and
 * completion; in between only the creator may continue. Parts are stored in `folder`.
 */
export function resumableUploads(context: StorageContext, folder: string): ResumableUploads {
  mkdirSync(folder, { recursive: true });
  const calls = new AsyncLocalStorage<Call>();
  const datastore = new BoundedFileStore({ directory: folder, expirationPeriodInMilliseconds: DAY_MS });
  const currentCall = () => {
    const call = calls.getStore();
    if (!call) throw new Error('A resumable upload outside of a request');
    return call;
  };
  const server = new Server({
    path: PATH,
    relativeLocation: true,
    datastore,
    maxSize: () => context.fileSizeLimit,
    namingFunction: () => randomUUID(),
    async onIncomingRequest(request, id) {
      if (request.method === 'POST' || request.method === 'OPTIONS') return;
      const { metadata } = await datastore.getUpload(id);
      const call = currentCall();
      if (
        Metadata.parse(metadata ?? {}).uploader !== uploaderOf(call) &&
        call.identity.role !== 'service_role'
      ) {
        throw answerOf(accessDenied('This upload belongs to somebody else'));
      }
    },
    onUploadCreate: (_request, upload) =>
      answering(async () => {
        const call = currentCall();
        const described = Metadata.parse(upload.metadata ?? {});
        const replace = call.request.headers.get('x-upsert') === 'true' ? 'true' : '';
        const metadata = { ...described, replace, uploader: uploaderOf(call) };
        const { bucket, target } = await targetOf(metadata, call);
        const contentType = contentTypeOf(metadata);
        checkContentType(contentType, bucket.allowed_mime_types);
        if (upload.size !== undefined && upload.size > sizeLimitOf(context, bucket)) throw entityTooLarge();
        await probeUpload(context, target, { mimetype: contentType });
        return { metadata };
      }),
    onUploadFinish: (_request, upload) => answering(() => finish(upload)),
    // The library does not say why a part could not be written.
    onResponseError: async (_request, error) =>
      'status_code' in error && error.status_code >= 500 && (await isFull(folder))
        ? answerOf(noRoom())
        : undefined,
  });

  async function finish(upload: Upload) {
    const metadata = Metadata.parse(upload.metadata ?? {});
    const { bucket, target } = await targetOf(metadata, currentCall());
    const contentType = contentTypeOf(metadata);
    const draft = await probeUpload(context, target, { mimetype: contentType });
    const cacheControl = /^\d+$/.test(metadata.cacheControl)
      ? `max-age=${metadata.cacheControl}`
      : 'no-cache';
    const description = {
      contentType,
      cacheControl,
      contentEncoding: '',
      userMetadata: parseUserMetadata(metadata.metadata),
    };
    const source = datastore.read(upload.id);
    await storeContent(context, target, bucket, draft, { source, describe: async () => description });
    await datastore.remove(upload.id);
    return {};
  }

  async function targetOf(metadata: Metadata, { identity, owner }: Call) {
    if (!metadata.bucketName || !metadata.objectName) {
      throw invalidRequest('Upload-Metadata needs bucketName and objectName');
    }
    const bucket: Bucket | undefined = await findBucket(
      context.database.owner,
      checkBucketName(metadata.bucketName),
    );
    if (!bucket) throw noSuchBucket();
    const replace = metadata.replace === 'true';
    const target: UploadTarget = {
      bucket: bucket.id,
      key: checkObjectKey(metadata.objectName),
      identity,
      owner,
      replace,
    };
    return { bucket, target };
  }

  return {
    fetch: (call) => calls.run(call, () => server.handleWeb(call.request)),
    removeExpired: () => server.cleanUpExpiredUploads(),
  };
}

const contentTypeOf = ({ contentType }: Metadata) =>
  validateContentType(contentType || 'application/octet-stream');

const uploaderOf = ({ identity, owner }: Call) => owner ?? identity.role;

/** Whether a folder's disk lacks room for a part of an upload. */
async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < 1024 * 1024;
}

/** The library responds with `status_code` and `body` of a thrown error. */
async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const error = cause instanceof ObjectStoreFull ? noRoom(cause) : fromDatabaseError(cause);
    throw error instanceof StorageError ? answerOf(error) : error;
  }
}

function answerOf({ status, message }: StorageError) {
  return { status_code: status, body: message };
}
