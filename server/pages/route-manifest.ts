import { createRequestHandler, type ServerBuild } from 'react-router';
import { pathInLanguage, splitLanguage } from '../../app/i18n/languages.ts';
import { splitOffice } from '../../app/lib/office-address.ts';
import { type Handler, readTarget } from '../http/answer-requests.ts';

/** More than a page has links. Bounds the work: each path is matched against every route. */
const MOST_PATHS = 250;

/**
 * Handles `/__manifest` of a language's build, also below an office's prefix: React Router's lazy route discovery. The
 * response is the same for all stores and visitors, and its URL contains the build's version, so it may be cached publicly.
 */
export function routeManifest(build: ServerBuild): Handler {
  const path = `${build.basename === '/' ? '' : build.basename}/__manifest`;
  const handle = createRequestHandler(build, 'production');
  return (request, response) => {
    if (!request.url?.includes('/__manifest')) return false;
    const { pathname, search, searchParams } = readTarget(request.url);
    if (withoutOffice(pathname) !== path) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'cache-control': 'no-store' }).end();
      return true;
    }
    if ((searchParams.get('paths') ?? '').split(',').length > MOST_PATHS) {
      response.writeHead(400, { 'cache-control': 'no-store' }).end();
      return true;
    }
    // Drops the visitor's host, cookies and other headers.
    return handle(new Request(`http://localhost${path}${search}`)).then(async (answer) => {
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, {
        'cache-control': 'no-store',
        ...Object.fromEntries(answer.headers),
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  };
}

function withoutOffice(pathname: string): string {
  const { language, path } = splitLanguage(pathname);
  return pathInLanguage(splitOffice(path).path, language);
}
