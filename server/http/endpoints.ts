import type { IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { PostgrestError } from '@supabase/supabase-js';
import { clientKey, loggable, pathOf } from 'embedded-supabase';
import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Language } from '../../app/i18n/languages.ts';
import { resolveTenant } from '../brands/resolve-tenant.ts';
import type { Handler } from './answer-requests.ts';
import { HttpError, type HttpErrorOptions } from './http-error.ts';
import type { OriginReader } from './origin.ts';
import type { RateLimit } from './rate-limit.ts';

export interface EndpointBindings {
  /** The client's address, for rate limits. */
  ip: string;
  /** The requested host; '' for an invalid one. */
  host: string;
  /** URL of a store's page, reachable for this client. */
  pageOf(tenantId: string, path: string, language?: Language): string;
}
export type EndpointEnv = { Bindings: EndpointBindings };

/** The stores' endpoints; tests call `request` on them without a server. */
export type Endpoints = Hono<EndpointEnv>;

type Unexpected = Pick<HttpError, 'status' | 'message'> & HttpErrorOptions;
interface EndpointErrors {
  /** Answers unexpected errors. */
  unexpected?: Unexpected;
  /** Maps a domain's errors to HTTP errors; returns others unchanged. */
  translate?: (error: Error) => Error;
}
const UNEXPECTED: Unexpected = { status: 500, message: 'Something went wrong.' };

/** Creates a group of endpoints whose errors have the Data API's shape `{code, message, details, hint}`. */
export function createEndpoints(log: Logger, errors: EndpointErrors = {}): Endpoints {
  const endpoints = new Hono<EndpointEnv>();
  endpoints.onError(answerError(log, errors));
  return endpoints;
}

function answerError(log: Logger, errors: EndpointErrors): ErrorHandler<EndpointEnv> {
  const { unexpected = UNEXPECTED, translate = (error) => error } = errors;
  return (error, c) => {
    const known = error instanceof PostgrestError ? ofDatabase(error) : translate(error);
    const answer =
      known instanceof HttpError ? known : new HttpError(unexpected.status, unexpected.message, unexpected);
    if (answer.status >= 500)
      log.error({ err: loggable(error), method: c.req.method, path: c.req.path }, 'an endpoint failed');
    const { status, message, details, hint, headers } = answer;
    const code = known instanceof HttpError && error instanceof PostgrestError ? error.code : String(status);
    return Response.json({ code, message, details, hint }, { status, headers });
  };
}

/** Maps a refusal by the database to an HTTP error; returns other errors unchanged. */
function ofDatabase(error: PostgrestError): Error {
  const { code, message, details, hint } = error;
  if (code === '42501') return new HttpError(403, message, { details, hint });
  if (code !== 'P0001') return error;
  return new HttpError(details === 'unknown_order' ? 404 : 409, message, { details, hint });
}

/** Answers 405 for all other methods at the endpoints' paths. Call it after adding all of them. */
export function refuseOtherMethods(endpoints: Endpoints): Endpoints {
  const methods = Map.groupBy(endpoints.routes, ({ path }) => path);
  for (const [path, routes] of methods) {
    const allowed = [...new Set(routes.map(({ method }) => method))];
    endpoints.all(path, () => {
      throw new HttpError(405, `Only ${allowed.join(' and ')}.`, { headers: { allow: allowed.join(', ') } });
    });
  }
  return endpoints;
}

export function limitBody(
  largest: number,
  onError: (c: Context) => Response = () => {
    throw new HttpError(413, 'This is too much.');
  },
): MiddlewareHandler {
  return bodyLimit({ maxSize: largest, onError });
}

/**
 * Parses the body as JSON into the variable `body`, whatever its content type.
 * @param largest maximum size in bytes
 * @param message error message of the 400 for a body of another shape
 */
export function jsonBody<Schema extends z.ZodType>(
  schema: Schema,
  { largest, message = 'This request cannot be read.' }: { largest: number; message?: string },
) {
  const limit = limitBody(largest);
  return createMiddleware<{ Variables: { body: z.output<Schema> } }>((c, next) =>
    limit(c, async () => {
      const read = schema.safeParse(await c.req.json().catch(() => undefined));
      if (!read.success) throw new HttpError(400, message);
      c.set('body', read.data);
      await next();
    }),
  );
}

/** Answers 429 to clients over the limit. */
export function limitClients(withinLimit: RateLimit): MiddlewareHandler<EndpointEnv> {
  return async (c, next) => {
    if (!(await withinLimit(clientKey(c.env.ip)))) throw tooManyTries();
    await next();
  };
}

export const tooManyTries = () => new HttpError(429, 'Too many tries. Wait a minute.');

/** The store of a request, from its host or cookie. */
export function storeOf(
  { env, req }: { env: EndpointBindings; req: { raw: Request } },
  named: { attribute?: string; search?: string } = {},
): string {
  return resolveTenant({ ...named, host: env.host, cookie: req.raw.headers.get('cookie') }).id;
}

/** Path and query as requested. */
export const targetOf = ({ req: { url } }: Context): string => url.slice(url.indexOf('/', 8));

/** Serves endpoints on node:http; requests without a route go to the next handler. */
export function serveEndpoints(
  groups: readonly Endpoints[],
  { addressOf, hostOf, pageOf }: Pick<OriginReader, 'addressOf' | 'hostOf' | 'pageOf'>,
): Handler {
  // Route by the raw path: a path that is encoded twice is a different one.
  const app = new Hono<EndpointEnv>({ getPath: ({ url }) => pathOf(url.slice(url.indexOf('/', 8))) });
  for (const group of groups) app.route('/', group);
  const listener = getRequestListener(
    (request, env) => {
      const incoming = env.incoming as IncomingMessage;
      return app.fetch(request, {
        ip: addressOf(incoming),
        host: hostOf(incoming),
        pageOf: (...page) => pageOf(incoming, ...page),
      });
    },
    { hostname: 'localhost' },
  );
  return (request, response) => {
    const { method = 'GET', url } = request;
    const [found] = app.router.match(method === 'HEAD' ? 'GET' : method, pathOf(url));
    if (found.length === 0) return false;
    response.setHeader('cache-control', 'no-store');
    return listener(request, response);
  };
}
