import { LRUCache } from 'lru-cache';
import { createRequestHandler, type RequestHandler } from 'react-router';
import { type Language, languagePrefix, splitLanguage } from '../../app/i18n/languages.ts';
import { splitOffice } from '../../app/lib/office-address.ts';
import { type Handler, readTarget } from '../http/answer-requests.ts';

/** More than a page has links. Bounds the work: each path is matched against every route. */
const MOST_PATHS = 250;
/** More than an installation has stores. */
const MOST_OFFICES = 50;

/**
 * Handles `/__manifest` of a language's build, also below an office: React Router's lazy route discovery. The response is
 * the same for all stores and visitors, and its URL contains the build's version, so it may be cached publicly.
 * @param buildOf the build whose URLs start with the language and an office
 */
export function routeManifest(
  language: Language,
  buildOf: (office?: string) => Parameters<typeof createRequestHandler>[0],
): Handler {
  const handlers = new LRUCache<string, RequestHandler>({
    max: MOST_OFFICES,
    memoMethod: (office) => createRequestHandler(buildOf(office || undefined), 'production'),
  });
  return (request, response) => {
    if (!request.url?.startsWith(languagePrefix(language)) || !request.url.includes('/__manifest'))
      return false;
    const { pathname, search, searchParams } = readTarget(request.url);
    const page = splitLanguage(pathname);
    const { office = '', path } = splitOffice(page.path);
    if (page.language !== language || path !== '/__manifest') return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'cache-control': 'no-store' }).end();
      return true;
    }
    if ((searchParams.get('paths') ?? '').split(',').length > MOST_PATHS) {
      response.writeHead(400, { 'cache-control': 'no-store' }).end();
      return true;
    }
    // Drops the visitor's host, cookies and other headers.
    const manifest = handlers.memo(office)(new Request(`http://localhost${pathname}${search}`));
    return manifest.then(async (answer) => {
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, {
        'cache-control': 'no-store',
        ...Object.fromEntries(answer.headers),
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  };
}
