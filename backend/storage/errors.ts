import { json } from '../lib/http.ts';

interface Shape {
  /** HTTP status of the error, sent as `statusCode` in the body. */
  status: number;
  /** The storage server's error code, such as `NoSuchKey`. */
  code: string;
  /** Its legacy name, which clients still show. */
  error?: string;
  message: string;
}

/** An error in the format of Supabase's storage server. */
export class StorageError extends Error {
  readonly status: number;
  readonly code: string;
  readonly error: string;

  constructor(shape: Shape, cause?: unknown) {
    super(shape.message, { cause });
    this.name = 'StorageError';
    this.status = shape.status;
    this.code = shape.code;
    this.error = shape.error ?? shape.code;
  }

  /**
   * Like the storage server, responds with status 400, except 500 for faults and the real status for range requests;
   * the body's `statusCode` string has the actual one.
   */
  toResponse(): Response {
    const status = this.status >= 500 || this.status === 416 ? this.status : 400;
    const body = {
      statusCode: String(this.status),
      error: this.error,
      message: this.message,
      code: this.code,
    };
    return json(body, status, { 'cache-control': 'no-store' });
  }
}

export const noSuchBucket = () =>
  new StorageError({
    status: 404,
    code: 'NoSuchBucket',
    error: 'Bucket not found',
    message: 'Bucket not found',
  });

export const noSuchKey = () =>
  new StorageError({ status: 404, code: 'NoSuchKey', error: 'not_found', message: 'Object not found' });

export const invalidKey = (key: string) =>
  new StorageError({ status: 400, code: 'InvalidKey', message: `Invalid key: ${key.slice(0, 200)}` });

export const invalidBucketName = () =>
  new StorageError({
    status: 400,
    code: 'InvalidBucketName',
    error: 'Invalid Input',
    message: 'Bucket name invalid',
  });

export const invalidRequest = (message: string) =>
  new StorageError({ status: 400, code: 'InvalidRequest', message });

export const invalidParameter = (message: string) =>
  new StorageError({ status: 400, code: 'InvalidParameter', message });

export const accessDenied = (message = 'Access denied') =>
  new StorageError({ status: 403, code: 'AccessDenied', error: 'Unauthorized', message });

export const entityTooLarge = () =>
  new StorageError({
    status: 413,
    code: 'EntityTooLarge',
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  });

/** @param message the reason, unless it is the type itself */
export const invalidMimeType = (mimeType: string, message = `mime type ${mimeType} is not supported`) =>
  new StorageError({ status: 415, code: 'InvalidMimeType', error: 'invalid_mime_type', message });

const alreadyExists = (code: ConflictCode) =>
  new StorageError({ status: 409, code, error: 'Duplicate', message: 'The resource already exists' });

export const notSupported = (feature: string) =>
  new StorageError({
    status: 409,
    code: 'NotSupported',
    message: `The feature ${feature} is not enabled for this resource`,
  });

export const unavailable = () =>
  new StorageError({
    status: 503,
    code: 'ServiceUnavailable',
    message: 'The files cannot be reached at the moment',
  });

export const noRoom = (cause?: unknown) =>
  new StorageError(
    {
      status: 507,
      code: 'InsufficientStorage',
      message:
        'The store has no room left for files. Nothing was kept; whoever runs it has to free some space.',
    },
    cause,
  );

export const routeNotFound = (method: string, path: string) =>
  new StorageError({
    status: 404,
    code: 'InvalidRequest',
    error: 'Not Found',
    message: `Route ${method}:${path} not found`,
  });

type ConflictCode = 'KeyAlreadyExists' | 'BucketAlreadyExists';

/** Rethrows a database error in the storage server's format. */
export function refuse(error: unknown): never {
  throw fromDatabaseError(error);
}

/**
 * Maps a database error to the storage server's; others pass unchanged.
 * @param conflictCode code for a unique violation
 */
export function fromDatabaseError(error: unknown, conflictCode: ConflictCode = 'KeyAlreadyExists'): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  switch (error.code) {
    case '42501':
      return accessDenied(
        error.message.includes('row-level security')
          ? 'new row violates row-level security policy'
          : error.message,
      );
    case '53100':
      return noRoom(error);
    case 'PT401':
      return accessDenied(error.message);
    case '23505':
      return alreadyExists(conflictCode);
    case '23503':
      return new StorageError(
        { status: 404, code: 'InvalidRequest', message: 'The related resource does not exist' },
        error,
      );
    case '55P03':
      return new StorageError(
        { status: 423, code: 'ResourceLocked', message: 'The resource is locked' },
        error,
      );
    case '57014':
      return new StorageError(
        {
          status: 544,
          code: 'DatabaseTimeout',
          message: 'The connection to the database timed out',
        },
        error,
      );
    case '22P02':
    case '22023':
      return invalidParameter(error.message);
    case 'P0001':
      return invalidRequest(error.message);
    default:
      return error;
  }
}
