import { keptByTab } from '#app/lib/kept.ts';
import { newId } from '#app/lib/new-id.ts';

const kept = keptByTab('souk-order-key');

/**
 * The idempotency key of the attempt to order that is under way, made with its first call. It is kept over reloads, lost
 * connections and whatever the shopper changes meanwhile, until it is known which order came of it: then a second order
 * is never made for want of an answer (`docs/decisions/orders-in-one-function.md`).
 */
export function attemptKey(): string {
  const key = openAttempt() ?? newId();
  kept.write(key);
  return key;
}

/** The key of an attempt of which no order is known yet; null when there is none. */
export const openAttempt = (): string | null => kept.read();

/** Forgets the attempt: its order is known. */
export const endAttempt = (): void => kept.write(null);
