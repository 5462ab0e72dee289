import { atLeast, atMost, type Figure, median, told } from './figures.ts';
import { get } from './raw-get.ts';
import type { RunningStore } from './running-store.ts';

/** As many as keep the one core busy on which a server renders while the database has another. */
const clients = 4;
const pages = 200;
const repetitions = 3;

type Ask = (number: number) => Promise<void>;

/**
 * Pages that nobody has asked for before: how many a core renders when it is kept busy, and how long one takes when it is
 * not. The shop is asked for other lowest prices, so that all of its counts are read anew; home and product as if through
 * other ports, since a store names its own address in its pages.
 */
export async function firstRenderFigures(store: RunningStore, product: string): Promise<Figure[]> {
  const elsewhere = (path: string) => (number: number) => ({
    path,
    host: store.host.replace(/\d+$/, String(10_000 + number)),
  });
  const figures: Figure[] = [];
  for (const [name, requestOf] of [
    ['home', elsewhere('/')],
    ['shop', (number: number) => ({ path: `/shop?min=${number / 10_000}`, host: store.host })],
    ['product', elsewhere(`/product/${product}`)],
  ] as const) {
    figures.push(...(await rendered(name, (number) => page(store, requestOf(number)))));
  }
  return figures;
}

async function page({ port }: RunningStore, asked: { path: string; host: string }): Promise<void> {
  const { status } = await get({ port, ...asked });
  if (status !== 200) throw new Error(`${asked.path} answered ${status}`);
}

async function rendered(name: string, ask: Ask): Promise<Figure[]> {
  let number = 0;
  const some = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      number += 1;
      await ask(number);
    }
  };
  await some(2 * pages);
  const rates: number[] = [];
  for (let i = 0; i < repetitions; i += 1) {
    const started = performance.now();
    await Promise.all(Array.from({ length: clients }, () => some(pages / clients)));
    rates.push((pages / (performance.now() - started)) * 1_000);
  }
  const times: number[] = [];
  for (let i = 0; i < 2 * pages; i += 1) {
    const started = performance.now();
    await some(1);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return [
    atLeast(`first render of ${name}, pages a core`, rates, 250, '/s'),
    atMost(`the same, one client, p99`, [times[Math.floor(times.length * 0.99)] ?? Number.NaN], 25, 'ms'),
    told(`the same, one client, median`, [median(times)], 'ms'),
  ];
}
