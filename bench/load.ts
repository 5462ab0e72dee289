import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { quantile } from './figures.ts';

const END_OF_HEAD = '\r\n\r\n';
/** Linux reports CPU time in hundredths of a second. */
const TICK = 10;

export interface Load {
  perSecond: number;
  /** Cores used by the process. */
  cores: number;
  /** Responses per second of the process's CPU time, over all threads. */
  perCore: number;
  /** Milliseconds. */
  p99: number;
}

export interface Target {
  port: number;
  pid: number;
}

/**
 * Sends prepared requests over several connections, one at a time on each. The client parses only what it must, so that
 * on two cores the process under test has one for itself.
 * @throws Error at the first failed response
 */
export async function load(
  { port, pid }: Target,
  requests: readonly Buffer[],
  connections: number,
  seconds: number,
): Promise<Load> {
  const clients = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const waits: number[] = [];
  const used = processorTime(pid);
  const started = performance.now();
  const end = started + seconds * 1_000;
  try {
    await Promise.all(
      clients.map(async ({ ask }, first) => {
        for (let turn = first, now = started; now < end; turn += connections) {
          const sentAt = now;
          await ask(requests[turn % requests.length] ?? Buffer.alloc(0));
          now = performance.now();
          waits.push(now - sentAt);
        }
      }),
    );
  } finally {
    for (const { close } of clients) close();
  }
  const took = performance.now() - started;
  const cores = (processorTime(pid) - used) / took;
  const perSecond = (waits.length / took) * 1_000;
  return { perSecond, cores, perCore: perSecond / cores, p99: quantile(waits, 0.99) };
}

interface Client {
  /** Sends a request and resolves with its complete response. @throws Error for a failed response */
  ask(request: Buffer): Promise<void>;
  close(): void;
}

async function open(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  let missing = -1;
  let [done, fail] = [() => {}, (_error: unknown) => {}];
  socket.on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error('The server closed a connection.')));
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

function lengthOfAnswer(chunk: Buffer): number {
  const end = chunk.indexOf(END_OF_HEAD);
  const head = chunk.toString('latin1', 0, end);
  if (!/^HTTP\/1\.1 2/.test(head)) throw new Error(`A request failed: ${chunk.toString('utf8', 0, 500)}`);
  return end + END_OF_HEAD.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

/** A serialised HTTP request. */
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

/** A browser's request for a page. */
export function pageRequest(host: string, path: string): Buffer {
  return rawRequest('GET', path, { host, 'accept-encoding': 'br' });
}

/** CPU time of a process in milliseconds, over all threads. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The preceding name may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
