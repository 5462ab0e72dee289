// @module-tag slow

import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from 'embedded-supabase/database';
import { startPostgres } from 'embedded-supabase/postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PROJECT } from '../support/store-process.ts';

// The command is run as a process of its own.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-ledger-'));
  await chmod(dataDir, 0o755);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The output and exit status of `npm run ledger:check` for a data folder. */
function checkLedger(folder: string) {
  const { DATABASE_URL: _, SUPABASE_URL: __, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ledger-check.ts'], {
    cwd: PROJECT,
    encoding: 'utf8',
    env: { ...environment, SOUK_DATA: folder },
  });
  return { status, stdout, stderr };
}

it('checks the database of a data folder, whether a store runs on it or not, and lists its checks', async () => {
  const server = await startPostgres({ dataDir, database: 'souk', durable: false });
  const { owner, close } = openDatabase({ address: server.address, authenticatorPassword: 'unused' });
  try {
    await migrate(owner, {
      migrationsDir: join(PROJECT, 'supabase/migrations'),
      authenticatorPassword: 'unused',
    });
    await owner`insert into tenants (id, name) values ('inkthread', 'Ink')`;
    await owner`insert into products (tenant_id, name, price, stock) values ('inkthread', 'Tee', 10, 3)`;

    const running = checkLedger(dataDir);
    expect(running.stderr).toBe('');
    expect(running.stdout).toContain(`Checking the embedded database of ${dataDir}, which is running.`);
    expect(running.stdout).toContain(
      "holds   a product's stock is that of its variants that are sold, and its prices are those of what can be bought",
    );
    expect(running.stdout).toMatch(
      /The ledgers balance: \d+ rules hold \(stores 1, products 1, orders 0, stock movements 1\)\.\n$/,
    );
    expect(running.status).toBe(0);

    await owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update products set stock = 2`;
    });
  } finally {
    await close();
    await server.stop();
  }

  const stopped = checkLedger(dataDir);
  expect(stopped.stdout).toContain(`Checking the embedded database of ${dataDir}, started for this.`);
  expect(stopped.stdout).toContain(
    "NOT SO  a product's stock is that of its variants that are sold, and its prices are those of what can be bought",
  );
  expect(stopped.status).toBe(1);
  // The command has released the folder.
  const again = await startPostgres({ dataDir, database: 'souk', durable: false });
  await again.stop();
});

it('says what to set if there is no database', () => {
  const { status, stderr } = checkLedger(join(dataDir, 'nowhere'));
  expect(stderr).toContain('Set SOUK_DATA to');
  expect(status).toBe(2);
});
