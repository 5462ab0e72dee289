import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';

export type Client = SupabaseClient<Database>;

/** What every step of seeding works with. */
export interface SeedContext {
  /** Client with the secret key. */
  readonly client: Client;
  /** A fresh client with the publishable key, to act as one of the demo people. */
  readonly connect: () => Client;
  readonly log: (text: string) => void;
  /** Store the addresses of pictures as paths: the backend has the same origin as the pages. */
  readonly relativeUrls: boolean;
  /** The moment that dates in the demo count back from. */
  readonly now: Date;
}

/**
 * The data of an answer.
 * @throws Error that says which step failed, with the backend's own words.
 */
export function dataOf<Data>(
  step: string,
  answer: { data: Data; error: { message: string } | null },
): NonNullable<Data> {
  if (answer.error) throw new Error(`The demo store could not be filled (${step}): ${answer.error.message}`);
  if (answer.data === null || answer.data === undefined)
    throw new Error(`The demo store could not be filled (${step}): no answer.`);
  return answer.data;
}

/** Like {@link dataOf}, for writes that return nothing. */
export function succeeded(step: string, answer: { error: { message: string } | null }): void {
  if (answer.error) throw new Error(`The demo store could not be filled (${step}): ${answer.error.message}`);
}

/** A moment some days before another; fractions of a day count. */
export const daysBefore = (moment: Date, days: number): Date =>
  new Date(moment.getTime() - days * 86_400_000);

/**
 * Waits for all, whatever becomes of them, so that nothing still runs when the caller hears of a failure.
 * @throws what the first of them failed with.
 */
export async function inStep<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  const settled = await Promise.allSettled(work);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
