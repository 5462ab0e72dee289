import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientKey, FairQueue, isUnchanged } from 'embedded-supabase';
import { tenantCookie } from '../../app/brands/tenant.ts';
import { type Language, pathInLanguage, splitLanguage } from '../../app/i18n/languages.ts';
import { isOfficePage, splitOffice } from '../../app/lib/office-address.ts';
import { brandById, isGone } from '../brands/brand-registry.ts';
import { languageOfPage } from '../brands/language-of-page.ts';
import { readBody } from '../http/read-body.ts';
import { respondGone } from './gone-store.ts';
import { Page } from './page.ts';
import type { PageCache } from './page-cache.ts';
import type { PageRequestKey, ReadPageRequestKey } from './page-request-key.ts';
import type { PageForm, RenderPage } from './render-page.ts';
import {
  closedDataPath,
  closedHeaders,
  closedPage,
  closedPagePath,
  enterPreview,
  outlivesStore,
  previewHeaders,
  previewInLink,
  type StoreDoors,
  staysOpen,
} from './store-doors.ts';

export interface ServePageOptions {
  cache: PageCache;
  address: ReadPageRequestKey;
  render: RenderPage;
  doors: StoreDoors;
  /** The client's IP address. */
  addressOf(request: IncomingMessage): string;
  /** The requested host; '' for an invalid one. */
  hostOf(request: IncomingMessage): string;
  /** Origin of a store's pages, for absolute links. */
  originOf(request: IncomingMessage, tenantId: string): string;
  /** URL of a store's page where the store is served. @param path without language */
  addressIn(request: IncomingMessage, tenantId: string, path: string, language: Language): string;
  onError(error: unknown, request: IncomingMessage): void;
}

/** `s-maxage` and `stale-while-revalidate`, in seconds. */
const SHARED_MAX_AGE = 60;
const STALE_WHILE_REVALIDATE = 600;
/** Concurrent renders in total and per client, so that a client requesting many new pages only delays itself; waits in milliseconds. */
const RENDERS = { slots: 4, perClient: 2, maxWait: 4_000, maxLength: 1_000 };
const BUSY = 'The store cannot answer right now. Please try again in a moment.';

/** Files that have no language. */
const withoutLanguage = /^\/robots\.txt$/;

