const key = 'souk-order-attempt';

/**
 * The idempotency key of the order that is being placed: kept over reloads and lost connections, so that a second try
 * of the same cart finds the first one's order instead of making another.
 */
export function attemptKey(fingerprint: string): string {
  try {
    const [kept, ofCart] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string?, string?];
    if (kept && ofCart === fingerprint) return kept;
    const made = crypto.randomUUID();
    sessionStorage.setItem(key, JSON.stringify([made, fingerprint]));
    return made;
  } catch {
    return crypto.randomUUID();
  }
}

/** Forgets the attempt: the order has been placed. */
export function endAttempt(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}
