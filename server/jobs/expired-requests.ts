import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import type { JobHandlers } from './jobs.ts';

/** Ends requests for approval that nobody decided within a week, so that whoever asked hears of it. */
export function expiredRequests(admin: SupabaseClient<Database>): JobHandlers {
  return {
    async expire_approval_requests() {
      await admin.rpc('expire_approval_requests').throwOnError();
    },
  };
}
