import postgres from 'postgres';
import { DatabaseUnavailable } from '../lib/db.ts';
import { RestError } from './errors.ts';
import { guardFailure } from './guards.ts';

/** HTTP statuses by SQLSTATE or its class, as in PostgREST: the first match applies, all others are 400. */
const STATUSES: readonly [pattern: RegExp, status: number][] = [
  [/^P0001/, 400],
  [/^(0L|0P|28)/, 403],
  [/^(42883|42P01)/, 404],
  [/^25006/, 405],
  [/^(23503|23505)/, 409],
  [/^53400/, 500],
  [/^(08|53|57P01)/, 503],
  [/^(09|25|2D|38|39|3B|40|42P17|54|55|57|58|F0|HV|P0|XX)/, 500],
];

/**
 * Converts a database error; undefined for other errors.
 * @param isAnonymous without a user, a forbidden request is 401 instead of 403
 */
export function restErrorOf(error: unknown, isAnonymous: boolean): RestError | undefined {
  if (error instanceof RestError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(error);
  if (!(error instanceof postgres.PostgresError)) return undefined;
  const { code, message } = error;
  const guarded = code === '22P02' ? guardFailure(message) : undefined;
  if (guarded) return guarded;
  if (code === 'PGRST') return raisedResponse(message, error.detail);
  const status = statusOf(code, message, isAnonymous);
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return new RestError(status, code, message, error.detail ?? null, error.hint ?? null, headers);
}

function unavailable(error: DatabaseUnavailable): RestError {
  return error.code === 'POOL_TIMEOUT'
    ? new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
    : new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.');
}

function statusOf(code: string, message: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400;
  if (code.startsWith('PT')) return httpStatus(Number(code.slice(2))) ?? 500;
  return STATUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 400;
}

function httpStatus(status: number): number | undefined {
  return status >= 200 && status <= 599 ? status : undefined;
}

/** `raise sqlstate 'PGRST'` defines the response: body in the message, status and headers in the detail. */
function raisedResponse(message: string, detail: string | undefined): RestError {
  const body = jsonObject(message);
  if (!body || typeof body.code !== 'string' || typeof body.message !== 'string') {
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const response = detail === undefined ? undefined : jsonObject(detail);
  const headers = response?.headers;
  if (!response || typeof headers !== 'object' || headers === null) {
    return unreadable(
      detail === undefined
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  }
  return new RestError(
    httpStatus(Number(response.status)) ?? 500,
    body.code,
    body.message,
    body.details ?? null,
    typeof body.hint === 'string' ? body.hint : null,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
  );
}

function unreadable(details: string, hint: string): RestError {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`;
  return new RestError(500, 'PGRST121', message, details, hint);
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
