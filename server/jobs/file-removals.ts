import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
import type { JobHandlers } from './jobs.ts';

const fileSchema = z.object({ bucket_id: z.string(), name: z.string() });

/** Deletes files from storage: of deleted accounts, of the demo, and photos that were never sent. */
export function fileRemovals(admin: SupabaseClient<Database>): JobHandlers {
  return {
    async remove_file({ payload }) {
      const { bucket_id, name } = fileSchema.parse(payload);
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
