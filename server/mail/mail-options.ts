import type { SupabaseClient } from '@supabase/supabase-js';
import type { MailTransport } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';

/** Dependencies of the mail queues. */
export interface MailOptions {
  /** Backend client with the secret key. */
  admin: SupabaseClient<Database>;
  transport: MailTransport;
  /** Origin of the stores. */
  origin: string;
  log: Logger;
}
