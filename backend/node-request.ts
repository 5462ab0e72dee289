import type { IncomingMessage } from 'node:http';
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
    stream: () => streamOf(message),
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
    const onGone = () => reject(new ClientGone());
    message.once('end', () => {
      message.off('close', onGone);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    message.once('error', onGone).once('close', onGone);
  });
}

/**
 * The body as a web stream. Not `Readable.toWeb`: that one throws out of the event loop when its reader has gone and
 * the server reads on to get rid of the rest.
 */
function streamOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  let letGo = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const onData = (chunk: Buffer) => {
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) message.pause();
      };
      const onEnd = () => {
        letGo();
        controller.close();
      };
      const onGone = () => {
        letGo();
        controller.error(new ClientGone());
      };
      letGo = () => {
        message.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
        message.on('error', () => {});
      };
      message.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
      message.pause();
    },
    pull: () => void message.resume(),
    cancel() {
      letGo();
      message.pause();
    },
  });
}
