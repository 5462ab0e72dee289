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

/** Fills the five stores on the first start; a store that is filled already is left alone. */
export async function seedDemoStores(connections: {
  admin: SupabaseClient<Database>;
  /** Makes a client with the publishable key. */
  connect: () => SupabaseClient<Database>;
  backend: Pick<BackendConnection, 'embedded'>;
  onProgress: (text: string) => void;
}): Promise<void> {
  const { admin, connect, backend, onProgress } = connections;
  const { seedDemo } = await import('../supabase/seed/seed.ts');
  await seedDemo({ client: admin, connect, relativeUrls: backend.embedded, log: onProgress });
}
