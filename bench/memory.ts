import { readFileSync } from 'node:fs';
import { processesWith } from '../tests/support/processes.ts';
import { atMost, type Figure } from './figures.ts';
import { load, pageRequest, rawRequest } from './load.ts';
import { productIds, type RunningStore, startRunningStore } from './running-store.ts';

const clients = 8;
const minutes = 5;
const turns = 20_000;
const terms = ['hoodie', 'hodie', 'black tee', 'print', 'cap', 'walet', 'gift', 'xl'];

/** What a store of its own keeps in memory, PostgreSQL included, after mixed load, and whether it grows with more of it. */
export async function memoryFigures(): Promise<Figure[]> {
  const store = await startRunningStore();
  try {
    const requests = await mixedRequests(store);
    await load(store, requests, clients, minutes * 60);
    const first = residentMegabytes(store.dataDir);
    await load(store, requests, clients, minutes * 60);
    const second = residentMegabytes(store.dataDir);
    return [
      atMost(`memory after ${minutes} minutes of mixed load`, [first], 450, 'MB'),
      atMost(`memory after ${2 * minutes} minutes`, [second], 450, 'MB'),
      atMost('growth from the one to the other, times', [second / first], 1.1),
    ];
  } finally {
    await store.stop();
  }
}

/** Pages that are cached and pages that are not, searches and suggestions, and reads of the data API. */
async function mixedRequests(store: RunningStore): Promise<Buffer[]> {
  const { host, keys } = store;
  const products = await productIds(store);
  const api = { apikey: keys.publishableKey };
  return Array.from({ length: turns }, (_, turn) => {
    const product = products[turn % products.length];
    const term = new URLSearchParams({ q: `${terms[turn % terms.length]} ${turn % 500}` });
    const kinds = [
      pageRequest(host, '/'),
      pageRequest(host, '/shop'),
      pageRequest(host, `/product/${product}`),
      pageRequest(host, `/shop?min=${turn / 100}`),
      rawRequest('GET', `/search/suggestions?${term}`, { host }),
      rawRequest('GET', `/cart/products?ids=${product}`, { host }),
      rawRequest('GET', `/rest/v1/products?select=*&limit=20&offset=${turn % 100}`, api),
    ];
    return kinds[turn % kinds.length] ?? Buffer.alloc(0);
  });
}

/** Memory of all processes of a store, with what they share counted once. */
function residentMegabytes(dataDir: string): number {
  const kilobytes = [...processesWith(dataDir).keys()].map((pid) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1_024;
}
