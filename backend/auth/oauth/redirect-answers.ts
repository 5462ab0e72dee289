import type { AuthError } from '../errors.ts';
import type { SessionJson } from '../sessions.ts';

/** OAuth error codes by HTTP status (RFC 6749, 4.1.2.1). */
const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};
const DENIALS = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification']);

/** Redirects without a referrer. */
export function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'referrer-policy': 'no-referrer' } });
}

/** Adds a session to a URL's fragment, which browsers do not send. */
export function withSession(
  target: string,
  session: SessionJson,
  more: Readonly<Record<string, string>> = {},
): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    ...more,
  });
}

/** Adds a code that only the requesting client can exchange. */
export function withCode(target: string, code: string): string {
  return withQuery(target, { code });
}

/** Adds an error to a URL: in the fragment and, for PKCE clients, also in the query. */
export function withError(target: string, error: AuthError, pkce: boolean): string {
  const details = {
    error: DENIALS.has(error.code) ? 'access_denied' : (OAUTH_ERRORS[error.status] ?? 'server_error'),
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(pkce ? withQuery(target, details) : target, { ...details, sb: '' });
}

function withQuery(target: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

function withFragment(target: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams(values).toString();
  return url.href;
}
