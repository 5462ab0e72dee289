import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import { fetchWithRequestId } from '../http/request-log.ts';
import type { BackendConnection } from './backend-connection.ts';

type Reached = Pick<BackendConnection, 'internalUrl' | 'fetch'>;
interface Choice {
  /** A person's access token, used instead of the key's role. */
  token?: string;
  /** Preview token, for reading a closed store's catalogue. */
  preview?: string;
  db?: { timeout?: number; retry?: boolean };
}

/** Creates a supabase-js client for servers, without a stored session. */
export function backendClient(
  { internalUrl, fetch }: Reached,
  key: string,
  { token, preview, db = {} }: Choice = {},
): SupabaseClient<Database> {
  return createClient<Database>(internalUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: fetchWithRequestId(fetch),
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(preview && { 'x-store-preview': preview }),
      },
    },
    db,
  });
}
