import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import { runPeriodically } from '../jobs/periodic-work.ts';
import type { Payments } from './payments.ts';

/**
 * Settles payments whose webhook was lost, then releases the stock of unpaid orders: in this order, so that a paid
 * order keeps its stock. Safe to run in several processes, as the database decides. Interrupted work is resumed by the
 * next process.
 */
export function paymentWork(
  admin: SupabaseClient<Database>,
  payments: Pick<Payments, 'updateDue'>,
  log: Logger,
): () => Promise<void> {
  return runPeriodically({
    every: 30_000,
    grace: 5_000,
    async work() {
      await payments
        .updateDue()
        .catch((error: unknown) => log.warn({ err: error }, 'payments were not updated'));
      const { data, error } = await admin.rpc('release_expired_reservations');
      if (error) log.warn({ code: error.code }, 'unpaid orders could not be released');
      else if (data > 0) log.info({ orders: data }, 'unpaid orders released');
    },
  });
}
