import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import type { Backend } from '../../src/backend.ts';
import { type DatabaseAddress, parseDatabaseUrl } from '../../src/lib/database-address.ts';
import { openPool, type Pool } from '../../src/lib/sql.ts';
import { type ServeOptions, serveBackend } from '../../src/serve.ts';
import { cloneDatabase } from './test-server.ts';

/** Whether the suites run on their own backend: only then can they set keys, clock and options. */
export const EMBEDDED = !process.env.SUPABASE_URL;

export interface TestBackend {
  /** Origin, without a trailing slash. */
  url: string;
  publishableKey: string;
  secretKey: string;
  /** A connection as the database's owner, for fixtures. */
  owner: Pool;
  /** The backend in this process; undefined when SUPABASE_URL names a real project. */
  backend: Backend | undefined;
  /** Folder of its keys; undefined when SUPABASE_URL names a real project. */
  dataDir: string | undefined;
  /** A client without a stored session, with the publishable key, another key or a user's token. */
  client(options?: ClientChoice): SupabaseClient;
  close(): Promise<void>;
}

interface ClientChoice {
  key?: string;
  /** Access token, used instead of the key's role. */
  token?: string;
  options?: SupabaseClientOptions<'public'>;
}

/**
 * The backend of the contract suite: the project named by SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY,
 * SUPABASE_SECRET_KEY and DATABASE_URL, else a new one over HTTP, on a database cloned from a test server's template.
 */
export async function serveTestBackend(
  postgresServer: DatabaseAddress,
  options: Partial<ServeOptions> = {},
): Promise<TestBackend> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, DATABASE_URL } = process.env;
  if (SUPABASE_URL) {
    if (!SUPABASE_PUBLISHABLE_KEY || !SUPABASE_SECRET_KEY || !DATABASE_URL) {
      throw new Error(
        'With SUPABASE_URL set, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY and DATABASE_URL are needed.',
      );
    }
    const owner = openPool(parseDatabaseUrl(DATABASE_URL), 4);
    return {
      ...keyed(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY),
      owner,
      backend: undefined,
      dataDir: undefined,
      close: () => owner.end(),
    };
  }
  const database = await cloneDatabase(postgresServer);
  const dataDir = await mkdtemp(join(tmpdir(), 'backend-tests-'));
  const served = await serveBackend({
    port: 0,
    dataDir,
    database: database.address,
    authenticatorPassword: database.authenticatorPassword,
    ...options,
    // Hashing at the hosted projects' cost took a large part of the tests' time.
    auth: { passwordCost: 4, ...options.auth },
  });
  const { publishableKey, secretKey } = served.backend;
  return {
    ...keyed(served.url, publishableKey, secretKey),
    owner: database.owner,
    backend: served.backend,
    dataDir,
    async close() {
      await served.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function keyed(url: string, publishableKey: string, secretKey: string) {
  return {
    url,
    publishableKey,
    secretKey,
    client({ key = publishableKey, token, options }: ClientChoice = {}) {
      return createClient(url, key, {
        ...options,
        auth: { persistSession: false, autoRefreshToken: false, ...options?.auth },
        global: {
          ...options?.global,
          headers: { ...options?.global?.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
        },
      });
    },
  };
}
