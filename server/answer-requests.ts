import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isHost } from './origin.ts';

/**
 * Answers a request and returns true, or a promise when it is asynchronous; returns false for requests of other
 * handlers.
 */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | boolean;

/**
 * Makes the listener that hands each request to the first handler that takes it. A target or host that cannot be parsed
 * gets 400. What a handler throws or rejects ends its request, never the process.
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
      const taken = handle(request, response);
      if (typeof taken !== 'boolean') return taken;
      if (taken) return;
    }
    plain(response, 404, 'There is nothing at this address.\n');
  };
  return (request, response) => {
    // A connection that breaks while it is written to ends its own answer.
    response.on('error', () => response.destroy());
    answer(request, response).catch((error: unknown) => {
      onError(error, request);
      if (response.headersSent) response.destroy();
      else plain(response, 500, 'Something went wrong.\n');
    });
  };
}

/**
 * A target as path and query (RFC 9112, section 3.2): it always begins with a slash, and nothing in it is a host.
 * Undefined for what cannot be read.
 */
export function originForm(target: string): string | undefined {
  if (target.startsWith('/')) return target;
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : undefined;
}

/** Reads a target in origin-form. Two slashes at its beginning would be a host wherever it is read against a base. */
export function readTarget(target: string): URL {
  return new URL(`http://page${target}`);
}

function plain(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(text);
}
