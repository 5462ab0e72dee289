import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { clientAt } from './client.ts';
import { openStores } from './open-stores.ts';
import { until } from './processes.ts';
import { startStoreProcess } from './store-process.ts';

/**
 * Copies the data of a stopped store, without products and open to shoppers, to an empty place. The first caller of a run
 * creates it.
 */
export async function copyClosedStore(to: string): Promise<void> {
  const place = join(inject('runFolder'), 'closed-store');
  const whole = join(place, 'data');
  if (await isFirst(place)) {
    const store = await startStoreProcess(join(place, 'in the making'), { SOUK_SEED: 'presets' });
    const { secretKey } = JSON.parse(readFileSync(join(store.dataDir, 'api-keys.json'), 'utf8'));
    await openStores(clientAt(`http://127.0.0.1:${store.port}`, secretKey));
    await store.stop();
    await rename(join(place, 'in the making'), whole);
  } else {
    await until('another test has made the store', () => existsSync(whole), 120_000);
  }
  // Preserves owners and modes.
  const { status, stderr } = spawnSync('cp', ['-a', whole, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The store could not be copied: ${stderr}`);
}

async function isFirst(place: string): Promise<boolean> {
  try {
    await mkdir(place);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
