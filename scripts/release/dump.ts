import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { startBackend } from 'embedded-supabase';
import { startPostgres } from 'embedded-supabase/postgres';
import type { Database } from '../../app/lib/database.types.ts';
import { syncTenants } from '../../server/tenants.ts';
import { print } from '../../server/terminal.ts';
import { version } from '../../server/version.ts';
import { addressOf, PASSWORD } from '../../tests/releases/fill-people.ts';
import { fillStore } from '../../tests/releases/fill-store.ts';
import { observeStore } from '../../tests/releases/observe-store.ts';
import { type StoreProcess, startStoreProcess } from '../../tests/support/store-process.ts';
import { EMBEDDED } from '../store-database.ts';

/**
 * `node scripts/release/dump.ts`: writes this version's dump to `tests/releases/VERSION`, from which tests
 * update to later versions: a backup of a store with some of everything, and what that store shows.
 */
const PROJECT = join(import.meta.dirname, '../..');
const folder = join(PROJECT, 'tests/releases', version);

async function fill(dataDir: string): Promise<void> {
  const server = await startPostgres({ dataDir, database: EMBEDDED });
  try {
    const backend = await startBackend({
      database: server.address,
      dataDir,
      migrationsDir: join(PROJECT, 'supabase/migrations'),
      publicUrl: 'http://localhost',
      auth: { mailerAutoconfirm: true },
      checksSessions: false,
    });
    const client = (key: string) =>
      createClient<Database>('http://localhost', key, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: backend.fetch },
      });
    try {
      const admin = client(backend.secretKey);
      await syncTenants(admin, { storageGigabytes: 20, areOpen: true });
      const db = {
        ...backend.database,
        address: server.address,
        authenticatorPassword: '',
        drop: async () => {},
      };
      await fillStore({ db, admin, connect: () => client(backend.publishableKey) });
    } finally {
      await backend.close();
    }
  } finally {
    await server.stop();
  }
}

/** Writes a backup of a running store, and what the store shows. */
async function record(store: StoreProcess): Promise<void> {
  const account = (handle: string) => ({ email: addressOf(handle), password: PASSWORD });
  const accounts = { staff: account('nadia'), shopper: account('salma') };
  const shown = await observeStore(store, accounts.staff);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'store.json'), `${JSON.stringify({ accounts, ...shown }, null, 2)}\n`);
  const backup = spawn(process.execPath, ['scripts/backup.ts', join(folder, 'store.tar.gz')], {
    cwd: PROJECT,
    env: { ...process.env, SOUK_DATA: store.dataDir },
    stdio: 'inherit',
  });
  const [code] = await once(backup, 'exit');
  if (code !== 0) throw new Error(`The backup ended with ${code}.`);
}

if (await stat(folder).catch(() => undefined))
  throw new Error(`${folder} is there already: the dump of a release is never made anew.`);
const dataDir = await mkdtemp(join(tmpdir(), 'souk-release-'));
// If root runs this, PostgreSQL runs as another user.
await chmod(dataDir, 0o755);
try {
  print('Filling a store');
  await fill(dataDir);
  print('Reading what it shows');
  const store = await startStoreProcess(dataDir, { SOUK_SEED: 'none' });
  await record(store).finally(() => store.stop());
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
