import { readAll } from './body.ts';
import type { Gateway } from './gateway.ts';
import { BodyTooLarge, type PlainAnswer, type PlainRequest } from './http.ts';
import { TextResponse } from './text-response.ts';

/** What `fetch` takes, and the address to count the caller's requests under. */
export type BackendRequestInit = RequestInit & { ip?: string };

const LOOPBACK = '127.0.0.1';
const EMPTY_STATUSES = new Set([101, 204, 205, 304]);

/**
 * Makes a `fetch` that hands requests to a gateway of the same process: no socket, and for plain bodies no Request. The
 * origin of the address does not matter.
 */
export function inProcessFetch(gateway: Gateway) {
  return async (input: Request | URL | string, init: BackendRequestInit = {}): Promise<Response> => {
    const { ip = LOOPBACK, ...rest } = init;
    const plain = input instanceof Request ? undefined : withoutWebObjects(input, rest);
    const web = plain ? undefined : new Request(input, rest);
    const request = plain ?? (web && ofWebRequest(web));
    if (!request) throw new TypeError('A request needs an address');
    const answer = await gateway.handle(request, ip, web);
    return answer instanceof Response ? answer : webResponse(answer, request.method);
  };
}

function withoutWebObjects(input: URL | string, init: RequestInit): PlainRequest | undefined {
  const { body } = init;
  if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    return undefined;
  }
  const { pathname, search } = new URL(input);
  const headers: Record<string, string> = {};
  for (const [name, value] of new Headers(init.headers)) headers[name] = value;
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array(0));
  return {
    method: (init.method ?? 'GET').toUpperCase(),
    target: pathname + search,
    headers,
    async bytes(limit) {
      if (bytes.byteLength > limit) throw new BodyTooLarge(limit);
      return bytes;
    },
    stream: () => (bytes.byteLength > 0 ? new Blob([new Uint8Array(bytes)]).stream() : null),
  };
}

function ofWebRequest(request: Request): PlainRequest {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  return {
    method: request.method,
    target: pathname + search,
    headers,
    bytes: (limit) => readAll(request.body, headers['content-length'], limit),
    stream: () => request.body,
  };
}

function webResponse({ status, headers, body }: PlainAnswer, method: string): Response {
  const empty = method === 'HEAD' || EMPTY_STATUSES.has(status);
  if (empty || body === null) return new Response(null, { status, headers });
  return typeof body === 'string'
    ? new TextResponse(body, { status, headers })
    : new Response(new Uint8Array(body), { status, headers });
}
