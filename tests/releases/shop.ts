import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import type { TestDatabase } from '../support/database.ts';

export type Client = SupabaseClient<Database>;

/** A filled store and clients for it. */
export interface Shop {
  db: TestDatabase;
  /** Client with the secret key. */
  admin: Client;
  /** Creates a client with the publishable key, not signed in. */
  connect(): Client;
}

/** The filled store; the others are as the start creates them. */
export const TENANT = 'inkthread';
