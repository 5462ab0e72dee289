import fresh from 'fresh';

type HttpHeaders = Record<string, string | string[] | number | undefined>;

/**
 * Whether the client has this version of an answer (RFC 9110, section 13). `Cache-Control` of a request speaks to caches
 * on the way, so it is not looked at here.
 *
 * @param request headers of the request, names in lower case
 * @param response headers of the answer, with its `etag` or `last-modified`
 */
export function isUnchanged(request: HttpHeaders, response: HttpHeaders): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': modifiedSince } = request;
  return fresh({ 'if-none-match': noneMatch, 'if-modified-since': modifiedSince }, response);
}
