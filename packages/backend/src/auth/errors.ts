import { DatabaseError } from 'pg';
import { BodyTooLarge, json, type Log } from '../lib/http.ts';
import { TooBusyError } from '../lib/limit-concurrency.ts';
import { isOutage } from '../lib/sql.ts';

const API_VERSION_HEADER = 'x-supabase-api-version';
/** From this version on `code` is the error code; before, the HTTP status. */
const CODED_VERSION = '2024-01-01';
/** `retry-after` while the password queue is full or the database is away. */
const SECONDS_TO_TRY_AGAIN = 2;

/** An error in GoTrue's format: HTTP status, error code and message. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** 422 with reasons, which the client exposes as `AuthWeakPasswordError.reasons`. */
export class WeakPasswordError extends AuthError {
  readonly reasons: readonly ('length' | 'pwned')[];
  constructor(reason: 'length' | 'pwned', message: string) {
    super(422, 'weak_password', message);
    this.reasons = [reason];
  }
}

/** 400 `validation_failed`: the request is invalid. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

/** 429 in GoTrue's format. */
export function tooManyRequests(retryAfterSeconds: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    'retry-after': String(retryAfterSeconds),
  });
}

/** Converts an error to GoTrue's response. Unexpected errors are logged and answered without details. */
export function errorResponse(error: unknown, request: Request, log: Log, requestId: string): Response {
  const expected = error instanceof AuthError ? error : (fromLimits(error) ?? fromDatabase(error));
  if (!expected) log.error({ requestId, err: loggable(error) }, 'auth request failed');
  const failure = expected ?? unexpected(error);
  const coded = (request.headers.get(API_VERSION_HEADER) ?? '') >= CODED_VERSION;
  const weak = failure instanceof WeakPasswordError ? { weak_password: { reasons: failure.reasons } } : {};
  const body = coded
    ? { code: failure.code, message: failure.message, ...weak }
    : { code: failure.status, error_code: failure.code, msg: failure.message, ...weak };
  return json(body, failure.status, {
    'cache-control': 'no-store',
    'x-sb-error-code': failure.code,
    ...(coded ? { [API_VERSION_HEADER]: CODED_VERSION } : {}),
    ...failure.headers,
  });
}

function unexpected(error: unknown): AuthError {
  if (isOutage(error)) {
    return new AuthError(503, 'unexpected_failure', 'The database does not answer; please try again', {
      'retry-after': String(SECONDS_TO_TRY_AGAIN),
    });
  }
  const message = 'Unexpected failure, please check server logs for more information';
  return new AuthError(500, 'unexpected_failure', message);
}

function fromLimits(error: unknown): AuthError | undefined {
  if (error instanceof TooBusyError) return tooManyRequests(SECONDS_TO_TRY_AGAIN);
  if (!(error instanceof BodyTooLarge)) return undefined;
  return new AuthError(413, 'request_entity_too_large', `Request body too large (max ${error.limit} bytes)`);
}

/** SQLSTATE classes that a caller can cause by their input or by a race. */
function fromDatabase(error: unknown): AuthError | undefined {
  const state = sqlState(error);
  if (state === undefined) return undefined;
  if (state.startsWith('22')) return invalid('The request holds a value that cannot be stored');
  if (state === '23505') return new AuthError(409, 'conflict', 'Another request changed the same record');
  if (state === '23503')
    return new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (state === '40001' || state === '40P01' || state === '55P03') {
    return new AuthError(409, 'conflict', 'Too many concurrent requests on the same record');
  }
  return undefined;
}

/** The SQLSTATE of a database error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

const ADDRESS = /[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+/g;

/**
 * The fields of an error that may be logged. Omits database details, mail recipients and provider tokens, and masks
 * email addresses in the message.
 */
export function loggable(error: unknown): { name: string; message: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { name: 'unknown', message: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const stack = error.stack ? { stack: withoutAddresses(error.stack) } : {};
  return { name: error.name, message: withoutAddresses(error.message), ...code, ...stack };
}

function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, '(address)');
}
