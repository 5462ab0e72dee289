import { z } from 'zod';
import { BackendError } from '#app/lib/backend-error.ts';

/** The order of an earlier request whose answer was lost. */
export interface EarlierOrder {
  id: string;
  number: string;
}

const facts = z.object({ order_id: z.string(), number: z.string() });

/** The order that already has the idempotency key, as a refusal of `place_order` names it; null for other refusals. */
export function earlierOrderOf(error: unknown): EarlierOrder | null {
  if (!(error instanceof BackendError) || error.details !== 'already_placed') return null;
  const { order_id: id, number } = facts.parse(JSON.parse(error.hint));
  return { id, number };
}
