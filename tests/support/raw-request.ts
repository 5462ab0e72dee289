import { createConnection } from 'node:net';

/** A server's raw response. */
export interface RawAnswer {
  /** 0 if it closed the connection without a response. */
  status: number;
  head: string;
  body: string;
}

const POLL_AFTER = 60_000;

/**
 * Sends raw bytes and reads until the server closes the connection, so a request must ask for that. Client libraries normalize
 * targets and headers that an attacker does not.
 * @param bytes latin1, so that each character is one byte
 * @throws Error if no response is complete in time
 */
export function rawRequest(port: number, bytes: string): Promise<RawAnswer> {
  return new Promise((done, fail) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const chunks: Buffer[] = [];
    socket.setTimeout(POLL_AFTER, () => {
      socket.destroy();
      fail(new Error(`No answer to ${JSON.stringify(bytes.slice(0, 200))}`));
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server may close before it has read all bytes.
    socket.on('error', () => {});
    socket.once('close', () => done(read(Buffer.concat(chunks).toString('latin1'))));
    socket.write(bytes, 'latin1');
  });
}

function read(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head,
    body: end === -1 ? '' : text.slice(end + 4),
  };
}

/** A request's bytes; target and headers are sent unchanged. */
export function rawBytes(method: string, target: string, headers: readonly string[] = [], body = ''): string {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers, 'Connection: close'];
  if (body) lines.push(`Content-Length: ${body.length}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
