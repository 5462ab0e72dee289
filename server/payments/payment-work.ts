import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import { jobWork } from '../jobs/jobs.ts';
import type { PaymentReports } from './payment-reports.ts';
import type { Payments } from './payments.ts';

interface PaymentWork {
  admin: SupabaseClient<Database>;
  payments: Pick<Payments, 'refunds' | 'updateDue'>;
  reports: Pick<PaymentReports, 'compareDue'>;
  log: Logger;
}

/**
 * Settles payments whose webhook was lost, then releases the stock of unpaid orders: in this order, so that a
 * paid order keeps its stock. Also compares the providers' daily reports with the ledger.
 */
export function paymentWork({ admin, payments, reports, log }: PaymentWork): () => Promise<void> {
  return jobWork({
    admin,
    log,
    handlers: {
      ...payments.refunds,
      async settle_payments() {
        try {
          await payments.updateDue();
        } finally {
          const { data } = await admin.rpc('release_expired_reservations').throwOnError();
          if (data > 0) log.info({ orders: data }, 'unpaid orders released');
        }
      },
      compare_payments: reports.compareDue,
    },
    recurring: { settle_payments: 30, compare_payments: 3_600 },
  });
}
