import type { ServerResponse } from 'node:http';
import type { Environment } from '../environment.ts';

/** The browser features that a page may use. The office's pages scan barcodes with the camera. */
export const permissionsPolicy = ({ camera = false } = {}): string =>
  `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=()`;

export function securityHeaders(environment: Pick<Environment, 'SOUK_ORIGIN'>) {
  const headers: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['x-frame-options', 'DENY'],
    ['permissions-policy', permissionsPolicy()],
    ['cross-origin-opener-policy', 'same-origin'],
    // Pages replace this with a policy for their own scripts.
    ['content-security-policy', "frame-ancestors 'none'; base-uri 'none'"],
  ];
  if (environment.SOUK_ORIGIN?.startsWith('https:')) {
    headers.push(['strict-transport-security', 'max-age=31536000; includeSubDomains']);
  }
  return (response: ServerResponse): void => {
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}
