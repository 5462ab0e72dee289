/** Auth endpoints that return a session. */
const sessionEndpoints = /\/auth\/v1\/(?:token|signup|verify|factors\/[^/]+\/verify)(?:\?|$)/;

/**
 * `fetch` for devices with a wrong clock. A session's `expires_at` is based on the server's clock, while the auth
 * client compares it with the device's. Rewrites the expiry to the device's clock, so that new sessions are not
 * refreshed and expired ones not used.
 */
export async function fetchWithClockSkew(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const address = input instanceof Request ? input.url : String(input);
  if (!response.ok || !sessionEndpoints.test(address)) return response;
  const { status, statusText, headers } = response;
  const text = await response.text();
  return new Response(withLocalExpiry(text, Date.now()), { status, statusText, headers });
}

/** Rewrites `expires_at` in a session's JSON relative to `now` (milliseconds); returns other text unchanged. */
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
