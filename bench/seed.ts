import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, type Figure, told } from './figures.ts';
import { startRunningStore } from './running-store.ts';

const repetitions = 3;

/** How long somebody waits at the very first start: for an empty database, and for five stores with all their pictures. */
export async function seedFigures(): Promise<Figure[]> {
  const empty: number[] = [];
  const seeded: number[] = [];
  for (let i = 0; i < repetitions; i += 1) {
    empty.push(await secondsToOpen('none'));
    seeded.push(await secondsToOpen('demo'));
  }
  return [
    told('first start with an empty catalogue', empty, 's'),
    atMost('first start that fills the five demo stores', seeded, 8, 's'),
  ];
}

async function secondsToOpen(seed: 'none' | 'demo'): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-bench-seed-'));
  try {
    const began = performance.now();
    const store = await startRunningStore({ SOUK_SEED: seed }, dataDir);
    const took = (performance.now() - began) / 1_000;
    await store.stop();
    return took;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
