import type postgres from 'postgres';

/** Held by a running backup, one at a time in a database. Any number that no other user of the database takes. */
export const BACKUP_LOCK = 7_265_003;

/** Whether a backup runs that may yet copy bytes which nobody names any more. Backups begin after they hold the lock. */
export async function backupRuns(owner: postgres.Sql): Promise<boolean> {
  const [lock] = await owner<{ free: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as free`;
  return lock?.free === false;
}
