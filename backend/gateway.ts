import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { JWTPayload } from 'jose';
import { ANONYMOUS, type KeyedAccess } from './access.ts';
import { clientKey } from './lib/client-key.ts';
import type { Identity, Lane } from './lib/db.ts';
import { BodyTooLarge, json, type Log, pathOf, type Service, TokenFailure } from './lib/http.ts';

export type ServiceName = 'auth' | 'rest' | 'storage' | 'realtime';
export type Services = Record<ServiceName, Service>;

export interface GatewayOptions {
  access: KeyedAccess;
  services: Services;
  log: Log;
  publicUrl: string;
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

export interface Gateway {
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
/** Refused bodies up to this size are read and discarded, so that the connection stays usable. */
const MAX_DRAINED_BODY = 256 * 1024;

const NO_API_KEY = {
  message: 'No API key found in request',
  hint: 'No `apikey` request header or url param was found.',
};
const WRONG_API_KEY = {
  message: 'Invalid API key',
  hint: 'Double check the publishable or secret API key of this project.',
};

const NO_ZERO_BYTE = 'An address must not hold a zero byte';
/** PostgreSQL cannot store zero bytes: such URLs are refused in each service's format. */
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
export function createGateway({ access, services, log, publicUrl, onAnswer }: GatewayOptions): Gateway {
  const app = new Hono<Env>({ getPath: (request) => pathOf(request.url.slice(request.url.indexOf('/', 8))) });

  app.use(async (c, next) => {
    const started = performance.now();
    const header = c.req.header('x-request-id');
    const requestId = header && REQUEST_ID.test(header) ? header : randomUUID();
    c.set('requestId', requestId);
    await next();
    c.res.headers.set('x-request-id', requestId);
    closeAfterRefusedBody(c);
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
      const url = new URL(publicUrl + c.req.url.slice(c.req.url.indexOf('/', 8)));
      const path = c.req.path.slice(prefix.length) || '/';
      const isOpen = OPEN_PATHS[name]?.test(path) ?? false;
      const headers = c.env.incoming?.headers ?? Object.fromEntries(c.req.raw.headers);
      const requestId = c.get('requestId');
      const caller = await identify({
        method: c.req.method,
        path,
        url,
        isOpen,
        requestId,
        ...c.env,
        headers,
      });
      if ('refusal' in caller) return json(caller.refusal, 401);
      c.set('role', caller.identity.role);
      if (url.href.includes('%00')) {
        return json(ZERO_BYTE[name], 400);
      }
      const context = { ...caller, path, url, ip: c.env.ip, requestId };
      return services[name].fetch(c.req.raw, context);
    };
    app.all(prefix, handler);
    app.all(`${prefix}/*`, handler);
  }
  /** The local mailbox, without a prefix so that people can type it. */
  const mailbox = (c: Context<Env>) => {
    const caller = { identity: ANONYMOUS, token: undefined, tokenFailure: undefined, hasApiKey: false };
    const url = new URL(publicUrl + c.req.path);
    const { ip } = c.env;
    return services.auth.fetch(c.req.raw, {
      ...caller,
      ...{ path: c.req.path, url, ip, requestId: c.get('requestId') },
    });
  };
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

  async function identify(incomingRequest: IncomingCall): Promise<Caller | { refusal: object }> {
    const { method, path, url, isOpen, incoming, ip, requestId } = incomingRequest;
    const headers = incomingRequest.headers as Record<string, string | undefined>;
    const apiKey = headers.apikey ?? url.searchParams.get('apikey') ?? undefined;
    const ofKey = apiKey === undefined ? undefined : access.byApiKey(apiKey);
    if (!isOpen && !ofKey) return { refusal: apiKey === undefined ? NO_API_KEY : WRONG_API_KEY };
    const hasApiKey = ofKey !== undefined;
    const as = (identity: Identity): Identity => ({
      ...identity,
      requestId,
      // Header name of hosted projects; the client's own value is replaced.
      request: { method, path, headers: { ...headers, 'cf-connecting-ip': ip } },
      client: typeof identity.claims.sub === 'string' ? identity.claims.sub : clientKey(ip),
      lane: laneOf(identity, method, incoming === undefined),
    });
    const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    if (bearer === undefined || bearer === apiKey) {
      return { hasApiKey, token: undefined, tokenFailure: undefined, identity: as(ofKey ?? ANONYMOUS) };
    }
    try {
      const { identity, token } = await access.identify(bearer);
      if (!token && ofKey) return { refusal: WRONG_API_KEY };
      return { hasApiKey, token, tokenFailure: undefined, identity: as(identity) };
    } catch (error) {
      if (!(error instanceof TokenFailure)) throw error;
      return { hasApiKey, token: undefined, tokenFailure: error, identity: as(ANONYMOUS) };
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
    },
    async upgrade(request, socket, head, ip) {
      // Until the service listens, an unhandled error event would end the process.
      socket.on('error', () => socket.destroy());
      const url = URL.parse(request.url ?? '/', publicUrl);
      const name = SERVICES.find((service) => url?.pathname.startsWith(`/${service}/v1/`));
      const service = name && services[name];
      if (!url || !service?.upgrade) return refuseUpgrade(socket, '404 Not Found');
      const path = url.pathname.slice(`/${name}/v1`.length);
      const { headers, method = 'GET' } = request;
      const requestId = randomUUID();
      const incomingRequest = { method, path, url, isOpen: false, incoming: request, ip, headers, requestId };
      const caller = await identify(incomingRequest);
      if ('refusal' in caller) return refuseUpgrade(socket, '401 Unauthorized');
      service.upgrade(request, socket, head, { ...caller, path, url, ip, requestId });
    },
  };
}

interface IncomingCall extends Bindings {
  method: string;
  path: string;
  url: URL;
  isOpen: boolean;
  requestId: string;
  headers: IncomingMessage['headers'] | Record<string, string>;
}

interface Caller {
  identity: Identity;
  token: JWTPayload | undefined;
  tokenFailure: TokenFailure | undefined;
  hasApiKey: boolean;
}

function laneOf({ role }: Identity, method: string, isOwn: boolean): Lane {
  if (isOwn) return 'own';
  return role !== 'anon' && CHANGING_METHODS.has(method) ? 'changes' : 'reads';
}

/**
 * Node reads the rest of a refused body, so that the connection can serve the next request; for a large or endless
 * body, closes the connection.
 */
function closeAfterRefusedBody({ env: { incoming }, res }: Context<Env>): void {
  if (!incoming || incoming.complete || res.status < 400) return;
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return;
  const size = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (size > MAX_DRAINED_BODY) res.headers.set('connection', 'close');
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
