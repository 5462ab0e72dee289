import type { IncomingMessage } from 'node:http';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../app/lib/database.types.ts';
import type { BackendConnection } from './backend-connection.ts';
import { fetchWithRequestId } from './request-log.ts';

type Reached = Pick<BackendConnection, 'internalUrl' | 'fetch'>;
interface Choice {
  /** Access token of the person as whom to ask, instead of the key's own role. */
  token?: string;
  /** How reads are made. */
  db?: { timeout?: number; retry?: boolean };
}

/** A supabase-js client for servers: it stores no session. */
export function backendClient(
  { internalUrl, fetch }: Reached,
  key: string,
  { token, db = {} }: Choice = {},
): SupabaseClient<Database> {
  return createClient<Database>(internalUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: fetchWithRequestId(fetch),
      ...(token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    },
    db,
  });
}

/** The access token that a request carries. */
export function bearerOf(request: IncomingMessage): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
