import { startBareServer } from './bare-server.ts';
import { atLeast, atMost, type Figure } from './figures.ts';
import { load, pageRequest } from './load.ts';
import { mainPages, productIds, type RunningStore } from './running-store.ts';

/** As many as keep the one core busy on which a server renders while the database has another. */
const clients = 4;
/** Seconds after which a store's code is as fast as it stays. */
const warmUp = 8;
/** Short and in turn: a shared machine is not equally fast for long. */
const seconds = 1;
const repetitions = 9;
/** Seconds for which one client alone waits for page after page. */
const alone = 3;
/** More pages than any machine renders in a second. */
const mostPerSecond = 1_000;

/**
 * Pages that nobody has asked for before: how many the store's process renders in a second of its own time, all its threads
 * together, in thousandths of what a bare server sends of such pages, and how long one takes when nothing else is asked for.
 * The shop is asked for other lowest prices, home and products through other ports, since a store names its own address
 * in its pages. What loaders remember for all pages (settings, categories, the home page's products) is there, as it is for
 * nearly every first visitor of a page.
 */
export async function firstRenderFigures(store: RunningStore): Promise<Figure[]> {
  const products = await productIds(store);
  const elsewhere = (turn: number) => store.host.replace(/\d+$/, String(10_000 + (turn % 50_000)));
  const requestOf: Record<string, (turn: number) => Buffer> = {
    home: (turn) => pageRequest(elsewhere(turn), '/'),
    shop: (turn) => pageRequest(store.host, `/shop?min=${turn / 10_000}`),
    product: (turn) => pageRequest(elsewhere(turn), `/product/${products[turn % products.length]}`),
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
  const fresh = (lasting: number) =>
    Array.from({ length: mostPerSecond * lasting }, () => {
      turn += 1;
      return requestOf(turn);
    });
  const bare = await startBareServer(store, path);
  const thousandths: number[] = [];
  const cores: number[] = [];
  try {
    await load(store, fresh(warmUp), clients, warmUp);
    for (let round = 0; round < repetitions; round += 1) {
      const ours = await load(store, fresh(seconds), clients, seconds);
      const yardstick = await load(bare, [requestOf(0)], 4 * clients, seconds);
      thousandths.push((ours.perCore / yardstick.perCore) * 1_000);
      cores.push(ours.cores);
    }
  } finally {
    await bare.stop();
  }
  const { p99 } = await load(store, fresh(alone), 1, alone);
  return [
    atLeast(`first render of ${name}, of a bare server`, thousandths, 2.5, '‰', cores),
    atMost(`first render of ${name}, one client, p99`, [p99], 60, 'ms'),
  ];
}
