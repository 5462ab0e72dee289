import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, type Figure } from './figures.ts';
import { get, startRunningStore } from './running-store.ts';

const repetitions = 5;

/** Time until a restarted store serves its first page. */
export async function startFigures(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-bench-start-'));
  try {
    await (await startRunningStore({}, dataDir)).stop();
    const opened: number[] = [];
    for (let i = 0; i < repetitions; i += 1) {
      const began = performance.now();
      const store = await startRunningStore({}, dataDir);
      await get(store, '/');
      opened.push((performance.now() - began) / 1_000);
      await store.stop();
    }
    return [atMost('start of a stocked store until its first page', opened, 3, 's')];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
