import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

/** Answers from the client build when there is such a file; hashed assets are kept for ever, others for an hour. */
export function staticFiles(projectDir: string) {
  const serve = sirv(join(projectDir, 'build/client'), {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response: ServerResponse, path: string) {
      const lasting = path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600';
      response.setHeader('cache-control', lasting);
    },
  });
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') next();
    else serve(request, response, next);
  };
}
