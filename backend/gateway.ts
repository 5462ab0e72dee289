import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { JWTPayload } from 'jose';
import { ANONYMOUS, type KeyedAccess } from './access.ts';
import { capped } from './body.ts';
import { CORS_HEADERS, isPreflight, preflightHeaders } from './cors.ts';
import type { Identity } from './db.ts';
import {
  BodyTooLarge,
  ClientGone,
  type Log,
  type PlainAnswer,
  type PlainRequest,
  type PlainService,
  plainJson,
  type RequestContext,
  type Service,
  TokenFailure,
} from './http.ts';
import { plainRequest } from './node-request.ts';
import { pathOf } from './request-path.ts';
import { BODY_LIMITS, type Route, routeOf, type ServiceName } from './routes.ts';

export type Services = Partial<Record<ServiceName, Service | PlainService>>;

export interface GatewayOptions {
  access: KeyedAccess;
  services: Services;
  log: Log;
  publicUrl: string;
  /** Told about every answer: for access logs and metrics. Carries no query, token or body. */
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
  /** `web` is the request that `request` was made from, if it was a web request. */
  handle(request: PlainRequest, ip: string, web?: Request): Promise<PlainAnswer | Response>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): Promise<void>;
}

const REQUEST_ID = /^[\w-]{8,64}$/;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const NO_API_KEY = {
  message: 'No API key found in request',
  hint: 'No `apikey` request header or url param was found.',
};
const WRONG_API_KEY = {
  message: 'Invalid API key',
  hint: 'Double check the publishable or secret API key of this project.',
};

/** Finds the service for a request and who asks, lets the service answer, and puts right what every answer needs. */
export function createGateway(options: GatewayOptions): Gateway {
  const { access, services, log, publicUrl } = options;

  async function answer(request: PlainRequest, context: Context, route: Route, web: Request | undefined) {
    const service = services[route.service];
    if (!service) return plainJson({ message: 'no Route matched with those values' }, 404);
    if ('answer' in service) return service.answer(request, context);
    const limit = BODY_LIMITS[route.service];
    if (Number(request.headers['content-length']) > limit) throw new BodyTooLarge(limit);
    return service.fetch(web ?? webRequest(request, context.url, limit), context);
  }

  async function handle(request: PlainRequest, ip: string, web?: Request): Promise<PlainAnswer | Response> {
    const { method, headers } = request;
    if (isPreflight(method, headers)) return { status: 204, headers: preflightHeaders(headers), body: null };
    const started = options.onAnswer ? performance.now() : 0;
    const given = headers['x-request-id'];
    const requestId = given && REQUEST_ID.test(given) ? given : randomUUID();
    const route = METHODS.has(method) ? routeOf(pathOf(request.target)) : undefined;
    let role = '';
    let result: PlainAnswer | Response;
    try {
      const caller = route && (await identify(request, route));
      if (!route) result = plainJson({ message: 'no Route matched with those values' }, 404);
      else if (!caller || 'refusal' in caller) result = plainJson(caller?.refusal, 401);
      else {
        role = caller.identity.role;
        result = await answer(
          request,
          new Context(publicUrl + request.target, route.path, ip, requestId, caller),
          route,
          web,
        );
      }
    } catch (error) {
      result = failure(error, requestId, request, log);
    }
    result = finished(result, headers.origin !== undefined, requestId);
    options.onAnswer?.({
      requestId,
      method,
      path: pathOf(request.target),
      status: result.status,
      role,
      milliseconds: performance.now() - started,
    });
    return result;
  }

  async function identify(request: PlainRequest, route: Route): Promise<Caller | { refusal: object }> {
    const { headers, method, target } = request;
    const apiKey = headers.apikey ?? queryValue(target, 'apikey');
    const ofKey = apiKey === undefined ? undefined : access.byApiKey(apiKey);
    if (!route.open && !ofKey) return { refusal: apiKey === undefined ? NO_API_KEY : WRONG_API_KEY };
    const asked = { method, path: route.path, headers };
    const base = { token: undefined, tokenFailure: undefined, hasApiKey: ofKey !== undefined };
    const bearer = bearerOf(headers.authorization);
    if (bearer === undefined || bearer === apiKey) {
      return { ...base, identity: { ...(ofKey ?? ANONYMOUS), request: asked } };
    }
    try {
      const { identity, token } = await access.identify(bearer);
      if (!token && ofKey) return { refusal: WRONG_API_KEY };
      return { ...base, token, identity: { ...identity, request: asked } };
    } catch (error) {
      if (!(error instanceof TokenFailure)) throw error;
      return { ...base, tokenFailure: error, identity: { ...ANONYMOUS, request: asked } };
    }
  }

  return {
    handle,
    async upgrade(message, socket, head, ip) {
      // Nobody else listens yet, and an error that nobody listens to ends the process.
      socket.on('error', () => socket.destroy());
      const request = plainRequest(message);
      const route = routeOf(pathOf(request.target));
      const service = route && services[route.service];
      if (!route || !service || !('upgrade' in service) || !service.upgrade)
        return refuseUpgrade(socket, '404 Not Found');
      const caller = await identify(request, route);
      if ('refusal' in caller) return refuseUpgrade(socket, '401 Unauthorized');
      const context = new Context(publicUrl + request.target, route.path, ip, randomUUID(), caller);
      service.upgrade(message, socket, head, context);
    },
  };
}

