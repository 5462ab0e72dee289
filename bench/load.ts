import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { quantile } from './figures.ts';

const END_OF_HEAD = '\r\n\r\n';
/** Linux tells processor time in hundredths of a second. */
const TICK = 10;

export interface Load {
  perSecond: number;
  /** Cores that the process was busy on. */
  cores: number;
  /** Answers in a second of the process's own processor time, all its threads together. */
  perCore: number;
  /** Milliseconds. */
  p99: number;
}

/** What a load is sent to. */
export interface Target {
  port: number;
  pid: number;
}

/**
 * Sends ready-made requests in turn on so many connections, one at a time on each. A client that parses no more than it
 * must, so that on two cores the process under test keeps one for itself.
 * @throws Error at the first answer that is not a success.
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
          const asked = now;
          await ask(requests[turn % requests.length] ?? Buffer.alloc(0));
          now = performance.now();
          waits.push(now - asked);
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
  /** Sends a request and resolves with its whole answer. @throws Error when that is not a success. */
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

/** A request for a page as browsers ask for it. */
export function pageRequest(host: string, path: string): Buffer {
  return rawRequest('GET', path, { host, 'accept-encoding': 'br' });
}

/** Milliseconds of processor time that a process has used in all of its threads. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before it may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
