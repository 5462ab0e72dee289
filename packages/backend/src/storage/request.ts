import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import type { Database, Identity } from '../lib/db.ts';
import type { Derivatives } from '../lib/derivatives.ts';
import { BodyTooLarge, isJsonObject, json, type Log, parseJsonObject, readBody } from '../lib/http.ts';
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
  /** Removes camera metadata from photos before anybody can read them. */
  stripPhotoMetadata: boolean;
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

/** An operation on a bucket. @returns the response, or its JSON */
export type BucketHandler = (context: StorageContext, call: Call, bucket: string) => Promise<unknown>;

/** An operation on an object. @returns the response, or its JSON */
export type ObjectHandler = (
  context: StorageContext,
  call: Call,
  bucket: string,
  key: string,
) => Promise<unknown>;

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
  if (!isJsonObject(body)) throw invalidRequest('body must be object');
  return body;
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
function withValidHeaders<T extends Pick<UploadDescription, 'cacheControl' | 'contentEncoding'>>(
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
  return parseJsonObject(text) ?? null;
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

interface Details {
  /** Legacy name of the error, which clients still show; by default the code. */
  error?: string;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error in the format of Supabase's storage server. */
export class StorageError extends Error {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  readonly headers: Record<string, string>;

  /**
   * @param status HTTP status of the error, sent as `statusCode` in the body
   * @param code the storage server's error code, such as `NoSuchKey`
   */
  constructor(
    status: number,
    code: string,
    message: string,
    { error = code, headers = {}, cause }: Details = {},
  ) {
    super(message, { cause });
    this.name = 'StorageError';
    this.status = status;
    this.code = code;
    this.error = error;
    this.headers = headers;
  }

  /**
   * Like the storage server, responds with status 400, except 500 for faults and the real status for range requests;
   * the body's `statusCode` string has the actual one.
   */
  toResponse(): Response {
    const { status, error, message, code } = this;
    const body = { statusCode: String(status), error, message, code };
    return json(body, status >= 500 || status === 416 ? status : 400, {
      'cache-control': 'no-store',
      ...this.headers,
    });
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' });

export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' });

const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`);

const invalidBucketName = () =>
  new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { error: 'Invalid Input' });

export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message);

export const invalidParameter = (message: string) => new StorageError(400, 'InvalidParameter', message);

export const accessDenied = (message: string) =>
  new StorageError(403, 'AccessDenied', message, { error: 'Unauthorized' });

export const entityTooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
    error: 'Payload too large',
  });

export const invalidMimeType = (mimeType: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${mimeType} is not supported`, {
    error: 'invalid_mime_type',
  });

export const notSupported = (feature: string) =>
  new StorageError(409, 'NotSupported', `The feature ${feature} is not enabled for this resource`);

export const unavailable = () =>
  new StorageError(503, 'ServiceUnavailable', 'The files cannot be reached at the moment', {
    headers: { 'retry-after': '5' },
  });

export const noRoom = (cause?: unknown) =>
  new StorageError(
    507,
    'InsufficientStorage',
    'The store has no room left for files. Nothing was kept; whoever runs it has to free some space.',
    { cause },
  );

export const tooManyUploads = () =>
  new StorageError(
    429,
    'TooManyUploads',
    'You have too many unfinished uploads. Finish or cancel one first.',
  );

export const routeNotFound = (method: string, path: string) =>
  new StorageError(404, 'InvalidRequest', `Route ${method}:${path} not found`, { error: 'Not Found' });

type ConflictCode = 'KeyAlreadyExists' | 'BucketAlreadyExists';

/**
 * Maps a database error to the storage server's; others pass unchanged.
 * @param conflictCode code for a unique violation
 */
export function fromDatabaseError(error: unknown, conflictCode: ConflictCode = 'KeyAlreadyExists'): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const { message } = error;
  const because = { cause: error };
  switch (error.code) {
    case '42501':
      return accessDenied(
        message.includes('row-level security') ? 'new row violates row-level security policy' : message,
      );
    case '53100':
      return noRoom(error);
    case 'PT401':
      return accessDenied(message);
    case '23505':
      return new StorageError(409, conflictCode, 'The resource already exists', { error: 'Duplicate' });
    case '23503':
      return new StorageError(404, 'InvalidRequest', 'The related resource does not exist', because);
    case '55P03':
      return new StorageError(423, 'ResourceLocked', 'The resource is locked', because);
    case '57014':
      return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out', because);
    case '22P02':
    case '22023':
      return invalidParameter(message);
    case 'P0001':
      return invalidRequest(message);
    default:
      return error;
  }
}
