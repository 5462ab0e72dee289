import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import type { Database, Identity } from '../lib/db.ts';
import type { Derivatives } from '../lib/derivatives.ts';
import { BodyTooLarge, type Log, readBody } from '../lib/http.ts';
import {
  entityTooLarge,
  invalidBucketName,
  invalidKey,
  invalidMimeType,
  invalidRequest,
  StorageError,
} from './errors.ts';
import type { ObjectStore } from './object-store.ts';

const MAX_JSON_SIZE = 1024 * 1024;
/** Characters allowed by the storage server: safe in S3 keys, URLs and headers. */
const OBJECT_KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET_NAME = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/;
const MAX_KEY_LENGTH = 1024;
const MAX_BUCKET_NAME_LENGTH = 100;
const MAX_USER_METADATA = 1024 * 1024;
const CONTENT_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;[\x20-\x7e]*)?$/;
const CACHE_CONTROL = /^[\w\-=,"; ]{1,200}$/;
const CONTENT_ENCODING = /^[\w, -]{1,100}$/;

/** Dependencies of the storage operations. */
export interface StorageContext {
  database: Database;
  objects: ObjectStore;
  /** Secret of signed URLs. */
  urlSecret: Uint8Array;
  derivatives: Derivatives;
  log: Log;
  /** Maximum size of an object, regardless of its bucket. */
  fileSizeLimit: number;
  now(): Date;
}

/** A request to an operation. */
export interface Call {
  request: Request;
  url: URL;
  identity: Identity;
  /** The signed-in user, who owns created objects. */
  owner: string | undefined;
}

/** Bypasses policies, for access granted by a signed URL or a public bucket. */
export const AS_SERVICE: Identity = { role: 'service_role', claims: {} };

/** Parses a JSON body. @throws StorageError `InvalidRequest` unless it is an object */
export async function jsonBody(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBody(request, MAX_JSON_SIZE).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? entityTooLarge() : error;
  });
  const text = Buffer.from(bytes).toString('utf8');
  if (text === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidRequest('Body is not valid JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest('body must be object');
  }
  return body as Record<string, unknown>;
}

/** @throws StorageError `InvalidRequest` unless the value is an integer between the limits */
export function wholeNumber(value: unknown, name: string, least: number, most = 2 ** 31 - 1): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalidRequest(`${name} must be an integer of at least ${least}`);
}

/**
 * Parses bucket and object from a path such as `avatars/folder/cat%20one.png`.
 * @throws StorageError `InvalidKey` or `InvalidBucketName`
 */
export function parseObjectPath(path: string): { bucket: string; key: string } {
  const slash = path.indexOf('/');
  if (slash === -1) throw invalidKey('');
  return {
    bucket: checkBucketName(decode(path.slice(0, slash))),
    key: checkObjectKey(decode(path.slice(slash + 1))),
  };
}

/** @throws StorageError `InvalidBucketName` */
export function parseBucketPath(path: string): string {
  return checkBucketName(decode(path));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidKey(text);
  }
}

