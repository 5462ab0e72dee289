import { createRequestHandler, type ServerBuild } from 'react-router';
import { type Handler, readTarget } from './answer-requests.ts';

/** More than a page has links; each is matched against every route. */
const MOST_PATHS = 250;

/**
 * Answers `/__manifest`, where React Router asks in the browser for the routes of a page's links. The answer is the same
 * for every store and every person, and the address holds the build's version, so that anybody may keep it.
 */
export function routeManifest(build: ServerBuild): Handler {
  const handle = createRequestHandler(build, 'production');
  return (request, response) => {
    if (!request.url?.startsWith('/__manifest')) return false;
    const { pathname, search, searchParams } = readTarget(request.url);
    if (pathname !== '/__manifest') return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'cache-control': 'no-store' }).end();
      return true;
    }
    if ((searchParams.get('paths') ?? '').split(',').length > MOST_PATHS) {
      response.writeHead(400, { 'cache-control': 'no-store' }).end();
      return true;
    }
    // Neither host nor cookie nor anything else of the person is handed on.
    return handle(new Request(`http://localhost${pathname}${search}`)).then(async (answer) => {
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, {
        'cache-control': 'no-store',
        ...Object.fromEntries(answer.headers),
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  };
}
