import { once } from 'node:events';
import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';

interface Connection {
  /** Sends a request and resolves with its whole answer. @throws Error when that is not a success. */
  ask(request: Buffer): Promise<void>;
  close(): void;
}

/** A connection that asks as lightly as can be: on two cores the one that asks takes its share of what it measures. */
async function open(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  let missing = -1;
  let [done, fail] = [() => {}, (_error: unknown) => {}];
  socket.on('error', (error) => fail(error));
  socket.on('data', (chunk) => {
    try {
      if (missing < 0) missing = lengthOfAnswer(chunk);
    } catch (error) {
      fail(error);
    }
    missing -= chunk.length;
    if (missing > 0) return;
    missing = -1;
    done();
  });
  const ask = (request: Buffer) =>
    new Promise<void>((resolve, reject) => {
      [done, fail] = [resolve, reject];
      socket.write(request);
    });
  return { ask, close: () => socket.destroy() };
}

/**
 * Sends ready-made requests in turn on so many connections, one at a time on each.
 * @returns answers per second.
 * @throws Error at the first answer that is not a success.
 */
export async function rawLoad(
  port: number,
  requests: readonly Buffer[],
  connections: number,
  seconds: number,
): Promise<number> {
  const clients = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const started = performance.now();
  const end = started + seconds * 1_000;
  let answered = 0;
  try {
    await Promise.all(
      clients.map(async ({ ask }, first) => {
        for (let turn = first; performance.now() < end; turn += connections) {
          await ask(requests[turn % requests.length] ?? Buffer.alloc(0));
          answered += 1;
        }
      }),
    );
  } finally {
    for (const { close } of clients) close();
  }
  return answered / ((performance.now() - started) / 1_000);
}

/**
 * Sends ready-made requests one after the other.
 * @returns the milliseconds that each took.
 * @throws Error at the first answer that is not a success.
 */
export async function rawWaits(port: number, requests: readonly Buffer[]): Promise<number[]> {
  const { ask, close } = await open(port);
  const waits: number[] = [];
  try {
    for (const request of requests) {
      const asked = performance.now();
      await ask(request);
      waits.push(performance.now() - asked);
    }
  } finally {
    close();
  }
  return waits;
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
