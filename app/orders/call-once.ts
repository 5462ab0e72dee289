import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { sendOnce } from '#app/ui/send-once.ts';

type Answer<Data> = Parameters<typeof dataOf<Data>>[0];

/**
 * Calls a database function once, with the id of the request, and returns its data.
 * @param intention as for `sendOnce`
 * @throws BackendError
 */
export function callOnce<Data>(
  intention: string,
  call: (supabase: Supabase, requestId: string) => PromiseLike<Answer<Data>>,
): Promise<Data> {
  return sendOnce(intention, async (requestId) => dataOf(await call(await loadSupabase(), requestId)));
}
