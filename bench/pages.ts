import { startBareServer } from './bare-server.ts';
import { atLeast, type Figure } from './figures.ts';
import { load, pageRequest, rawRequest } from './load.ts';
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
  figures.push(await uncompressed(store));
  return figures;
}

/** A client without compression may cost twice as much as others. */
async function uncompressed(store: RunningStore): Promise<Figure> {
  const plain = [rawRequest('GET', '/', { host: store.host })];
  const compressed = [pageRequest(store.host, '/')];
  const ratios: number[] = [];
  for (let round = -1; round < repetitions; round += 1) {
    const plainLoad = await load(store, plain, connections, seconds, pipelined);
    const compressedLoad = await load(store, compressed, connections, seconds, pipelined);
    if (round >= 0) ratios.push(plainLoad.perCore / compressedLoad.perCore);
  }
  return atLeast('cached home without compression, of the same compressed', ratios, 0.5);
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
