import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';

/**
 * Sends ready-made requests in turn on so many connections, one at a time on each, as lightly as can be: on two cores the
 * one that asks takes its share of what it measures.
 * @returns answers per second.
 * @throws Error at the first answer that is not a success.
 */
export async function rawLoad(
  port: number,
  requests: readonly Buffer[],
  connections: number,
  seconds: number,
): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1_000;
  let answered = 0;
  const client = (first: number) =>
    new Promise<void>((done, fail) => {
      let turn = first;
      let missing = -1;
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      const next = () => {
        turn += connections;
        socket.write(requests[turn % requests.length] ?? '');
      };
      socket.once('connect', next).once('error', fail);
      socket.on('data', (chunk) => {
        if (missing < 0) missing = lengthOfAnswer(chunk);
        missing -= chunk.length;
        if (missing > 0) return;
        missing = -1;
        answered += 1;
        if (performance.now() < end) next();
        else {
          socket.destroy();
          done();
        }
      });
    });
  await Promise.all(Array.from({ length: connections }, (_, index) => client(index)));
  return answered / ((performance.now() - started) / 1_000);
}

function lengthOfAnswer(chunk: Buffer): number {
  const end = chunk.indexOf(END_OF_HEAD);
  const head = chunk.toString('latin1', 0, end);
  if (!/^HTTP\/1\.1 2/.test(head)) throw new Error(`A request failed: ${chunk.toString('utf8', 0, 500)}`);
  return end + END_OF_HEAD.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

/** A request as it goes over the wire. */
export function rawRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Buffer {
  const all = { host: '127.0.0.1', ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
