import { TooBusyError } from '../lib/derivatives.ts';
import { BodyTooLarge, json, type Log } from '../lib/http.ts';
import { loggable } from './loggable.ts';

const API_VERSION_HEADER = 'x-supabase-api-version';
/** From this version on, `code` is the error code instead of the HTTP status. */
const CODED_VERSION = '2024-01-01';
/** When so many passwords are being checked that one more would only wait. */
const SECONDS_TO_TRY_AGAIN = 2;

/** A refusal in GoTrue's words: HTTP status, error code and a sentence for the developer. */
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

/** 422 with the reasons, which the client hands on as `AuthWeakPasswordError.reasons`. */
export class WeakPasswordError extends AuthError {
  readonly reasons: readonly 'length'[];
  constructor(message: string, reasons: readonly 'length'[]) {
    super(422, 'weak_password', message);
    this.reasons = reasons;
  }
}

/** 400 in OAuth's own shape (RFC 6749, 5.2), as GoTrue answers where it trades tokens. */
export class OAuthError extends AuthError {
  readonly error: string;
  constructor(error: string, description: string) {
    super(400, error, description);
    this.error = error;
  }
}

/** 400 `validation_failed`: the request itself is wrong. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

/** 429 in GoTrue's words; `retry-after` is in seconds. */
export function tooManyRequests(retryAfterSeconds: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))),
  });
}

/** Turns whatever was thrown into GoTrue's answer; what nobody foresaw is logged and answered without its details. */
export function errorResponse(error: unknown, request: Request, log: Log, requestId: string): Response {
  const known = error instanceof AuthError ? error : (tooMuch(error) ?? fromDatabase(error));
  if (!known) log.error({ requestId, err: loggable(error) }, 'auth request failed');
  const failure =
    known ??
    new AuthError(
      500,
      'unexpected_failure',
      'Unexpected failure, please check server logs for more information',
    );
  const coded = (request.headers.get(API_VERSION_HEADER) ?? '') >= CODED_VERSION;
  const weak = failure instanceof WeakPasswordError ? { weak_password: { reasons: failure.reasons } } : {};
  if (failure instanceof OAuthError) {
    return json({ error: failure.error, error_description: failure.message }, 400, {
      'cache-control': 'no-store',
    });
  }
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

function tooMuch(error: unknown): AuthError | undefined {
  if (error instanceof TooBusyError) return tooManyRequests(SECONDS_TO_TRY_AGAIN);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof BodyTooLarge)) return undefined;
  return new AuthError(413, 'request_entity_too_large', `Request body too large (max ${cause.limit} bytes)`);
}

/** SQLSTATE classes a caller can cause by what they send, or by racing another request. */
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
  if (!(error instanceof Error) || error.name !== 'PostgresError') return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
