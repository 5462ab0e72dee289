import { atLeast, atMost, type Figure, median, told } from './figures.ts';
import { processorTime } from './processor-time.ts';
import { rawLoad, rawRequest, rawWaits } from './raw-load.ts';
import type { RunningStore } from './running-store.ts';

/** As many as keep the one core busy on which a server renders while the database has another. */
const clients = 4;
/** Seconds after which a store's code is as fast as it stays. */
const warmUp = 8;
/** Short and often: a shared machine is not equally fast for long. */
const seconds = 1;
const repetitions = 15;
/** More pages than any machine renders; each is asked for through a port of its own. */
const mostASecond = 2_000;
/** Pages that one client waits for in turn. */
const waitedFor = 800;

interface Asked {
  path: string;
  host: string;
}

/**
 * Pages that nobody has asked for before: how many the store's process renders in a second of processor time, all its threads
 * together, and how long one takes while nothing else is asked for. The shop is asked for other lowest prices, so that all of its counts are read anew; home and product as if through
 * other ports, since a store names its own address in its pages.
 */
export async function firstRenderFigures(store: RunningStore, product: string): Promise<Figure[]> {
  const elsewhere = (path: string) => (number: number) => ({
    path,
    host: store.host.replace(/\d+$/, String(10_000 + number)),
  });
  const figures: Figure[] = [];
  for (const [name, pageOf] of [
    ['home', elsewhere('/')],
    ['shop', (number: number) => ({ path: `/shop?min=${number / 10_000}`, host: store.host })],
    ['product', elsewhere(`/product/${product}`)],
  ] as const) {
    figures.push(...(await rendered(name, store, pageOf)));
  }
  return figures;
}

async function rendered(
  name: string,
  { port, pid }: RunningStore,
  pageOf: (number: number) => Asked,
): Promise<Figure[]> {
  let number = 0;
  const requests = (count: number) =>
    Array.from({ length: count }, () => {
      number += 1;
      const { path, host } = pageOf(number);
      return rawRequest('GET', path, { host });
    });
  const rate = (lasting: number) => rawLoad(port, requests(mostASecond * lasting), clients, lasting);
  await rate(warmUp);
  const rates: number[] = [];
  const perCore: number[] = [];
  for (let i = 0; i < repetitions; i += 1) {
    const [started, used] = [performance.now(), processorTime(pid)];
    const perSecond = await rate(seconds);
    perCore.push((perSecond * (performance.now() - started)) / (processorTime(pid) - used));
    rates.push(perSecond);
  }
  const times = await rawWaits(port, requests(waitedFor));
  times.sort((a, b) => a - b);
  return [
    atLeast(`first render of ${name}, pages a core`, perCore, 250, '/s'),
    told(`the same, ${clients} clients on this machine`, rates, '/s'),
    atMost(`the same, one client, p99`, [times[Math.floor(times.length * 0.99)] ?? Number.NaN], 25, 'ms'),
    told(`the same, one client, median`, [median(times)], 'ms'),
  ];
}
