import type { SmsSender } from 'embedded-supabase';

const TIMEOUT_MS = 10_000;

/**
 * Sends phone codes through an HTTP text message service: POST of `{ "to": "+201001234567", "text": "…" }` as JSON,
 * with an optional bearer token. Any status below 300 counts as accepted.
 */
export function httpSmsSender({ url, token }: { url: string; token?: string | undefined }): SmsSender {
  return {
    async send(phone, text) {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify({ to: `+${phone}`, text }),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The text message service answered ${response.status}`);
    },
  };
}
