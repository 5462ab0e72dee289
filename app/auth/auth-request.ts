import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';

/** Calls the auth service. A client that cannot be loaded, or a lost connection, is returned as an error like any other. */
export async function authRequest<Answer extends { error: unknown }>(
  request: (auth: Supabase['auth']) => Promise<Answer>,
): Promise<Answer | { data: null; error: unknown }> {
  try {
    return await request((await loadSupabase()).auth);
  } catch (error) {
    return { data: null, error };
  }
}