interface Caller {
  identity: Identity;
  token: JWTPayload | undefined;
  tokenFailure: TokenFailure | undefined;
  hasApiKey: boolean;
}

/** Parses the URL only for those who ask for it. */
class Context implements RequestContext {
  readonly path: string;
  readonly ip: string;
  readonly requestId: string;
  readonly identity: Identity;
  readonly token: JWTPayload | undefined;
  readonly tokenFailure: TokenFailure | undefined;
  readonly hasApiKey: boolean;
  readonly #address: string;
  #url: URL | undefined;

  constructor(address: string, path: string, ip: string, requestId: string, caller: Caller) {
    this.#address = address;
    this.path = path;
    this.ip = ip;
    this.requestId = requestId;
    this.identity = caller.identity;
    this.token = caller.token;
    this.tokenFailure = caller.tokenFailure;
    this.hasApiKey = caller.hasApiKey;
  }

  get url(): URL {
    this.#url ??= new URL(this.#address);
    return this.#url;
  }
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}

function queryValue(target: string, name: string): string | undefined {
  if (!target.includes(`${name}=`)) return undefined;
  return new URLSearchParams(target.slice(target.indexOf('?') + 1)).get(name) ?? undefined;
}

function webRequest(request: PlainRequest, url: URL, limit: number): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, value);
  const stream = request.method === 'GET' || request.method === 'HEAD' ? null : request.stream();
  const body = stream && Number.isFinite(limit) ? capped(stream, limit) : stream;
  return new Request(url, { method: request.method, headers, body, ...(body ? { duplex: 'half' } : {}) });
}

function failure(error: unknown, requestId: string, request: PlainRequest, log: Log): PlainAnswer {
  const cause = error instanceof TypeError && error.cause ? error.cause : error;
  if (cause instanceof BodyTooLarge) return plainJson({ code: '413', message: cause.message }, 413);
  if (cause instanceof ClientGone) return plainJson({ code: '499', message: 'The client went away' }, 499);
  log.error(
    { requestId, method: request.method, path: pathOf(request.target), err: error },
    'request failed',
  );
  return plainJson(
    { code: '500', message: 'Something went wrong', details: null, hint: null, requestId },
    500,
  );
}

function finished<T extends PlainAnswer | Response>(
  result: T,
  crossOrigin: boolean,
  requestId: string,
): T | Response {
  if (result instanceof Response) {
    const answer = new Response(result.body, result);
    answer.headers.set('x-request-id', requestId);
    if (crossOrigin) for (const [name, value] of CORS_HEADERS) answer.headers.set(name, value);
    return answer;
  }
  result.headers['x-request-id'] = requestId;
  if (crossOrigin) for (const [name, value] of CORS_HEADERS) result.headers[name] = value;
  return result;
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
