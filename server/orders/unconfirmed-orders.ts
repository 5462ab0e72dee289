import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import { runPeriodically } from '../jobs/periodic-work.ts';

/** Cancels orders that nobody confirmed in time. Safe to run in several processes. @returns a function that stops it */
export function unconfirmedOrderWork(admin: SupabaseClient<Database>, log: Logger): () => Promise<void> {
  return runPeriodically({
    every: 30_000,
    grace: 5_000,
    async work() {
      const { data, error } = await admin.rpc('cancel_unconfirmed_orders');
      if (error) log.warn({ code: error.code }, 'unconfirmed orders could not be cancelled');
      else if (data > 0) log.info({ orders: data }, 'unconfirmed orders cancelled');
    },
  });
}
