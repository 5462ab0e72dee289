import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import { runPeriodically } from './periodic-work.ts';

const batch = 100;

/**
 * Deletes the files of deleted accounts, as queued by the database. A missing file counts as deleted. @returns the
 * number of deleted files
 */
export async function removeFiles(admin: SupabaseClient<Database>): Promise<number> {
  const { data } = await admin.from('file_removals').select().order('id').limit(batch).throwOnError();
  for (const bucket of new Set(data.map(({ bucket_id }) => bucket_id))) {
    const files = data.filter(({ bucket_id }) => bucket_id === bucket);
    const { error } = await admin.storage.from(bucket).remove(files.map(({ name }) => name));
    if (error) throw error;
    await admin
      .from('file_removals')
      .delete()
      .in(
        'id',
        files.map(({ id }) => id),
      )
      .throwOnError();
  }
  return data.length;
}

/** Deletes queued files periodically. @returns a function that stops it after the current batch */
export function fileRemovalWork(admin: SupabaseClient<Database>, log: Logger): () => Promise<void> {
  return runPeriodically({
    every: 30_000,
    grace: 5_000,
    async work() {
      await removeFiles(admin).catch((error: unknown) =>
        log.warn({ err: error }, 'files of deleted accounts were not removed'),
      );
    },
  });
}
