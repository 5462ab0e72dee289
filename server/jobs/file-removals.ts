import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
import type { JobHandlers } from './jobs.ts';

const fileSchema = z.object({ bucket_id: z.string(), name: z.string() });

/** Removes files from the storage: those of people who are gone, of the demo, and photos that nobody sent. */
export function fileRemovals(admin: SupabaseClient<Database>): JobHandlers {
  return {
    async remove_file({ payload }) {
      const { bucket_id, name } = fileSchema.parse(payload);
      // A file that is missing counts as removed.
      const { error } = await admin.storage.from(bucket_id).remove([name]);
      if (error) throw error;
    },
    /** Queues the photos that were uploaded for reports of problems and never sent with one. */
    async remove_unsent_photos() {
      await admin.rpc('remove_unsent_photos').throwOnError();
    },
  };
}
