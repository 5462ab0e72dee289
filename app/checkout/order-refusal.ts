import { z } from 'zod';
import { BackendError } from '#app/lib/backend-error.ts';
import { refusalMessage } from '#app/lib/refusal.ts';

/** Why an order was not placed, and the remedy. */
export interface OrderRefusal {
  /** The database's message; null when no response arrived and the order may exist. */
  reason: string | null;
  /** Action offered to the shopper. */
  remedy: 'again' | 'cart' | 'slot';
}

/** Codes that another delivery slot resolves. */
const slotCodes = [
  'slot_full',
  'slot_closed',
  'unknown_slot',
  'invalid_slot_date',
  'slot_not_there',
  'slot_too_soon',
];

/** Maps an error of `place_order` to a refusal. */
export function refusalOf(error: unknown): OrderRefusal {
  const reason = refusalMessage(error);
  if (reason === null) return { reason, remedy: 'again' };
  const slot = error instanceof BackendError && slotCodes.includes(error.details);
  return { reason, remedy: slot ? 'slot' : 'cart' };
}

/** The order of a request whose response was lost. */
export interface EarlierOrder {
  id: string;
  number: string;
}

const earlierOrderSchema = z.object({ order_id: z.string(), number: z.string() });

/** The order that already uses the idempotency key, from an error of `place_order`; null for other errors. */
export function earlierOrderOf(error: unknown): EarlierOrder | null {
  if (!(error instanceof BackendError) || error.details !== 'already_placed') return null;
  const { order_id: id, number } = earlierOrderSchema.parse(JSON.parse(error.hint));
  return { id, number };
}
