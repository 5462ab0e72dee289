import { setTimeout as wait } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import type { Payments } from './payments.ts';

const every = 30_000;
const grace = 5_000;

/**
 * Settles payments whose webhook was lost, then releases the stock of unpaid orders: in this order, so that a paid
 * order keeps its stock. Safe to run in several processes, as the database decides.
 */
export function paymentWork(
  admin: SupabaseClient<Database>,
  payments: Payments | null,
  log: Logger,
): () => Promise<void> {
  let turn = Promise.resolve();
  let busy = false;
  const work = async () => {
    await payments
      ?.settleAll()
      .catch((error: unknown) => log.warn({ err: error }, 'payments were not settled'));
    const { data, error } = await admin.rpc('release_expired_reservations');
    if (error) log.warn({ code: error.code }, 'unpaid orders could not be released');
    else if (data > 0) log.info({ orders: data }, 'unpaid orders released');
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    turn = work().finally(() => {
      busy = false;
    });
  }, every);
  timer.unref();
  return async () => {
    clearInterval(timer);
    // The next process resumes interrupted work.
    await Promise.race([turn, wait(grace, undefined, { ref: false })]);
  };
}
