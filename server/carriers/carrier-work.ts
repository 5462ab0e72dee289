import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import { jobWork } from '../jobs/jobs.ts';
import type { Carriers } from './carriers.ts';

interface CarrierWork {
  admin: SupabaseClient<Database>;
  carriers: Pick<Carriers, 'bookings' | 'refreshAreas' | 'track'>;
  log: Logger;
}

/**
 * Books shipments with carriers, polls shipments that have gone quiet, and refreshes the carriers' districts.
 */
export function carrierWork({ admin, carriers, log }: CarrierWork): () => Promise<void> {
  return jobWork({
    admin,
    log,
    handlers: {
      ...carriers.bookings,
      refresh_carrier_areas: () => carriers.refreshAreas(),
      poll_quiet_shipments: carriers.track,
    },
    recurring: { refresh_carrier_areas: 30, poll_quiet_shipments: 30 },
    concurrency: 4,
  });
}