/** Creates the page handler: serves from the cache, or renders once for concurrent requests. */
export function pageServer(options: ServePageOptions) {
  const { cache, address, render, doors, addressOf, hostOf, originOf, addressIn, onError } = options;
  const renders = new FairQueue(RENDERS);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isForm = request.method === 'POST';
    try {
      const requested = address(hostOf(request), request.url ?? '/', request.headers.cookie);
      if (requested === 'unknown host') {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no store at this address.\n');
        return;
      }
      if (!isForm && request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response);
      if (isForm && !requested.hasAction) return refuseMethod(response);
      const { tenantId, hostTenantId, office, language, path } = requested;
      if (requested.chosenByQuery) {
        response.setHeader('set-cookie', `${tenantCookie}=${hostTenantId}; Path=/; SameSite=Lax`);
      }
      if (office !== undefined && requested.isDocument && !isOfficePage(requested.page)) {
        const { path: page } = splitOffice(splitLanguage(request.url ?? '/').path);
        // People sign in at the host.
        const location = outlivesStore(requested.page)
          ? pathInLanguage(page, language)
          : addressIn(request, tenantId, page, language);
        response.writeHead(302, { location, 'cache-control': 'no-store' }).end();
        return;
      }
      if (path.startsWith('//')) {
        // A browser would parse a leading double slash as a host.
        const location = path.replace(/^\/+/, '/');
        response.writeHead(301, { location, 'cache-control': 'no-store' }).end();
        return;
      }
      if (isGone(tenantId) && !outlivesStore(requested.page))
        return respondGone(request, response, requested);
      const shownIn = languageOfPage(brandById(tenantId) ?? {}, requested.page, language);
      if (shownIn !== language && !isForm && !requested.isData && !withoutLanguage.test(requested.page)) {
        const location = pathInLanguage(splitLanguage(request.url ?? '/').path, shownIn);
        response.writeHead(302, { location, 'cache-control': 'no-store' }).end();
        return;
      }
      const origin = originOf(request, tenantId);
      const client = clientKey(addressOf(request));
      const token = previewInLink(request);
      if (token !== undefined) {
        const isRight = await renders.run(client, () => doors.isPreview(tenantId, token));
        const isSecure = origin.startsWith('https:');
        enterPreview(request, response, { tenantId, token: isRight ? token : undefined, isSecure });
        return;
      }
      const door = doors.isClosed(tenantId);
      const closed = door instanceof Promise ? await door : door;
      if (!closed && requested.page === closedPage) {
        response
          .writeHead(303, { location: pathInLanguage('/', language), 'cache-control': 'no-store' })
          .end();
        return;
      }
      const shown = { tenantId, hostTenantId, office, language, origin, closed };
      const preview = closed ? await doors.previewOf(tenantId, request.headers.cookie) : undefined;
      if (isForm && (!closed || preview !== undefined)) {
        const form = await formOf(request, { origin, host: hostOf(request), client: addressOf(request) });
        if (!form) {
          response.writeHead(413, { 'content-type': 'text/plain' }).end('This is too much.\n');
          return;
        }
        const answered = await renders.run(client, () => render({ ...shown, path, preview, form }));
        await send(await Page.of(answered), requested, request, response, { headers: formHeaders });
        return;
      }
      if (preview !== undefined) {
        // Bypasses the cache, which holds the public pages.
        const rendered = await renders.run(client, () => render({ ...shown, path, preview }));
        await send(await Page.of(rendered), requested, request, response, { headers: previewHeaders });
        return;
      }
      const isShut = closed && !staysOpen(requested.page);
      if (isShut && requested.isData) {
        const from = pathInLanguage(requested.page, language);
        const leaving = closedDataPath(from, language);
        const rendered = await renders.run(client, () => render({ ...shown, path: leaving }));
        await send(await Page.of(rendered), requested, request, response, { headers: closedHeaders });
        return;
      }
      const shownPath = isShut ? closedPagePath(request.url ?? '/', language) : path;
      const key = isShut ? `${tenantId} ${shownPath}` : requested.key;
      const cached = cache.get(
        `${origin} ${closed ? 'closed ' : ''}${key}`,
        () => render({ ...shown, path: shownPath }),
        { current: requested.current, turn: (work) => renders.run(client, work) },
      );
      const page = cached instanceof Promise ? await cached : cached;
      const shut = { headers: closedHeaders, status: page.status === 200 ? 503 : page.status };
      await send(page, requested, request, response, isShut ? shut : undefined);
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

function refuseMethod(response: ServerResponse): void {
  response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Only GET and HEAD.\n');
}

/** Bytes. */
const LARGEST_FORM = 32 * 1024;
const formHeaders = { 'cache-control': 'no-store' };

/** Reads the form of an action request; undefined if it is too large. */
async function formOf(
  request: IncomingMessage,
  { origin, host, client }: { origin: string; host: string; client: string },
): Promise<PageForm | undefined> {
  const body = await readBody(request, LARGEST_FORM);
  const { 'content-type': type = '', origin: from } = request.headers;
  // React Router rejects cross-origin forms; count the store's own host names as one origin.
  const isOwn = from !== undefined && URL.parse(from)?.host === host;
  const headers = { 'content-type': type, ...(from !== undefined && { origin: isOwn ? origin : from }) };
  return body && { body, client, headers };
}

/** Headers and status of a page that is not public, instead of its own. */
interface Special {
  headers: Readonly<Record<string, string>>;
  status?: number;
}

async function send(
  page: Page,
  address: PageRequestKey,
  request: IncomingMessage,
  response: ServerResponse,
  special?: Special,
): Promise<void> {
  const encoding = page.encodingFor(request.headers['accept-encoding']);
  // Weak: recompressing a cached page changes its bytes but not its text.
  const etag = `W/"${page.etag}-${encoding}"`;
  const headers: Record<string, string | number> = {
    ...page.headers,
    ...(special?.headers ?? { ...cacheHeaders(page, address), etag }),
    vary: 'Accept-Encoding',
  };
  if (!special && page.status === 200 && isUnchanged(request.headers, headers)) {
    response.writeHead(304, headers).end();
    return;
  }
  const bytes = await page.bytes(encoding);
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-length'] = bytes.length;
  response.writeHead(special?.status ?? page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/**
 * Cache headers of a page. Browsers always revalidate; shared caches are addressed separately (RFC 9213), as a browser
 * would apply `stale-while-revalidate` to itself.
 */
function cacheHeaders(page: Page, { live, shared }: PageRequestKey): Record<string, string> {
  if (page.status !== 200 || live) return { 'cache-control': 'no-store' };
  // Where a cookie chooses the store, shared caches would mix up stores.
  if (shared) return { 'cache-control': 'private, no-cache' };
  const secondsLeft = Math.max(0, Math.floor((page.freshUntil - Date.now()) / 1000));
  const maxAge = Math.min(SHARED_MAX_AGE, secondsLeft);
  const stale = Math.min(STALE_WHILE_REVALIDATE, secondsLeft - maxAge);
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    'cdn-cache-control': `max-age=${maxAge}, stale-while-revalidate=${stale}`,
  };
}
