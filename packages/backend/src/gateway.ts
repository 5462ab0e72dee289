import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { ANONYMOUS, type KeyedAccess } from './access.ts';
import { clientKey } from './lib/client-key.ts';
import type { Identity, Lane } from './lib/db.ts';
import {
  BodyTooLarge,
  json,
  type Log,
  pathOf,
  type RequestContext,
  refuseUpgrade,
  type Service,
  TokenFailure,
} from './lib/http.ts';
import { UnreadAnswers, type UnreadLimits } from './lib/unread-answers.ts';

type ServiceName = 'auth' | 'rest' | 'storage' | 'realtime';
export type Services = Record<ServiceName, Service>;

interface GatewayOptions {
  access: KeyedAccess;
  services: Services;
  log: Log;
  publicUrl: string;
  unread?: Partial<UnreadLimits> | undefined;
  /** Called with every response, for access logs and metrics. Contains no query, token or body. */
  onAnswer?: ((fields: AnswerFields) => void) | undefined;
}

export interface AnswerFields {
  requestId: string;
  method: string;
  path: string;
  status: number;
  role: string;
  milliseconds: number;
}

interface Gateway {
  /** Handles a request from this process. */
  fetch(request: Request, ip: string): Promise<Response>;
  /** Handles a node:http request. */
  handle(request: IncomingMessage, response: ServerResponse, ip: string): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): Promise<void>;
}

interface Bindings {
  ip: string;
  /** The node:http request; undefined for a request from this process. */
  incoming: IncomingMessage | undefined;
}
interface Variables {
  requestId: string;
  role: string;
}
type Env = { Bindings: Bindings; Variables: Variables };

const SERVICES: readonly ServiceName[] = ['auth', 'rest', 'storage', 'realtime'];
/** Paths without an API key: targets of mail links, redirects and pictures. */
const OPEN_PATHS: Partial<Record<ServiceName, RegExp>> = {
  auth: /^\/(callback|authorize|health|\.well-known\/)/,
  storage: /^\/(object\/(public|sign|upload\/sign)|render\/image\/(public|sign)|upload\/resumable\/sign)\//,
};
const REQUEST_ID = /^[\w-]{8,64}$/;
const CHANGING_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Unread bodies up to this size, in bytes, are read and discarded, so that the connection stays usable. */
const MAX_DRAINED_BODY = 256 * 1024;
/** How long the rest of an unread body may take, in milliseconds. */
const DRAIN_TIMEOUT = 5_000;

const NO_API_KEY = {
  message: 'No API key found in request',
  hint: 'No `apikey` request header or url param was found.',
};
const WRONG_API_KEY = {
  message: 'Invalid API key',
  hint: 'Double check the publishable or secret API key of this project.',
};

const NO_ZERO_BYTE = 'An address must not hold a zero byte';
/** PostgreSQL cannot store zero bytes: such URLs are rejected in each service's format. */
const ZERO_BYTE: Record<ServiceName, object> = {
  auth: { code: 400, error_code: 'validation_failed', msg: NO_ZERO_BYTE },
  rest: { code: 'PGRST100', message: NO_ZERO_BYTE, details: null, hint: null },
  storage: { statusCode: '400', error: 'InvalidKey', message: NO_ZERO_BYTE, code: 'InvalidKey' },
  realtime: { message: NO_ZERO_BYTE },
};

/** All origins are allowed: tokens protect the data, not cookies. */
const crossOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
  exposeHeaders: [
    ...['Content-Encoding', 'Content-Location', 'Content-Range', 'Content-Type', 'Content-Length', 'Date'],
    ...['Location', 'Server', 'Transfer-Encoding', 'Range-Unit', 'Preference-Applied', 'Accept-Ranges'],
    ...['ETag', 'X-Total-Count', 'Link', 'X-Supabase-Api-Version', 'X-Request-Id', 'Retry-After'],
    ...['Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Tus-Resumable', 'Tus-Version'],
    ...['Tus-Max-Size', 'Tus-Extension'],
  ],
  maxAge: 86_400,
});

