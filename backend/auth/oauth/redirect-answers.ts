import { AuthError } from '../errors.ts';

/** OAuth error codes by HTTP status (RFC 6749, 4.1.2.1). */
const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};
const DENIALS = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification']);

/** A provider's own error, in OAuth's format (RFC 6749, 4.1.2.1). */
export class OAuthError extends AuthError {
  constructor(code: string, description: string) {
    super(400, code, description);
  }
}

/** Redirects without a referrer. */
export function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'referrer-policy': 'no-referrer' } });
}

/** Adds an error to a URL: in the fragment and, for PKCE clients, also in the query. */
export function withError(target: string, error: AuthError, pkce: boolean): string {
  const details: Record<string, string> =
    error instanceof OAuthError
      ? { error: error.code, error_description: error.message }
      : {
          error: DENIALS.has(error.code) ? 'access_denied' : (OAUTH_ERRORS[error.status] ?? 'server_error'),
          error_code: error.code,
          error_description: error.message,
        };
  return withFragment(pkce ? withQuery(target, details) : target, details);
}

export function withQuery(target: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** Puts values into a URL's fragment, which browsers do not send; `sb` marks them as Supabase's. */
export function withFragment(target: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString();
  return url.href;
}
