import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Gateway } from './gateway.ts';
import type { PlainAnswer } from './http.ts';
import { plainRequest } from './node-request.ts';

export type NodeHandler = (request: IncomingMessage, response: ServerResponse, ip?: string) => Promise<void>;

/** Serves a gateway through node:http. `ip` is the client's, when a proxy stands before the server. */
export function nodeHandler(gateway: Gateway): NodeHandler {
  return async (request, response, ip = peer(request)) => {
    const answer = await gateway.handle(plainRequest(request), ip);
    if (answer instanceof Response) await sendWeb(answer, request, response);
    else sendPlain(answer, request, response);
  };
}

export function peer(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? '';
}

function sendPlain(answer: PlainAnswer, request: IncomingMessage, response: ServerResponse): void {
  const { body, headers, status } = answer;
  if (body !== null) headers['content-length'] = String(Buffer.byteLength(body));
  else if (status !== 204 && status !== 304 && request.method !== 'HEAD') headers['content-length'] = '0';
  if (leavesBody(request, status)) headers.connection = 'close';
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? null : body);
}

async function sendWeb(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  if (leavesBody(request, answer.status)) headers.connection = 'close';
  if (!answer.body || request.method === 'HEAD') {
    await answer.body?.cancel();
    if (!answer.body && answer.status >= 200 && answer.status !== 204 && answer.status !== 304) {
      headers['content-length'] ??= '0';
    }
    response.writeHead(answer.status, headers);
    response.end();
    return;
  }
  response.writeHead(answer.status, headers);
  try {
    await pipeline(Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>), response);
  } catch {
    response.destroy();
  }
}

/** A body of up to this many bytes is read to its end and thrown away; to close upon it would cost the client its answer. */
const LARGEST_DRAINED = 256 * 1024;

/** A refused body that nobody will read must not be read by the server either: the connection ends with the answer. */
function leavesBody(request: IncomingMessage, status: number): boolean {
  if (status < 400 || request.complete || request.method === 'GET' || request.method === 'HEAD') return false;
  const size = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (size > LARGEST_DRAINED) return true;
  request.resume();
  return false;
}
