/** Endpoints of the sign-in service that answer with a session. */
const SESSION_ANSWERS = /\/auth\/v1\/(?:token|signup|verify|factors\/[^/]+\/verify)(?:\?|$)/;

/**
 * `fetch` for people whose clock is wrong: a session's `expires_at` comes by the server's clock, while the client compares
 * it with its own, and would take a fresh session for an expired one, or an expired one for fresh. What counts is how
 * long it lasts, from now.
 */
export async function fetchByOwnClock(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const address = input instanceof Request ? input.url : String(input);
  if (!response.ok || !SESSION_ANSWERS.test(address)) return response;
  const { status, statusText, headers } = response;
  const text = await response.text();
  return new Response(byOwnClock(text, Date.now()), { status, statusText, headers });
}

/** Rewrites a session's answer for a clock that says `now` (milliseconds); anything else stays as it is. */
export function byOwnClock(text: string, now: number): string {
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
