import { json } from '../lib/http.ts';

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

export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`);

export const invalidBucketName = () =>
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
