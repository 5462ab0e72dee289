import type { IncomingMessage, ServerResponse } from 'node:http';
import { tenantCookie } from '../app/brands/tenant.ts';
import type { ReadPageAddress } from './page-address.ts';
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
    const asked = address(hostOf(request), request.url ?? '/', request.headers.cookie);
    if (asked === 'unknown host') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no store at this address.\n');
      return;
    }
    const { tenantId, path, shared } = asked;
    const origin = originOf(request, tenantId);
    if (asked.chosenByQuery) {
      response.setHeader('set-cookie', `${tenantCookie}=${tenantId}; Path=/; SameSite=Lax`);
    }
    try {
      const found = cache.get(`${origin} ${asked.key}`, () => render({ tenantId, path, origin }));
      const page = found instanceof Promise ? await found : found;
      await send(page, shared, request, response);
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
  shared: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { encoding, body } = page.form(request.headers['accept-encoding']);
  const etag = `"${page.etag}-${encoding}"`;
  const headers: Record<string, string | number> = {
    ...page.headers,
    etag,
    vary: 'Accept-Encoding',
    'cache-control': page.status === 200 ? keeping(shared) : 'no-store',
  };
  if (page.status === 200 && request.headers['if-none-match']?.includes(etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const bytes = body instanceof Promise ? await body : body;
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-length'] = bytes.length;
  response.writeHead(page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** Where the cookie may choose the store, nobody between here and the browser knows whose page it is. */
function keeping(shared: boolean): string {
  return shared ? 'private, no-cache' : 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
}
