import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { FileStore } from '@tus/file-store';
import { Server, type Upload } from '@tus/server';
import { z } from 'zod';
import type { Call, StorageContext } from './context.ts';
import {
  accessDenied,
  entityTooLarge,
  fromDatabaseError,
  invalidRequest,
  noRoom,
  noSuchBucket,
  StorageError,
} from './errors.ts';
import { checkBucketName, checkObjectKey } from './names.ts';
import { ObjectStoreFull } from './object-store.ts';
import { type Bucket, findBucket } from './rows.ts';
import { checkContentType, probeUpload, sizeLimitOf, storeContent, type UploadTarget } from './upload.ts';
import { parseUserMetadata, validateContentType } from './upload-body.ts';

/** Public path of the service, for the tus protocol's `Location`. */
const PATH = '/storage/v1/upload/resumable';
const DAY_MS = 24 * 3600 * 1000;

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** File metadata from the client (`bucketName` to `metadata`), and the uploader, added by the server. */
const Metadata = z.object({
  bucketName: text,
  objectName: text,
  contentType: text,
  cacheControl: text,
  metadata: text,
  replace: text,
  uploader: text,
});
type Metadata = z.output<typeof Metadata>;

export interface ResumableUploads {
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
  const datastore = new FileStore({ directory: folder, expirationPeriodInMilliseconds: DAY_MS });
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
    // The library does not report why a part could not be written.
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
