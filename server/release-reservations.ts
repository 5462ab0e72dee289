import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../app/lib/database.types.ts';

const every = 30_000;

/**
 * Gives the stock of online orders back that were not paid in time. The database does the work and lets several
 * processes do it at once; this only says when.
 */
export function releaseReservations(admin: SupabaseClient<Database>, log: Logger): () => void {
  const timer = setInterval(async () => {
    const { data, error } = await admin.rpc('release_expired_reservations');
    if (error) log.warn({ code: error.code }, 'unpaid orders could not be released');
    else if (data > 0) log.info({ orders: data }, 'unpaid orders released');
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
