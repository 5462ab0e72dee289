import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { startPostgres } from '../../backend/postgres/embedded.ts';
import { startStoreProcess } from '../support/store-process.ts';

it('two stores that start together on one empty database both open, and the demo is there once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'souk-demo-start-'));
  await chmod(folder, 0o755);
  const postgres = await startPostgres({
    ...{ dataDir: join(folder, 'postgres'), database: 'shop', durable: false },
  });
  const { host, port, user, password } = postgres.address;
  const environment = {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/shop?host=${encodeURIComponent(host)}`,
    SOUK_SEED: 'demo',
  };
  const starting = [1, 2].map(() => startStoreProcess(join(folder, 'data'), environment));
  const started = await Promise.allSettled(starting);
  try {
    expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const { secretKey } = JSON.parse(await readFile(join(folder, 'data/api-keys.json'), 'utf8'));
    for (const one of started) {
      if (one.status === 'rejected') throw one.reason;
      const home = `http://127.0.0.1:${one.value.port}`;
      expect((await fetch(`${home}/shop?tenant=casecraft`)).status).toBe(200);
      const client = createClient(home, secretKey, { auth: { persistSession: false } });
      const counted = { count: 'exact', head: true } as const;
      expect((await client.from('products').select('*', counted)).count).toBe(220);
      expect((await client.from('orders').select('*', counted)).count).toBe(60);
    }
  } finally {
    for (const one of started) if (one.status === 'fulfilled') await one.value.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);
