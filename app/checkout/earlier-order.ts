import { z } from 'zod';
import { BackendError } from '#app/lib/backend-error.ts';

/** The order that an earlier attempt made, whose answer never came. */
export interface EarlierOrder {
  id: string;
  number: string;
}

const facts = z.object({ order_id: z.string(), number: z.string() });

/** The order that a refusal of `place_order` says to stand under the attempt's key; null when it is another refusal. */
export function earlierOrderOf(error: unknown): EarlierOrder | null {
  if (!(error instanceof BackendError) || error.details !== 'already_placed') return null;
  const { order_id: id, number } = facts.parse(JSON.parse(error.hint));
  return { id, number };
}
