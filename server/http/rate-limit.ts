import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';

/** Counts a use by a client and returns whether it is within the limit. @throws Error when the database fails */
export type RateLimit = (client: string) => Promise<boolean>;

/** Creates a rate limit shared by all processes through the database. */
export function rateLimit(
  admin: SupabaseClient<Database>,
  name: string,
  { times, seconds }: { times: number; seconds: number },
): RateLimit {
  return async (client) => {
    const { data, error } = await admin.rpc('consume_rate_limit', {
      p_limit_name: name,
      p_client: client,
      p_times: times,
      p_seconds: seconds,
    });
    if (error) throw new Error(`The rate limit “${name}” could not be read: ${error.message}`);
    return data;
  };
}
