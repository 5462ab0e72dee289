import { setTimeout as delay } from 'node:timers/promises';
import { atMost, type Figure, reported } from './figures.ts';
import { load, pageRequest } from './load.ts';
import { productIds, type RunningStore } from './running-store.ts';

const connections = 16;
const seconds = 3;
const repetitions = 5;
const changesPerSecond = 50;

/** 99th percentile of a cached page, idle and while products change. */
export async function changeFigures(store: RunningStore): Promise<Figure[]> {
  const ids = await productIds(store);
  const requests = [pageRequest(store.host, '/shop')];
  const slowest = async () => (await load(store, requests, connections, seconds)).p99;
  await slowest();
  const quiet: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < repetitions; round += 1) {
    const before = await slowest();
    const stop = changeSteadily(store, ids);
    const during = await slowest();
    await stop();
    quiet.push(before);
    times.push(during / before);
  }
  return [
    reported('cached shop, p99', quiet, 'ms'),
    atMost(`the same during ${changesPerSecond} catalogue changes a second, times as long`, times, 2),
  ];
}

/** Changes products steadily until the returned function is called. */
function changeSteadily({ admin }: RunningStore, ids: readonly string[]): () => Promise<void> {
  let going = true;
  const changing = (async () => {
    for (let n = 0; going; n += 1) {
      const next = delay(1_000 / changesPerSecond);
      const { error } = await admin
        .from('products')
        .update({ unit: `piece ${n}` })
        .eq('id', ids[n % ids.length] ?? '');
      if (error) throw new Error(`A product could not be changed: ${error.message}`);
      await next;
    }
  })();
  return async () => {
    going = false;
    await changing;
  };
}
