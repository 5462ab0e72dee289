import { z } from 'zod';
import { BackendError } from '#app/lib/backend-error.ts';

/** The order of a request whose response was lost. */
export interface EarlierOrder {
  id: string;
  number: string;
}

const facts = z.object({ order_id: z.string(), number: z.string() });

/** The order that already uses the idempotency key, from an error of `place_order`; null for other errors. */
export function earlierOrderOf(error: unknown): EarlierOrder | null {
  if (!(error instanceof BackendError) || error.details !== 'already_placed') return null;
  const { order_id: id, number } = facts.parse(JSON.parse(error.hint));
  return { id, number };
}
