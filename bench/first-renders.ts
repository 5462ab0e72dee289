import { startBareServer } from './bare-server.ts';
import { atLeast, atMost, type Figure } from './figures.ts';
import { load, pageRequest } from './load.ts';
import { mainPages, productIds, type RunningStore } from './running-store.ts';

/** Enough clients to saturate the rendering core, leaving another to the database. */
const clients = 4;
/** Seconds until code is fully optimized. */
const warmUp = 8;
/** Short, alternating runs: a shared machine's speed varies. */
const seconds = 1;
const repetitions = 9;
/** Seconds with a single client. */
const soloSeconds = 3;
/** Above any machine's rate of renders per second. */
const maxPerSecond = 1_000;

/**
 * Renders of uncached pages: pages per second of the process's CPU time, in thousandths of a bare server's,
 * and the latency with a single client. Uncached URLs use price filters for the shop page, and ports for home
 * and products, since pages contain their store's origin. The loaders' shared data is cached, as on nearly
 * every real first visit.
 */
export async function firstRenderFigures(store: RunningStore): Promise<Figure[]> {
  const products = await productIds(store);
  const otherHost = (turn: number) => store.host.replace(/\d+$/, String(10_000 + (turn % 50_000)));
  const requestOf: Record<string, (turn: number) => Buffer> = {
    home: (turn) => pageRequest(otherHost(turn), '/'),
    shop: (turn) => pageRequest(store.host, `/shop?min=${turn / 10_000}`),
    product: (turn) => pageRequest(otherHost(turn), `/product/${products[turn % products.length]}`),
  };
  const figures: Figure[] = [];
  for (const [name, path] of await mainPages(store)) {
    const request = requestOf[name];
    if (request) figures.push(...(await firstRenders(store, name, path, request)));
  }
  return figures;
}

async function firstRenders(
  store: RunningStore,
  name: string,
  path: string,
  requestOf: (turn: number) => Buffer,
): Promise<Figure[]> {
  let turn = 0;
  const uncachedRequests = (lasting: number) =>
    Array.from({ length: maxPerSecond * lasting }, () => {
      turn += 1;
      return requestOf(turn);
    });
  const bare = await startBareServer(store, path);
  const thousandths: number[] = [];
  const cores: number[] = [];
  try {
    await load(store, uncachedRequests(warmUp), clients, warmUp);
    for (let round = 0; round < repetitions; round += 1) {
      const storeLoad = await load(store, uncachedRequests(seconds), clients, seconds);
      const yardstick = await load(bare, [requestOf(0)], 4 * clients, seconds);
      thousandths.push((storeLoad.perCore / yardstick.perCore) * 1_000);
      cores.push(storeLoad.cores);
    }
  } finally {
    await bare.stop();
  }
  const { p99 } = await load(store, uncachedRequests(soloSeconds), 1, soloSeconds);
  return [
    atLeast(`first render of ${name}, of a bare server`, thousandths, 2.5, '‰', cores),
    atMost(`first render of ${name}, one client, p99`, [p99], 60, 'ms'),
  ];
}
