import fresh from 'fresh';

type HttpHeaders = Record<string, string | string[] | number | undefined>;

/**
 * Whether the client has this version of a response (RFC 9110, section 13). Ignores the request's
 * `Cache-Control`, which is for caches in between.
 *
 * @param request request headers, names in lower case
 * @param response response headers, with `etag` or `last-modified`
 */
export function isUnchanged(request: HttpHeaders, response: HttpHeaders): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': modifiedSince } = request;
  return fresh({ 'if-none-match': noneMatch, 'if-modified-since': modifiedSince }, response);
}
