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

/**
 * Queues the photos that were uploaded for reports of problems and never sent with one. A database that is not there
 * is asked again an hour later.
 */
export function unsentPhotoWork(admin: SupabaseClient<Database>, log: Logger): () => Promise<void> {
  return runPeriodically({
    every: 60 * 60_000,
    grace: 5_000,
    async work() {
      const { error } = await admin.rpc('remove_unsent_photos');
      if (error) log.warn({ err: error }, 'photos that were never sent were not removed');
    },
  });
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
