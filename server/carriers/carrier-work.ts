import type { Logger } from 'pino';
import { runPeriodically } from '../jobs/periodic-work.ts';
import type { Carriers } from './carriers.ts';

/**
 * Asks couriers for the parcels that are due, looks after those of which they say nothing, and keeps their districts. Safe to run in
 * several processes, as the database gives each parcel to one.
 */
export function carrierWork(carriers: Carriers, log: Logger): () => Promise<void> {
  const tried = (name: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => log.warn({ err: error, work: name }, 'couriers could not be asked'));
  return runPeriodically({
    every: 30_000,
    grace: 5_000,
    atStart: true,
    async work() {
      await tried('areas', () => carriers.refreshAreas());
      await tried('book', () => carriers.book());
      await tried('track', carriers.track);
    },
  });
}
