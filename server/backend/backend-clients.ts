import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import { fetchWithRequestId } from '../http/request-log.ts';
import type { BackendConnection } from './backend-connection.ts';

type Reached = Pick<BackendConnection, 'internalUrl' | 'fetch'>;
interface Choice {
  /** Access token of a person, used instead of the key's role. */
  token?: string;
  /** Token of a store's preview, with which its catalogue is read while it is closed. */
  preview?: string;
  /** Options of database reads. */
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
