import { BackendError, sentenceOf } from '#app/lib/backend-error.ts';

/** Why an order was not placed, and the remedy. */
export interface Refusal {
  /** The database's message; null when no response arrived and the order may exist. */
  reason: string | null;
  /** Action offered to the shopper. */
  remedy: 'again' | 'cart' | 'slot';
}

/** Codes that another delivery slot resolves. */
const slotCodes = ['slot_full', 'slot_closed', 'unknown_slot', 'invalid_slot_date'];

/** Maps an error of `place_order` to a refusal. */
export function errorMessage(error: unknown): Refusal {
  const reason = sentenceOf(error);
  if (reason === null) return { reason, remedy: 'again' };
  const slot = error instanceof BackendError && slotCodes.includes(error.details);
  return { reason, remedy: slot ? 'slot' : 'cart' };
}
