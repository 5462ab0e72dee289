import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import type { TestBackend } from './backend.ts';

/** A process killed while it works: whatever it does once `isDead` reaches the database no more, and nothing answers it. */
export function dyingClient(backend: TestBackend, isDead: () => boolean): SupabaseClient<Database> {
  return createClient<Database>(backend.url, backend.secretKey, {
    auth: { persistSession: false },
    global: {
      fetch: (input, init) => (isDead() ? new Promise<never>(() => {}) : fetch(input, init)),
    },
  });
}

/** Time passes until the jobs that dead processes have taken count as abandoned. */
export async function locksExpire(backend: TestBackend, kind: string): Promise<void> {
  await backend.owner`update private.jobs set locked_at = locked_at - interval '11 minutes' where kind = ${kind}`;
}
