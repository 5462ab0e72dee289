/** Endpoints of the auth service whose answers hold a session. */
const sessionEndpoints = /\/auth\/v1\/(?:token|signup|verify|factors\/[^/]+\/verify)(?:\?|$)/;

/**
 * `fetch` for devices whose clock is wrong. A session's `expires_at` comes from the server's clock, while the auth client
 * compares it with the device's: it would refresh a new session, or use an expired one. The expiry is therefore counted
 * from the device's now.
 */
export async function fetchWithClockSkew(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const address = input instanceof Request ? input.url : String(input);
  if (!response.ok || !sessionEndpoints.test(address)) return response;
  const { status, statusText, headers } = response;
  const text = await response.text();
  return new Response(withLocalExpiry(text, Date.now()), { status, statusText, headers });
}

/** A session's JSON with `expires_at` by a clock that says `now` (milliseconds); any other text unchanged. */
export function withLocalExpiry(text: string, now: number): string {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null || !('expires_in' in answer)) return text;
    const seconds = Number(answer.expires_in);
    if (!Number.isFinite(seconds)) return text;
    return JSON.stringify({ ...answer, expires_at: Math.floor(now / 1000) + seconds });
  } catch {
    return text;
  }
}
