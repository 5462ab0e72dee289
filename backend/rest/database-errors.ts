import postgres from 'postgres';
import { DatabaseUnavailable } from '../lib/db.ts';
import { RestError } from './errors.ts';
import { guardFailure } from './guards.ts';

/** HTTP statuses by SQLSTATE or class, as in PostgREST. All others are 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
};
const STATUS_BY_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

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
  return STATUS_BY_CODE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400;
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
