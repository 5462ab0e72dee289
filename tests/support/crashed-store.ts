import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { openPool, type Pool } from 'embedded-supabase/database';
import { startPostgres } from 'embedded-supabase/postgres';
import type { Database } from '../../app/lib/database.types.ts';
import { clientAt } from './client.ts';
import { isAlive, until } from './processes.ts';
import { PROJECT, type StoreProcess } from './store-process.ts';

export type Client = SupabaseClient<Database>;

const keysOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'api-keys.json'), 'utf8')) as Record<
    'publishableKey' | 'secretKey',
    string
  >;

/** A client of a store with one of its keys. */
export const clientOf = (
  { port, dataDir }: StoreProcess,
  key: 'publishableKey' | 'secretKey' = 'secretKey',
): Client => clientAt(`http://127.0.0.1:${port}`, keysOf(dataDir)[key]);

/** Creates a customer or a member of staff of a store, and returns their signed-in client. */
export async function signedUp(
  store: StoreProcess,
  tenantId: string,
  name: string,
  role?: 'admin',
): Promise<Client> {
  const client = clientOf(store, 'publishableKey');
  const email = `${name}+${tenantId}@example.com`;
  const account = { email, password: 'blue-hoodie-42' };
  await client.auth.signUp(account);
  const { data } = await client.auth.signInWithPassword(account);
  const id = data.user?.id ?? '';
  const profile = { p_user_id: id, p_tenant_id: tenantId, p_email: email, p_name: 'Mona' };
  const { error } = await client.rpc('create_profile_with_tenant', profile);
  if (error) throw new Error(error.message);
  if (role) {
    const hired = await clientOf(store)
      .from('user_roles')
      .upsert({ user_id: id, tenant_id: tenantId, role }, { onConflict: 'user_id,tenant_id' });
    if (hired.error) throw new Error(hired.error.message);
  }
  return client;
}

/** Kills a store and its database at once, and waits until both are gone. */
export async function killWithDatabase({ child, dataDir }: StoreProcess): Promise<void> {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  const ended = once(child, 'exit');
  process.kill(child.pid ?? 0, 'SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  await ended;
  await until('the database is gone', () => !isAlive(postmaster));
}

/** Starts the database of a stopped store, runs `npm run ledger:check` on it and reads from it. */
export async function ledgerOf<Read>(
  dataDir: string,
  read: (sql: Pool) => Promise<Read>,
): Promise<{ output: string; rows: Read }> {
  const server = await startPostgres({ dataDir, database: 'souk' });
  try {
    const { host, port, user, password, database } = server.address;
    const sql = openPool(server.address, 1);
    const rows = await read(sql);
    await sql.end();
    const { stdout } = spawnSync(process.execPath, ['scripts/ledger-check.ts'], {
      cwd: PROJECT,
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      },
    });
    return { output: stdout, rows };
  } finally {
    await server.stop();
  }
}
