import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';

/** The official client of a backend, as whoever a key stands for; it keeps no session. */
export function clientAt(url: string, key: string): SupabaseClient<Database> {
  return createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}
