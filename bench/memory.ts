import { readdirSync, readFileSync } from 'node:fs';
import { atMost, type Figure, reported } from './figures.ts';
import { type Load, load, pageRequest, rawRequest } from './load.ts';
import { get, productIds, type RunningStore, startRunningStore } from './running-store.ts';

const clients = 8;
const requestCount = 20_000;
const maxMegabytes = 450;
const maxGrowth = 1.1;
const terms = ['hoodie', 'hodie', 'black tee', 'print', 'cap', 'walet', 'gift', 'xl'];

/** Memory of a store's processes in megabytes (PSS, which counts shared memory once). */
export interface Memory {
  node: number;
  postgres: number;
}

export interface Minute extends Memory, Load {
  minute: number;
}

/** A store's memory after 5 and 10 minutes of mixed load. */
export function memoryFigures(): Promise<Figure[]> {
  return soak(10);
}

/**
 * Sends mixed load to a new store and checks its memory half-way and at the end.
 * @param onMinute called after each minute
 */
export async function soak(
  minutes: number,
  onMinute: (minute: Minute) => void = () => {},
): Promise<Figure[]> {
  const store = await startRunningStore();
  const sums: number[] = [];
  try {
    const requests = await mixedRequests(store);
    for (let minute = 1; minute <= minutes; minute++) {
      const done = await load(store, requests, clients, 60);
      const memory = memoryOf(store.pid);
      sums.push(memory.node + memory.postgres);
      onMinute({ minute, ...memory, ...done });
    }
    const half = Math.ceil(minutes / 2);
    const [halfWay = Number.NaN, end = Number.NaN] = [sums[half - 1], sums[minutes - 1]];
    const memory = memoryOf(store.pid);
    return [
      atMost(`memory after ${half} minutes of mixed load`, [halfWay], maxMegabytes, 'MB'),
      atMost(`memory after ${minutes} minutes`, [end], maxMegabytes, 'MB'),
      atMost('growth from the one to the other, times', [end / halfWay], maxGrowth),
      reported('of it Node', [memory.node], 'MB'),
      reported('of it PostgreSQL', [memory.postgres], 'MB'),
    ];
  } finally {
    await store.stop();
  }
}

/** Cached and uncached pages, pictures, searches, suggestions and reads of the Data API. */
async function mixedRequests(store: RunningStore): Promise<Buffer[]> {
  const { host, keys } = store;
  const products = await productIds(store);
  const pictures = picturesIn((await get(store, '/shop')).body.toString());
  const api = { apikey: keys.publishableKey };
  return Array.from({ length: requestCount }, (_, turn) => {
    const product = products[turn % products.length];
    const term = new URLSearchParams({ q: `${terms[turn % terms.length]} ${turn % 500}` });
    const kinds = [
      pageRequest(host, '/'),
      pageRequest(host, '/shop'),
      pageRequest(host, `/product/${product}`),
      pageRequest(host, `/shop?min=${turn / 100}`),
      rawRequest('GET', pictures[turn % pictures.length] ?? '/', { host, accept: 'image/avif,image/webp' }),
      rawRequest('GET', `/search/suggestions?${term}`, { host }),
      rawRequest('GET', `/cart/products?ids=${product}`, { host }),
      rawRequest('GET', `/rest/v1/products?select=*&limit=20&offset=${turn % 100}`, api),
    ];
    return kinds[turn % kinds.length] ?? Buffer.alloc(0);
  });
}

function picturesIn(html: string): string[] {
  return [...new Set(html.match(/\/pictures\/[^"?\s]+\?w=\d+/g))];
}

/** Memory of a process and its descendants, which are PostgreSQL's. */
export function memoryOf(pid: number): Memory {
  const [nodeMegabytes = 0, ...postgresMegabytes] = [pid, ...descendantsOf(pid)].map(residentMegabytes);
  return { node: nodeMegabytes, postgres: postgresMegabytes.reduce((sum, one) => sum + one, 0) };
}

function descendantsOf(root: number): number[] {
  const processes = readdirSync('/proc').map(Number).filter(Boolean);
  const parents = new Map(processes.map((pid) => [pid, parentOf(pid)]));
  const pids = [root];
  for (const parent of pids) pids.push(...processes.filter((pid) => parents.get(pid) === parent));
  return pids.slice(1);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]);
}

function residentMegabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024;
}

/** '' for a process that has exited. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
