import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';

/**
 * Opens all stores of an installation without the demo; new stores are closed.
 * @param admin client with the secret key
 */
export async function openStores(admin: SupabaseClient<Database>): Promise<void> {
  await admin.from('settings').update({ state: 'open' }).eq('state', 'closed').throwOnError();
}
