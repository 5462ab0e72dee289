import { loadSupabase, type Supabase } from '#app/lib/supabase-browser.ts';

/** Asks the sign-in service; what keeps it from being reached, its client included, is an error like its own. */
export async function askAuth<Answer extends { error: unknown }>(
  ask: (auth: Supabase['auth']) => Promise<Answer>,
): Promise<Answer | { data: null; error: unknown }> {
  try {
    return await ask((await loadSupabase()).auth);
  } catch (error) {
    return { data: null, error };
  }
}
