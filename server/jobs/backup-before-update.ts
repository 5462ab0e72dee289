import { resolve } from 'node:path';
import { type Pool, pendingMigrations } from 'embedded-supabase/database';
import { BACKUP_TURN, type BackupSettings, makeBackup, requireFolder } from './scheduled-backups.ts';

interface Update {
  settings: BackupSettings;
  migrationsDir: string;
  onProgress: (text: string) => void;
}

/**
 * Runs pending migrations after a backup into SOUK_BACKUP_DIR; if the variable is not set, explains how to
 * get one. One process does this while the others wait.
 * @param migrate runs the migrations
 * @throws Error when the backup fails; the database is then not updated
 */
export async function updateAfterBackup(
  owner: Pool,
  migrate: () => Promise<void>,
  { settings, migrationsDir, onProgress }: Update,
): Promise<void> {
  const { SOUK_BACKUP_DIR: dir } = settings;
  const isPending = async () => (await pendingMigrations(owner, migrationsDir)).length > 0;
  if (!(await isPending())) return migrate();
  if (!dir) {
    onProgress(
      'Updating the database without a backup. With SOUK_BACKUP_DIR set to a folder, one is made first.',
    );
    return migrate();
  }
  const folder = resolve(dir);
  await requireFolder(folder);
  const session = await owner.reserve();
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('exit', end);
  try {
    await session`select pg_advisory_lock(${BACKUP_TURN})`;
    if (await isPending()) {
      onProgress(`Backing up into ${folder} before the database is updated`);
      await makeBackup(folder, settings, { signal: ending.signal }).catch((error: unknown) => {
        throw new Error(
          `The backup before the update failed, so the database was left as it was: ${error instanceof Error ? error.message : error} ` +
            'Correct that and start again, or start without SOUK_BACKUP_DIR to update without a backup.',
          { cause: error },
        );
      });
    }
    await migrate();
  } finally {
    process.off('exit', end);
    // Also releases the lock.
    session.close();
  }
}
