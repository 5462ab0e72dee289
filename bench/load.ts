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
 * Sends prepared requests over several connections. The client parses only what it must, and may pipeline
 * several requests per connection, so that on two cores the process under test has one to itself.
 * @param pipelined requests sent together on a connection; their latency is that of the last response
 * @throws Error at the first failed response
 */
export async function load(
  { port, pid }: Target,
  requests: readonly Buffer[],
  connections: number,
  seconds: number,
  pipelined = 1,
): Promise<Load> {
  const clients = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const requestAt = (turn: number) => requests[turn % requests.length] ?? Buffer.alloc(0);
  const waits: number[] = [];
  let turn = 0;
  const used = processorTime(pid);
  const started = performance.now();
  const end = started + seconds * 1_000;
  try {
    await Promise.all(
      clients.map(async ({ ask }) => {
        for (let now = started; now < end; ) {
          const sentAt = now;
          const together = Array.from({ length: pipelined }, () => requestAt(turn++));
          await ask(together);
          now = performance.now();
          for (const _request of together) waits.push(now - sentAt);
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
  /** Sends requests in one piece and resolves with the last complete response. @throws Error for a failed response */
  ask(requests: readonly Buffer[]): Promise<void>;
  close(): void;
}

async function open(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  const responses = new Responses();
  let awaited = 0;
  let [done, fail] = [() => {}, (_error: unknown) => {}];
  socket.on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error('The server closed a connection.')));
  socket.on('data', (chunk) => {
    try {
      awaited -= responses.completedBy(chunk);
    } catch (error) {
      fail(error);
    }
    if (awaited === 0) done();
  });
  const ask = (requests: readonly Buffer[]) =>
    new Promise<void>((resolve, reject) => {
      [done, fail] = [resolve, reject];
      awaited = requests.length;
      socket.write(requests.length === 1 ? (requests[0] ?? '') : Buffer.concat(requests));
    });
  return { ask, close: () => socket.destroy() };
}

/** Finds the ends of a connection's responses by `content-length`. */
export class Responses {
  /** The beginning of an incomplete head. */
  #head: Buffer = Buffer.alloc(0);
  /** Missing bytes of an incomplete body. */
  #missing = 0;

  /** How many responses a chunk completes. @throws Error for a failed response */
  completedBy(chunk: Buffer): number {
    let rest = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
    this.#head = Buffer.alloc(0);
    let completed = 0;
    while (rest.length > 0) {
      if (this.#missing === 0) {
        const end = rest.indexOf(END_OF_HEAD);
        if (end < 0) {
          this.#head = rest;
          break;
        }
        this.#missing = bodyLength(rest.toString('latin1', 0, end));
        rest = rest.subarray(end + END_OF_HEAD.length);
      }
      const body = Math.min(this.#missing, rest.length);
      this.#missing -= body;
      rest = rest.subarray(body);
      if (this.#missing === 0) completed += 1;
    }
    return completed;
  }
}

function bodyLength(head: string): number {
  if (!/^HTTP\/1\.1 2/.test(head)) throw new Error(`A request failed: ${head}`);
  return Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

/** A serialized HTTP request. */
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
