import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../app/lib/database.types.ts';
import type { MailTransport } from '../backend/auth/mail/message.ts';

/** What sends the messages that the database wrote down. */
export interface MailOptions {
  /** The backend with the secret key. */
  admin: SupabaseClient<Database>;
  transport: MailTransport;
  /** The address people reach the stores at. */
  origin: string;
  log: Logger;
}
