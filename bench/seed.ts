import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, type Figure, told } from './figures.ts';
import { startRunningStore } from './running-store.ts';

const repetitions = 3;

/** How long somebody waits at the very first start: for an empty database, and for five stores with drawn pictures in it. */
export async function seedFigures(): Promise<Figure[]> {
  const empty: number[] = [];
  const seeded: number[] = [];
  for (let i = 0; i < repetitions; i += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'souk-bench-seed-'));
    try {
      empty.push(await secondsToOpen(dataDir, 'none'));
      seeded.push(await secondsToOpen(dataDir, 'demo'));
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return [
    told('first start with an empty catalogue', empty, 's'),
    atMost('start that fills the five demo stores', seeded, 20, 's'),
  ];
}

async function secondsToOpen(dataDir: string, seed: 'none' | 'demo'): Promise<number> {
  const began = performance.now();
  const store = await startRunningStore({ SOUK_SEED: seed }, dataDir);
  const took = (performance.now() - began) / 1_000;
  await store.stop();
  return took;
}
