import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../app/lib/database.types.ts';
import { FRUGAL_ENVIRONMENT, FRUGAL_NODE } from '../scripts/setup/pinned-node.mjs';
import type { Target } from './load.ts';

export interface RunningStore extends Target {
  /** Host of the first store. */
  host: string;
  dataDir: string;
  keys: { publishableKey: string; secretKey: string };
  /** Client with the secret key. */
  admin: SupabaseClient<Database>;
  stop(): Promise<void>;
}

const keys = { publishableKey: 'of-the-browsers', secretKey: 'of-the-bench' };

/**
 * Starts a complete store on a free port with demo data.
 * @param persistentFolder a persistent data folder; by default a temporary one
 * @param project folder of the code; by default this one
 */
export async function startRunningStore(
  variables: Record<string, string> = {},
  persistentFolder?: string,
  project = join(import.meta.dirname, '..'),
): Promise<RunningStore> {
  const dataDir = persistentFolder ?? (await mkdtemp(join(tmpdir(), 'souk-bench-')));
  const child = fork(join(project, 'server/main.ts'), {
    cwd: project,
    execArgv: FRUGAL_NODE,
    env: {
      ...FRUGAL_ENVIRONMENT,
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      SOUK_DATA: dataDir,
      SOUK_SEED: 'demo',
      ...variables,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const [message] = await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('The store ended before it was open.');
    }),
  ]);
  const { port } = message as { port: number };
  return {
    port,
    dataDir,
    keys,
    pid: child.pid ?? 0,
    host: `inkthread.localhost:${port}`,
    admin: createClient<Database>(`http://127.0.0.1:${port}`, keys.secretKey, {
      auth: { persistSession: false },
    }),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      if (!persistentFolder) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Ids of a store's available products, always in the same order. */
export async function productIds({ admin }: RunningStore, tenantId = 'inkthread'): Promise<string[]> {
  const { data, error } = await admin
    .from('products')
    .select('id')
    .eq('tenant_id', tenantId)
    .eq('is_active', true)
    .gt('stock', 0)
    .order('name')
    .limit(200);
  if (error) throw new Error(error.message);
  return data.map(({ id }) => id);
}

/** The main pages, by name. */
export async function mainPages(store: RunningStore, tenantId?: string): Promise<[string, string][]> {
  const [product] = await productIds(store, tenantId);
  return [
    ['home', '/'],
    ['shop', '/shop'],
    ['product', `/product/${product}`],
  ];
}

const agent = new Agent({ keepAlive: true });

export interface Answer {
  headers: Record<string, string>;
  body: Buffer;
}

/** A GET to the first store, without decoding the body. @throws Error for a failed response */
export function get(
  { port, host }: RunningStore,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, agent, headers: { host, ...headers } }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      if (response.statusCode !== 200) fail(new Error(`${path} answered ${response.statusCode}: ${body}`));
      const { connection: _c, date: _d, 'keep-alive': _k, ...stableHeaders } = response.headers;
      done({ headers: stableHeaders as Record<string, string>, body });
    })
      .on('error', fail)
      .end();
  });
}
