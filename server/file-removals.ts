import { setTimeout as wait } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../app/lib/database.types.ts';

const everyMs = 30_000;
const graceMs = 5_000;
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
  let turn: Promise<unknown> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    turn = removeFiles(admin)
      .catch((error: unknown) => log.warn({ err: error }, 'files of deleted accounts were not removed'))
      .finally(() => {
        busy = false;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await Promise.race([turn, wait(graceMs, undefined, { ref: false })]);
  };
}
