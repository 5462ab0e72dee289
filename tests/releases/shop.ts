import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import type { TestDatabase } from '../support/database.ts';

export type Client = SupabaseClient<Database>;

/** A store that is filled, and the ways into it. */
export interface Shop {
  db: TestDatabase;
  /** Client with the secret key. */
  admin: Client;
  /** Makes a client with the publishable key, of somebody who is not signed in yet. */
  connect(): Client;
}

/** The store that has something of everything; the others have what a start gives them. */
export const TENANT = 'inkthread';
