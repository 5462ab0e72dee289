import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { BodyTooLarge, ClientGone, type PlainRequest } from './http.ts';

/** Takes a request as node:http got it. Nothing of its body is read before somebody asks for it. */
export function plainRequest(message: IncomingMessage): PlainRequest {
  const headers: Record<string, string | undefined> = {};
  for (const name in message.headers) {
    const value = message.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return {
    method: message.method ?? 'GET',
    target: targetOf(message.url ?? '/'),
    headers,
    bytes: (limit) => collect(message, limit),
    stream: () => Readable.toWeb(message) as NodeReadableStream<Uint8Array> as ReadableStream<Uint8Array>,
  };
}

/** A proxy may be sent `GET http://host/path`: only the path is ours to read. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  const { pathname, search } = URL.parse(url) ?? { pathname: '/', search: '' };
  return pathname + search;
}

function collect(message: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(message.headers['content-length']) > limit) return Promise.reject(new BodyTooLarge(limit));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    message.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      message.removeAllListeners('data');
      message.pause();
      reject(new BodyTooLarge(limit));
    });
    message.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    message.once('error', () => reject(new ClientGone()));
    message.once('close', () => reject(new ClientGone()));
  });
}
