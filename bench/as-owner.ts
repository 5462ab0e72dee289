import { openPool } from 'embedded-supabase/database';
import { findRunningPostgres } from 'embedded-supabase/postgres';
import { EMBEDDED } from '../scripts/store-database.ts';
import type { RunningStore } from './running-store.ts';

/** Works in a running store's database as the tables' owner. */
export async function asOwner<Result>(
  { dataDir }: Pick<RunningStore, 'dataDir'>,
  work: (owner: ReturnType<typeof openPool>) => Promise<Result>,
): Promise<Result> {
  const address = await findRunningPostgres(dataDir, EMBEDDED);
  if (!address) throw new Error('The database of the store does not run.');
  const owner = openPool(address, 1);
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
