const place = 'souk-order-key';

/** Where the browser keeps nothing, an attempt lasts as long as the page. */
let unkept: string | null = null;

/**
 * The idempotency key of the attempt to order that is under way, made with its first call. It is kept over reloads, lost
 * connections and whatever the shopper changes meanwhile, until it is known which order came of it: then a second order
 * is never made for want of an answer (`docs/decisions/orders-in-one-function.md`).
 */
export function attemptKey(): string {
  const kept = openAttempt();
  if (kept) return kept;
  unkept = crypto.randomUUID();
  try {
    sessionStorage.setItem(place, unkept);
  } catch {
    // Private modes may refuse storage.
  }
  return unkept;
}

/** The key of an attempt of which no order is known yet; null when there is none. */
export function openAttempt(): string | null {
  try {
    return sessionStorage.getItem(place) ?? unkept;
  } catch {
    return unkept;
  }
}

/** Forgets the attempt: its order is known. */
export function endAttempt(): void {
  unkept = null;
  try {
    sessionStorage.removeItem(place);
  } catch {
    // Without storage there is nothing else to forget.
  }
}
