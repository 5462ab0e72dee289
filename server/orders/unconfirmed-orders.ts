import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import type { JobHandlers } from '../jobs/jobs.ts';

/** Cancels orders that were not confirmed in time. */
export function unconfirmedOrders(admin: SupabaseClient<Database>, log: Logger): JobHandlers {
  return {
    async cancel_unconfirmed_orders() {
      const { data } = await admin.rpc('cancel_unconfirmed_orders').throwOnError();
      if (data > 0) log.info({ orders: data }, 'unconfirmed orders cancelled');
    },
  };
}
