import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { startPostgres } from 'embedded-supabase/postgres';
import { expect, it } from 'vitest';
import { startStoreProcess } from '../support/store-process.ts';

const TOGETHER = 8;

it('eight stores that start together on one empty database all open, with a single demo', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'souk-demo-start-'));
  await chmod(folder, 0o755);
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    database: 'shop',
    durable: false,
    maxConnections: 40 * TOGETHER,
  });
  const { host, port, user, password } = postgres.address;
  const environment = {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/shop?host=${encodeURIComponent(host)}`,
    SOUK_SEED: 'demo',
    SUPABASE_SECRET_KEY: 'of-the-owner',
  };
  const starting = Array.from({ length: TOGETHER }, (_, one) =>
    startStoreProcess(join(folder, `data-${one}`), environment),
  );
  const started = await Promise.allSettled(starting);
  try {
    expect(started.map(({ status }) => status)).toEqual(Array(TOGETHER).fill('fulfilled'));
    const signingKeys = new Set<string>();
    for (const one of started) {
      if (one.status === 'rejected') throw one.reason;
      const home = `http://127.0.0.1:${one.value.port}`;
      expect((await fetch(`${home}/shop?tenant=casecraft`)).status).toBe(200);
      const client = createClient(home, 'of-the-owner', { auth: { persistSession: false } });
      const counted = { count: 'exact', head: true } as const;
      expect((await client.from('products').select('*', counted)).count).toBe(220);
      expect((await client.from('orders').select('*', counted)).count).toBe(70);
      signingKeys.add(await (await fetch(`${home}/auth/v1/.well-known/jwks.json`)).text());
    }
    expect(signingKeys.size).toBe(1);
  } finally {
    const open = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(open.map((store) => store.stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);
