import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pathOf } from '../backend/lib/http.ts';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** The id of the request that something is done for. It stands in the log, and goes along to the backend and into the database. */
const ids = new AsyncLocalStorage<string>();

/** The id of the request that is being answered here, if any is. */
export function currentRequestId(): string | undefined {
  return ids.getStore();
}

/** Gives each request an id, unless a proxy gave it one: whatever is done for it then finds it. */
export function withRequestIds(listener: RequestListener): RequestListener {
  return (request, response) => {
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    request.headers['x-request-id'] = id;
    ids.run(id, () => listener(request, response));
  };
}

/** Writes a line about each answer: no query, token, address or body is in it. */
export function logAnswers(server: Server, log: Logger): void {
  if (!log.isLevelEnabled('info')) return;
  server.on('request', (request, response: ServerResponse) => {
    const started = performance.now();
    const path = pathOf(request.url);
    response.once('close', () => {
      const { method, headers } = request;
      const milliseconds = Math.round((performance.now() - started) * 10) / 10;
      const status = response.writableFinished ? response.statusCode : 'broken off';
      log.info({ requestId: headers['x-request-id'], method, path, status, milliseconds }, 'answered');
    });
  });
}

/** A `fetch` that passes the current request's id to the backend. */
export function fetchWithRequestId(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const id = currentRequestId();
    if (id === undefined) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set('x-request-id', id);
    return send(input, { ...init, headers });
  };
}
