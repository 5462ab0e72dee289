import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isHost } from './origin.ts';

/** Returns true or a promise if it handles the request, false if the request is not its own. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | boolean;

/**
 * Passes each request to the first handler that takes it. Answers 400 for an invalid target or host. An
 * exception in a handler ends the request, not the process.
 */
export function answerRequests(
  handlers: readonly Handler[],
  onError: (error: unknown, request: IncomingMessage) => void,
): RequestListener {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host } = request.headers;
    if (host && !isHost(host.toLowerCase())) return plain(response, 400, 'This host cannot be read.\n');
    const target = originForm(request.url ?? '');
    if (target === undefined) return plain(response, 400, 'This address cannot be read.\n');
    request.url = target;
    for (const handle of handlers) {
      const handled = handle(request, response);
      if (typeof handled !== 'boolean') return handled;
      if (handled) return;
    }
    plain(response, 404, 'There is nothing at this address.\n');
  };
  return (request, response) => {
    // A broken connection ends only its own response.
    response.on('error', () => response.destroy());
    answer(request, response).catch((error: unknown) => {
      onError(error, request);
      if (response.headersSent) response.destroy();
      else plain(response, 500, 'Something went wrong.\n');
    });
  };
}

/**
 * Normalizes a request target to origin-form (RFC 9112, section 3.2): path and query, starting with one slash.
 * Undefined for an invalid target.
 */
function originForm(target: string): string | undefined {
  if (target.startsWith('/')) return target;
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : undefined;
}

/** Parses an origin-form target. Without the base, a leading double slash would be parsed as a host. */
export function readTarget(target: string): URL {
  return new URL(`http://page${target}`);
}

function plain(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(text);
}
