import { json } from '../lib/http.ts';

interface Shape {
  /** What the error would be called in HTTP; goes into the body as `statusCode`. */
  status: number;
  /** The storage server's own code, such as `NoSuchKey`. */
  code: string;
  /** Its older name for the same; clients still show it. */
  error?: string;
  message: string;
}

/** An error that the client may see, in the words of Supabase's storage server. */
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
   * Like the storage server, the answer's own status is 400 (500 for faults, and what a cache or a player must see for
   * ranges); the precise one is `statusCode` in the body, as a string.
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

/** @param message why, when the type alone is not the reason. */
export const invalidMimeType = (mimeType: string, message = `mime type ${mimeType} is not supported`) =>
  new StorageError({ status: 415, code: 'InvalidMimeType', error: 'invalid_mime_type', message });

const alreadyExists = (code: Taken) =>
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

type Taken = 'KeyAlreadyExists' | 'BucketAlreadyExists';

/** Rethrows what the database refused, in the storage server's words. */
export function refuse(error: unknown): never {
  throw fromDatabaseError(error);
}

/**
 * Turns an error of the database into the one that the storage server shows for it; others pass unchanged.
 * @param taken what the error is called when a name is taken
 */
export function fromDatabaseError(error: unknown, taken: Taken = 'KeyAlreadyExists'): unknown {
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
      return alreadyExists(taken);
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