/** Whether an object name is valid: slash-separated parts, none of them empty, `.` or `..`. */
export function isObjectKey(key: string): boolean {
  return (
    key.length <= MAX_KEY_LENGTH &&
    OBJECT_KEY.test(key) &&
    key.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

export function isBucketName(name: string): boolean {
  return name.length <= MAX_BUCKET_NAME_LENGTH && BUCKET_NAME.test(name) && name.trim() === name;
}

/** @throws StorageError `InvalidKey` */
export function checkObjectKey(key: string): string {
  if (!isObjectKey(key)) throw invalidKey(key);
  return key;
}

/** @throws StorageError `InvalidBucketName` */
export function checkBucketName(name: string): string {
  if (!isBucketName(name)) throw invalidBucketName();
  return name;
}

/** Description of a file from headers or form fields. */
export interface UploadDescription {
  contentType: string;
  cacheControl: string;
  /** '' without an encoding. */
  contentEncoding: string;
  userMetadata: Record<string, unknown> | null;
}

export interface UploadBody {
  /** The file, readable once. Stopping early releases the request. */
  source: AsyncIterable<Uint8Array>;
  /** Content-Length; undefined for forms and chunked bodies. */
  announcedSize: number | undefined;
  /** Available once the source has been read, as form fields may follow the file. */
  describe(): Promise<UploadDescription>;
}

/**
 * Opens an upload: the file of a `multipart/form-data` body, or the body itself.
 * @throws StorageError `InvalidRequest` without content, `InvalidMimeType` for an invalid type
 */
export async function openUpload(request: Request): Promise<UploadBody> {
  const { headers, body } = request;
  const contentType = headers.get('content-type') ?? 'application/octet-stream';
  if (contentType.toLowerCase().startsWith('multipart/form-data')) {
    if (!body) throw invalidRequest('No content provided');
    return openForm(body, contentType);
  }
  const metadata = Buffer.from(headers.get('x-metadata') ?? '', 'base64').toString('utf8');
  const description: UploadDescription = {
    contentType: validateContentType(contentType),
    cacheControl: headers.get('cache-control') ?? '',
    contentEncoding: headers.get('content-encoding') ?? '',
    userMetadata: parseUserMetadata(metadata),
  };
  const announced = headers.get('content-length');
  return {
    source: body ?? emptyBody(),
    announcedSize: announced === null ? undefined : Number(announced),
    describe: async () => withValidHeaders(description),
  };
}

function openForm(body: ReadableStream<Uint8Array>, contentType: string): Promise<UploadBody> {
  const fields = new Map<string, string>();
  const form = parserFor(contentType);
  form.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated) form.destroy(entityTooLarge());
    else fields.set(name, value);
  });
  const parsed = pipeline(Readable.fromWeb(body as NodeReadableStream), form);
  return new Promise((resolve, reject) => {
    form.on('file', (_name, stream, _fileName, _encoding, partType) => {
      form.once('error', (error) => stream.destroy(error instanceof Error ? error : undefined));
      resolve({
        source: releasing(stream, form),
        announcedSize: undefined,
        async describe() {
          await parsed;
          const maxAge = fields.get('cacheControl');
          return withValidHeaders({
            contentType: validateContentType(fields.get('contentType') ?? partType),
            cacheControl: maxAge === undefined ? '' : `max-age=${maxAge}`,
            contentEncoding: fields.get('contentEncoding') ?? '',
            userMetadata: parseUserMetadata(fields.get('metadata') ?? fields.get('userMetadata') ?? ''),
          });
        },
      });
    });
    parsed.then(
      () => reject(invalidRequest('No content provided')),
      (error) => reject(error instanceof StorageError ? error : invalidRequest('No content provided')),
    );
  });
}

function parserFor(contentType: string) {
  try {
    const limits = { files: 1, fields: 10, parts: 12, fieldSize: MAX_USER_METADATA, fieldNameSize: 100 };
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw invalidRequest('No content provided');
  }
}

async function* releasing(stream: Readable, form: Writable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } finally {
    if (!stream.readableEnded) form.destroy();
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** Drops values that are not valid in headers. */
export function withValidHeaders<T extends Pick<UploadDescription, 'cacheControl' | 'contentEncoding'>>(
  description: T,
): T {
  const { cacheControl, contentEncoding } = description;
  return {
    ...description,
    cacheControl: CACHE_CONTROL.test(cacheControl) ? cacheControl : 'no-cache',
    contentEncoding: CONTENT_ENCODING.test(contentEncoding) ? contentEncoding : '',
  };
}

/** Returns null for invalid metadata, which the storage server ignores too. */
export function parseUserMetadata(text: string): Record<string, unknown> | null {
  if (text.length > MAX_USER_METADATA) throw entityTooLarge();
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** @throws StorageError `InvalidMimeType` for an invalid type */
export function validateContentType(contentType: string): string {
  if (contentType.length > 255 || !CONTENT_TYPE.test(contentType))
    throw invalidMimeType(contentType.slice(0, 255));
  return contentType;
}

/** `Image/PNG; charset=x` → `image/png` */
export function essence(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}
