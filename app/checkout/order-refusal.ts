import { BackendError, sentenceOf } from '#app/lib/backend-error.ts';

/** Why an order was not placed, and what helps. */
export interface Refusal {
  /** The database's sentence; null when no answer came, so that nobody knows whether the order is placed. */
  reason: string | null;
  /** What the checkout offers to do about it. */
  remedy: 'again' | 'cart' | 'slot';
}

/** Codes of refusals that another delivery slot solves. */
const ofSlot = ['slot_full', 'slot_closed', 'unknown_slot', 'invalid_slot_date'];

/** What an error of placing an order says to the shopper. */
export function errorMessage(error: unknown): Refusal {
  const reason = sentenceOf(error);
  if (reason === null) return { reason, remedy: 'again' };
  const slot = error instanceof BackendError && ofSlot.includes(error.details);
  return { reason, remedy: slot ? 'slot' : 'cart' };
}
