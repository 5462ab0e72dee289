import { readdirSync, readFileSync } from 'node:fs';
import { atMost, type Figure, told } from './figures.ts';
import { type Load, load, pageRequest, rawRequest } from './load.ts';
import { get, productIds, type RunningStore, startRunningStore } from './running-store.ts';

const clients = 8;
const turns = 20_000;
const mostMegabytes = 450;
const mostGrowth = 1.1;
const terms = ['hoodie', 'hodie', 'black tee', 'print', 'cap', 'walet', 'gift', 'xl'];

/** Megabytes that a store's processes hold, with what they share counted once (PSS). */
export interface Memory {
  node: number;
  postgres: number;
}

export interface Minute extends Memory, Load {
  minute: number;
}

/** What a store keeps in memory after 5 and after 10 minutes of mixed load. */
export function memoryFigures(): Promise<Figure[]> {
  return soak(10);
}

/**
 * Sends mixed load to a store of its own, freshly filled, and holds what it keeps in memory half-way and at the end against the bars.
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
      atMost(`memory after ${half} minutes of mixed load`, [halfWay], mostMegabytes, 'MB'),
      atMost(`memory after ${minutes} minutes`, [end], mostMegabytes, 'MB'),
      atMost('growth from the one to the other, times', [end / halfWay], mostGrowth),
      told('of it Node', [memory.node], 'MB'),
      told('of it PostgreSQL', [memory.postgres], 'MB'),
    ];
  } finally {
    await store.stop();
  }
}

/** Pages that are cached and pages that are not, pictures, searches and suggestions, and reads of the data API. */
async function mixedRequests(store: RunningStore): Promise<Buffer[]> {
  const { host, keys } = store;
  const products = await productIds(store);
  const pictures = picturesIn((await get(store, '/shop')).body.toString());
  const api = { apikey: keys.publishableKey };
  return Array.from({ length: turns }, (_, turn) => {
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

/** Memory of a process and of all that it started, which is its PostgreSQL. */
export function memoryOf(pid: number): Memory {
  const [own = 0, ...others] = [pid, ...descendantsOf(pid)].map(residentMegabytes);
  return { node: own, postgres: others.reduce((sum, one) => sum + one, 0) };
}

function descendantsOf(root: number): number[] {
  const processes = readdirSync('/proc').map(Number).filter(Boolean);
  const parents = new Map(processes.map((pid) => [pid, parentOf(pid)]));
  const found = [root];
  for (const parent of found) found.push(...processes.filter((pid) => parents.get(pid) === parent));
  return found.slice(1);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]);
}

function residentMegabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024;
}

/** Empty for a process that ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
