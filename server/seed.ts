import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../app/lib/database.types.ts';
import type { BackendConnection } from './backend/backend-connection.ts';
import type { Environment } from './environment.ts';

/** Whether to load the demo catalogue: by default only with the embedded backend. */
export function seedsDemo({
  SOUK_SEED,
  SUPABASE_URL,
}: Pick<Environment, 'SOUK_SEED' | 'SUPABASE_URL'>): boolean {
  return SOUK_SEED === undefined ? !SUPABASE_URL : SOUK_SEED === 'demo';
}

/** Whether an empty installation begins with one neutral store instead of the presets. */
export const beginsNeutral = (environment: Pick<Environment, 'SOUK_SEED' | 'SUPABASE_URL'>): boolean =>
  !seedsDemo(environment) && environment.SOUK_SEED !== 'presets';

/** Loads demo data into empty stores on the first start, in one of several processes while others wait. */
export async function seedDemoStores(connections: {
  admin: SupabaseClient<Database>;
  /** Creates a client with the publishable key. */
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

/** Marks demo rows in stores filled by a version that did not, so that the demo can be removed. */
export async function markDemoStores(
  admin: SupabaseClient<Database>,
  backend: Pick<BackendConnection, 'exclusively'>,
): Promise<void> {
  const { markOlderStores } = await import('../demo/load/mark-demo.ts');
  await backend.exclusively(() => markOlderStores(admin));
}
