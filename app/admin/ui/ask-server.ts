import { z } from 'zod';
import { BackendError } from '#app/lib/backend-error.ts';
import { seenAs } from '#app/lib/seen-as.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const failure = z
  .object({ message: z.string(), details: z.string().nullish(), hint: z.string().nullish() })
  .catch({ message: '' });

/** Calls an endpoint of the server as the user: POST with a body, or GET. @throws BackendError */
export async function askServer(path: string, body?: object, signal?: AbortSignal): Promise<unknown> {
  if (body && seenAs()) throw new BackendError({ message: '', details: 'seen_as' }, 403);
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new BackendError(failure.parse(answer), response.status);
}
