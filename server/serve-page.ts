import type { IncomingMessage, ServerResponse } from 'node:http';
import { tenantCookie } from '../app/brands/tenant.ts';
import type { PageAddress, ReadPageAddress } from './page-address.ts';
import type { Page } from './page-cache/page.ts';
import type { PageCache } from './page-cache/page-cache.ts';
import type { RenderPage } from './render-page.ts';

export interface ServePageOptions {
  cache: PageCache;
  address: ReadPageAddress;
  render: RenderPage;
  /** The host that was asked for; empty for what is no host. */
  hostOf(request: IncomingMessage): string;
  /** Scheme and host that the pages of a store name as their own. */
  originOf(request: IncomingMessage, tenantId: string): string;
  onError(error: unknown, request: IncomingMessage): void;
}

/** Seconds for `s-maxage` and `stale-while-revalidate`. */
const FRESH_ON_THE_WAY = 60;
const STALE_ON_THE_WAY = 600;
const BUSY = 'The store cannot answer right now. Please try again in a moment.';

/** Makes the function that answers requests for pages: from the cache, or rendered once for all who ask. */
export function pageServer(options: ServePageOptions) {
  const { cache, address, render, hostOf, originOf, onError } = options;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response
        .writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' })
        .end('Only GET and HEAD.\n');
      return;
    }
    try {
      const asked = address(hostOf(request), request.url ?? '/', request.headers.cookie);
      if (asked === 'unknown host') {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no store at this address.\n');
        return;
      }
      const { tenantId, path } = asked;
      if (asked.chosenByQuery) {
        response.setHeader('set-cookie', `${tenantCookie}=${tenantId}; Path=/; SameSite=Lax`);
      }
      if (path.startsWith('//')) {
        // In a browser such an address would name a host wherever a page reads its own against its origin.
        const location = path.replace(/^\/+/, '/');
        response.writeHead(301, { location, 'cache-control': 'no-store' }).end();
        return;
      }
      const origin = originOf(request, tenantId);
      const found = cache.get(`${origin} ${asked.key}`, () => render({ tenantId, path, origin }));
      const page = found instanceof Promise ? await found : found;
      await send(page, asked, request, response);
    } catch (error) {
      onError(error, request);
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2' })
          .end(BUSY);
    }
  };
}

async function send(
  page: Page,
  address: PageAddress,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const encoding = page.encodingFor(request.headers['accept-encoding']);
  const etag = `"${page.etag}-${encoding}"`;
  const headers: Record<string, string | number> = {
    ...page.headers,
    ...keeping(page, address),
    etag,
    vary: 'Accept-Encoding',
  };
  if (page.status === 200 && request.headers['if-none-match']?.includes(etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const bytes = await page.bytes(encoding);
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-length'] = bytes.length;
  response.writeHead(page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/**
 * Who may keep a page, and how. Browsers ask each time whether theirs is still right; caches on the way are told apart from
 * them (RFC 9213), since a browser would take `stale-while-revalidate` as its own leave to show an old page.
 */
function keeping(page: Page, { live, shared }: PageAddress): Record<string, string> {
  if (page.status !== 200 || live) return { 'cache-control': 'no-store' };
  // Where the cookie chooses the store, shared caches cannot tell whose page it is.
  if (shared) return { 'cache-control': 'private, no-cache' };
  const left = Math.max(0, Math.floor((page.freshUntil - Date.now()) / 1000));
  const maxAge = Math.min(FRESH_ON_THE_WAY, left);
  const stale = Math.min(STALE_ON_THE_WAY, left - maxAge);
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    'cdn-cache-control': `max-age=${maxAge}, stale-while-revalidate=${stale}`,
  };
}
