import { startBareServer } from './bare-server.ts';
import { atLeast, type Figure } from './figures.ts';
import { load, pageRequest } from './load.ts';
import { mainPages, type RunningStore } from './running-store.ts';

const connections = 16;
/** One request at a time would keep the generator busier than the bare server. */
const pipelined = 32;
/** Short, alternating runs: a shared machine's speed varies. */
const seconds = 1;
const repetitions = 9;

/** Cached pages per second of CPU time, compared to a bare server sending the same bytes. */
export async function pageFigures(store: RunningStore): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of await mainPages(store)) figures.push(await cached(store, name, path));
  return figures;
}

async function cached(store: RunningStore, name: string, path: string): Promise<Figure> {
  const bare = await startBareServer(store, path);
  const requests = [pageRequest(store.host, path)];
  const ratios: number[] = [];
  const cores: number[] = [];
  try {
    for (let round = -1; round < repetitions; round += 1) {
      const storeLoad = await load(store, requests, connections, seconds, pipelined);
      const yardstick = await load(bare, requests, connections, seconds, pipelined);
      // The first round is a warm-up.
      if (round < 0) continue;
      ratios.push(storeLoad.perCore / yardstick.perCore);
      cores.push(storeLoad.cores);
    }
  } finally {
    await bare.stop();
  }
  return atLeast(`cached ${name}, of a bare server`, ratios, 0.75, '', cores);
}
