import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { pathOf } from 'embedded-supabase';
import type { Logger } from 'pino';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Id of the current request, for the log, the backend and the database. */
const ids = new AsyncLocalStorage<string>();

export function currentRequestId(): string | undefined {
  return ids.getStore();
}

/** Gives each request an id: the proxy's, or a new one. */
export function withRequestIds(listener: RequestListener): RequestListener {
  return (request, response) => {
    const header = request.headers['x-request-id'];
    const id = typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();
    request.headers['x-request-id'] = id;
    ids.run(id, () => listener(request, response));
  };
}

/** A path without the secret of a link to pay, as `/ar/pay/…`. */
const withoutSecret = (path: string) => path.replace(/^((?:\/[a-z]{2})?\/pay\/).+/, '$1…');

/** Logs each response, without queries, tokens, addresses or bodies. */
export function logAnswers(server: Server, log: Logger): void {
  if (!log.isLevelEnabled('info')) return;
  server.on('request', (request, response: ServerResponse) => {
    const started = performance.now();
    const path = withoutSecret(pathOf(request.url));
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
