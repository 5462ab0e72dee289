import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { fetchWithClockSkew } from './clock-skew.ts';
import type { Database } from './database.types.ts';
import { fetchOfBuild } from './new-build.ts';
import { fetchAsSeen } from './seen-as.ts';

export type Supabase = SupabaseClient<Database>;

/** Reconnect delays of the realtime socket in seconds (docs/product.md, Connections). */
const RECONNECT_SECONDS = [1, 2, 5, 10];

/**
 * Creates a browser client with the stores' defaults (docs/product.md, Connections). Without `keep`, the session is
 * neither stored nor refreshed.
 */
export function makeClient(options: {
  url: string;
  key: string;
  storageKey: string;
  keep?: boolean;
}): Supabase {
  const { keep = true } = options;
  return createClient<Database>(options.url, options.key, {
    global: { fetch: fetchAsSeen(fetchOfBuild(fetchWithClockSkew)) },
    auth: {
      storageKey: options.storageKey,
      // PKCE needs a stored code verifier; without one a mailed link could not be opened.
      flowType: keep ? 'pkce' : 'implicit',
      detectSessionInUrl: false,
      persistSession: keep,
      autoRefreshToken: keep,
    },
    realtime: {
      heartbeatIntervalMs: 30_000,
      timeout: 10_000,
      reconnectAfterMs: (tries) => (RECONNECT_SECONDS[tries - 1] ?? 10) * 1000,
    },
  });
}