/** Authenticates requests, dispatches them to services and adds common headers. */
export function createGateway(options: GatewayOptions): Gateway {
  const { access, services, log, publicUrl, onAnswer } = options;
  const unread = new UnreadAnswers(options.unread);
  const app = new Hono<Env>({ getPath: (request) => pathOf(request.url.slice(request.url.indexOf('/', 8))) });

  app.use(async (c, next) => {
    const started = performance.now();
    const header = c.req.header('x-request-id');
    const requestId = header && REQUEST_ID.test(header) ? header : randomUUID();
    c.set('requestId', requestId);
    await next();
    c.res.headers.set('x-request-id', requestId);
    await finishUnreadBody(c);
    if (c.env.incoming) unread.begin(c.env.incoming);
    onAnswer?.({
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      role: c.get('role') ?? '',
      milliseconds: performance.now() - started,
    });
  });
  app.use((c, next) => {
    const isPlainOptions = c.req.method === 'OPTIONS' && !c.req.header('access-control-request-method');
    return c.req.header('origin') === undefined || isPlainOptions ? next() : crossOrigin(c, next);
  });
  for (const name of SERVICES) {
    const prefix = `/${name}/v1`;
    const handler = async (c: Context<Env>) => {
      const { method, raw } = c.req;
      const { ip, incoming } = c.env;
      const url = new URL(publicUrl + raw.url.slice(raw.url.indexOf('/', 8)));
      const path = c.req.path.slice(prefix.length) || '/';
      const context = await identify({
        method,
        path,
        url,
        ip,
        requestId: c.get('requestId'),
        isOpen: OPEN_PATHS[name]?.test(path) ?? false,
        isOwn: incoming === undefined,
        headers: incoming?.headers ?? Object.fromEntries(raw.headers),
      });
      if ('refusal' in context) return json(context.refusal, 401);
      c.set('role', context.identity.role);
      if (url.href.includes('%00')) return json(ZERO_BYTE[name], 400);
      return services[name].fetch(raw, context);
    };
    app.all(prefix, handler);
    app.all(`${prefix}/*`, handler);
  }
  /** The local mailbox, without a prefix so that people can type it. */
  const mailbox = (c: Context<Env>) =>
    services.auth.fetch(c.req.raw, {
      identity: ANONYMOUS,
      token: undefined,
      tokenFailure: undefined,
      path: c.req.path,
      url: new URL(publicUrl + c.req.path),
      ip: c.env.ip,
      requestId: c.get('requestId'),
    });
  app.all('/_mail', mailbox);
  app.all('/_mail/*', mailbox);
  app.notFound(() => json({ message: 'no Route matched with those values' }, 404));
  app.onError((error, c) => {
    if (c.req.raw.signal.aborted) return json({ code: '499', message: 'The client went away' }, 499);
    if (error instanceof BodyTooLarge) return json({ code: '413', message: error.message }, 413);
    const requestId = c.get('requestId');
    log.error({ requestId, method: c.req.method, path: c.req.path, err: error }, 'request failed');
    const message = 'Something went wrong';
    return json({ code: '500', message, details: null, hint: null, requestId }, 500);
  });

  async function identify(call: IncomingCall): Promise<RequestContext | { refusal: object }> {
    const { method, path, url, ip, requestId } = call;
    const headers = call.headers as Record<string, string | undefined>;
    const apiKey = headers.apikey ?? url.searchParams.get('apikey') ?? undefined;
    const ofKey = apiKey === undefined ? undefined : access.byApiKey(apiKey);
    if (!call.isOpen && !ofKey) return { refusal: apiKey === undefined ? NO_API_KEY : WRONG_API_KEY };
    const contextOf = (
      identity: Identity,
      { token, tokenFailure }: Partial<Pick<RequestContext, 'token' | 'tokenFailure'>> = {},
    ): RequestContext => ({
      path,
      url,
      ip,
      requestId,
      token,
      tokenFailure,
      identity: {
        ...identity,
        requestId,
        // Header name of hosted projects; the client's own value is replaced.
        request: { method, path, headers: { ...headers, 'cf-connecting-ip': ip } },
        client: typeof identity.claims.sub === 'string' ? identity.claims.sub : clientKey(ip),
        lane: laneOf(identity, method, call.isOwn),
      },
    });
    const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    if (bearer === undefined || bearer === apiKey) return contextOf(ofKey ?? ANONYMOUS);
    try {
      const { identity, token } = await access.identify(bearer);
      if (!token && ofKey) return { refusal: WRONG_API_KEY };
      return contextOf(identity, { token });
    } catch (error) {
      if (!(error instanceof TokenFailure)) throw error;
      return contextOf(ANONYMOUS, { tokenFailure: error });
    }
  }

  const addresses = new WeakMap<IncomingMessage, string>();
  const listener = getRequestListener(
    (request, env) => {
      const incoming = env.incoming as IncomingMessage;
      return app.fetch(request, { incoming, ip: addresses.get(incoming) ?? '' });
    },
    { hostname: 'localhost' },
  );

  return {
    fetch: async (request, ip) => app.fetch(request, { ip, incoming: undefined }),
    async handle(request, response, ip) {
      addresses.set(request, ip);
      // A client that disconnects is not an error, and an unhandled error event would end the process.
      request.on('error', () => {});
      await listener(request, response);
      unread.written(clientKey(ip), request, response);
    },
    async upgrade(request, socket, head, ip) {
      // Until the service listens, an unhandled error event would end the process.
      socket.on('error', () => socket.destroy());
      const url = URL.parse(request.url ?? '/', publicUrl);
      const name = SERVICES.find((service) => url?.pathname.startsWith(`/${service}/v1/`));
      const service = name && services[name];
      if (!url || !service?.upgrade) return refuseUpgrade(socket, '404 Not Found');
      const context = await identify({
        method: request.method ?? 'GET',
        path: url.pathname.slice(`/${name}/v1`.length),
        url,
        ip,
        requestId: randomUUID(),
        isOpen: false,
        isOwn: false,
        headers: request.headers,
      });
      if ('refusal' in context) return refuseUpgrade(socket, '401 Unauthorized');
      service.upgrade(request, socket, head, context);
    },
  };
}

