import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import type { JobHandlers } from './jobs.ts';

/** Deletes files from storage: of deleted accounts, of the demo, and photos that were never sent. */
export function fileRemovals(admin: SupabaseClient<Database>): JobHandlers {
  return {
    async remove_file({ payload: { bucket_id = '', name = '' } }) {
      // Storage reports success for a missing file too.
      const { error } = await admin.storage.from(bucket_id).remove([name]);
      if (error) throw error;
    },
    /** Queues photos that were uploaded for a problem report but never sent. */
    async remove_unsent_photos() {
      await admin.rpc('remove_unsent_photos').throwOnError();
    },
  };
}
