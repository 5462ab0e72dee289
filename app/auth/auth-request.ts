import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';

/** Calls the auth service. Returns an error, like any other, when the client cannot be loaded. */
export async function authRequest<Answer extends { error: unknown }>(
  request: (auth: Supabase['auth']) => Promise<Answer>,
): Promise<Answer | { data: null; error: unknown }> {
  try {
    return await request((await loadSupabase()).auth);
  } catch (error) {
    return { data: null, error };
  }
}
