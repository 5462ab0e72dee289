import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '../app/lib/database.types.ts';
import { processesWith } from '../tests/support/processes.ts';
import { atMost, type Figure, median, told } from './figures.ts';
import { load } from './load.ts';
import { get } from './raw-get.ts';
import { type RunningStore, startRunningStore } from './running-store.ts';

const connections = 16;
const seconds = 4;
const repetitions = 3;
const changesPerSecond = 50;
const starts = 3;

/** A store whose catalogue changes all the time, how soon a stocked store opens, and what it keeps in memory. */
export async function upkeepFigures(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-bench-upkeep-'));
  try {
    await (await startRunningStore({}, dataDir)).stop();
    const opened: number[] = [];
    for (let i = 1; i < starts; i += 1) {
      const [took, store] = await openAgain(dataDir);
      opened.push(took);
      await store.stop();
    }
    const [took, store] = await openAgain(dataDir);
    opened.push(took);
    try {
      const changes = await duringChanges(store);
      return [
        atMost('start of a stocked store until its first page', opened, 3, 's'),
        ...changes,
        atMost('memory after load, PostgreSQL included', [residentMegabytes(dataDir)], 400, 'MB'),
      ];
    } finally {
      await store.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function openAgain(dataDir: string): Promise<[seconds: number, store: RunningStore]> {
  const began = performance.now();
  const store = await startRunningStore({}, dataDir);
  const { status } = await get({ port: store.port, host: store.host, path: '/' });
  if (status !== 200) throw new Error(`The first page answered ${status}`);
  return [(performance.now() - began) / 1_000, store];
}

/** The slowest hundredth of a cached page's answers, quiet and while products change. */
async function duringChanges(store: RunningStore): Promise<Figure[]> {
  const { port, host } = store;
  const admin = createClient<Database>(`http://127.0.0.1:${port}`, store.keys.secretKey, {
    auth: { persistSession: false },
  });
  const { data } = await admin.from('products').select('id').eq('tenant_id', 'inkthread').limit(20);
  const ids = (data ?? []).map(({ id }) => id);
  const ask = async () => (await load({ port, host, path: '/shop', connections, seconds })).p99;
  await ask();
  const quiet: number[] = [];
  const busy: number[] = [];
  for (let i = 0; i < repetitions; i += 1) {
    quiet.push(await ask());
    const stop = changeSteadily(admin, ids);
    busy.push(await ask());
    await stop();
  }
  return [
    told('cached page, p99', quiet, 'ms'),
    atMost(
      `the same during ${changesPerSecond} catalogue changes a second, times as long`,
      [median(busy) / median(quiet)],
      2,
    ),
  ];
}

function changeSteadily(
  admin: ReturnType<typeof createClient<Database>>,
  ids: string[],
): () => Promise<void> {
  let going = true;
  let n = 0;
  const run = async () => {
    while (going) {
      n += 1;
      const id = ids[n % ids.length] ?? '';
      const { error } = await admin
        .from('products')
        .update({ unit: `piece ${n}` })
        .eq('id', id);
      if (error) throw new Error(`A product could not be changed: ${error.message}`);
      await delay(1_000 / changesPerSecond);
    }
  };
  const running = run();
  return async () => {
    going = false;
    await running;
  };
}

/** Memory of all processes of a store, with what they share counted once. */
function residentMegabytes(dataDir: string): number {
  let kilobytes = 0;
  for (const pid of processesWith(dataDir).keys()) {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes / 1_024;
}
