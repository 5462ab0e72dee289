import { tabStorage } from '#app/lib/browser-storage.ts';
import { newId } from '#app/lib/new-id.ts';

const stored = tabStorage('souk-order-key');

/**
 * The idempotency key of the order that is being placed, created at the first call. It survives reloads, lost connections
 * and changes to the checkout until the answer of the store is known, so that a lost answer never leads to a second order
 * (`docs/decisions/orders-in-one-function.md`).
 */
export function idempotencyKey(): string {
  const key = pendingKey() ?? newId();
  stored.write(key);
  return key;
}

/** The key of a request to place an order whose answer is not known; null when there is none. */
export const pendingKey = (): string | null => stored.read();

/** Forgets the key, once the answer is known. */
export const clearKey = (): void => stored.write(null);