interface IncomingCall extends Pick<RequestContext, 'path' | 'url' | 'ip' | 'requestId'> {
  method: string;
  headers: IncomingMessage['headers'];
  /** Whether the path needs no API key. */
  isOpen: boolean;
  /** Whether the request comes from this process. */
  isOwn: boolean;
}

function laneOf({ role }: Identity, method: string, isOwn: boolean): Lane {
  if (isOwn) return 'own';
  return role !== 'anon' && CHANGING_METHODS.has(method) ? 'changes' : 'reads';
}

/**
 * Reads the rest of an unread body before the response is sent, as clients reuse a connection once they have the
 * response. The response to a large or slow body closes the connection.
 */
async function finishUnreadBody({ env: { incoming }, req, res }: Context<Env>): Promise<void> {
  if (!incoming || incoming.complete || incoming.method === 'GET' || incoming.method === 'HEAD') return;
  const size = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (size <= MAX_DRAINED_BODY && !req.raw.bodyUsed) {
    // A service may have opened the body without reading it: then only the opened one has its bytes.
    const limits = { signal: AbortSignal.timeout(DRAIN_TIMEOUT), preventCancel: true };
    await req.raw.body?.pipeTo(new WritableStream(), limits).catch(() => {});
  }
  if (!incoming.complete) res.headers.set('connection', 'close');
}
