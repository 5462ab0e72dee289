import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../app/lib/database.types.ts';
import type { BackendConnection } from './backend-connection.ts';
import type { Environment } from './environment.ts';

/** Whether the demo catalogue is wanted: by default only where the backend is the store's own. */
export function seedsDemo({
  SOUK_SEED,
  SUPABASE_URL,
}: Pick<Environment, 'SOUK_SEED' | 'SUPABASE_URL'>): boolean {
  return SOUK_SEED === undefined ? !SUPABASE_URL : SOUK_SEED === 'demo';
}

/**
 * Fills the five stores on the first start; a store that is filled already is left alone. Of processes that start
 * together on an empty database one fills it, and the others wait for it.
 */
export async function seedDemoStores(connections: {
  admin: SupabaseClient<Database>;
  /** Makes a client with the publishable key. */
  connect: () => SupabaseClient<Database>;
  backend: Pick<BackendConnection, 'embedded' | 'exclusively' | 'renewConnections'>;
  onProgress: (text: string) => void;
}): Promise<void> {
  const { admin, connect, backend, onProgress } = connections;
  const { loadDemo } = await import('../demo/load/load-demo.ts');
  await backend.exclusively(() =>
    loadDemo({ client: admin, connect, relativeUrls: backend.embedded, onProgress }),
  );
  await backend.renewConnections();
}
