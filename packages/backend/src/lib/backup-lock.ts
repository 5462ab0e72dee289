import type { Sql } from './sql.ts';

/** Held by a running backup. An arbitrary id, unique within the database. */
export const BACKUP_LOCK = 7_265_003;

/** Whether a backup is running, which may still read removed files. Backups take the lock first. */
export async function isBackupRunning(owner: Sql): Promise<boolean> {
  const [lock] = await owner<{ free: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as free`;
  return lock?.free === false;
}
