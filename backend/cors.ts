import type { RequestHeaders } from './http.ts';

const EXPOSED = [
  ...['Content-Encoding', 'Content-Location', 'Content-Range', 'Content-Type', 'Content-Length', 'Date'],
  ...['Location', 'Server', 'Transfer-Encoding', 'Range-Unit', 'Preference-Applied', 'Accept-Ranges', 'ETag'],
  ...['X-Total-Count', 'Link', 'X-Supabase-Api-Version', 'X-Request-Id', 'Retry-After'],
].join(', ');
const METHODS = 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS';
const DAY_IN_SECONDS = '86400';

/**
 * Whether a request is a browser asking if it may send another one. Any origin may: what protects the data is the token,
 * never a cookie.
 */
export function isPreflight(method: string, headers: RequestHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

export function preflightHeaders(headers: RequestHeaders): Record<string, string> {
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': headers['access-control-request-headers'] ?? 'authorization, apikey',
    'access-control-max-age': DAY_IN_SECONDS,
    vary: 'Access-Control-Request-Headers',
  };
}

/** What a browser needs to let a page of another origin read an answer. */
export const CORS_HEADERS: readonly (readonly [string, string])[] = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', EXPOSED],
];
