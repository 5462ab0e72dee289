import { tabStorage } from '#app/lib/browser-storage.ts';
import { newId } from '#app/lib/row-id.ts';

const stored = tabStorage('souk-order-key');

/**
 * Returns the idempotency key of the order in progress, creating it on the first call. The key survives reloads, lost
 * connections and changes until the response is known, so that a lost response never causes a second order
 * (`docs/decisions/orders-in-one-function.md`).
 */
export function idempotencyKey(): string {
  const key = pendingKey() ?? newId();
  stored.write(key);
  return key;
}

/** The key of a request without a known response; null when there is none. */
export const pendingKey = (): string | null => stored.read();

/** Removes the key, once the response is known. */
export const clearKey = (): void => stored.write(null);
