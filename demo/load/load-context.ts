import { createHash } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';

export type Client = SupabaseClient<Database>;

export interface LoadContext {
  /** Client with the secret key. */
  readonly client: Client;
  /** A fresh client with the publishable key, to act as one of the demo people. */
  readonly connect: () => Client;
  /** Whether to store files' addresses as paths: the backend has the same origin as the pages. */
  readonly relativeUrls: boolean;
  /** The time from which the demo's dates count back. */
  readonly now: Date;
}

/**
 * The data of a response.
 * @throws Error naming the failed step, with the backend's message
 */
export function dataOf<Data>(
  step: string,
  answer: { data: Data; error: { message: string } | null },
): NonNullable<Data> {
  succeeded(step, answer);
  if (answer.data === null || answer.data === undefined) throw failure(step, 'no answer');
  return answer.data;
}

/** Like {@link dataOf}, for writes that return nothing. */
export function succeeded(step: string, { error }: { error: { message: string } | null }): void {
  if (error) throw failure(step, error.message);
}

const failure = (step: string, why: string) =>
  new Error(`The demo store could not be filled (${step}): ${why}`);

/** The time some days before another, as ISO 8601; fractional days count. */
export const daysBefore = (moment: Date, days: number): string =>
  new Date(moment.getTime() - days * 86_400_000).toISOString();

/**
 * Processes a list, a limited number of items at a time. Before a failure is thrown, started items finish.
 */
export async function forEach<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  let failed = false;
  const worker = async () => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** Derives a UUID from words, so that loading again finds what was loaded before. */
export function stableId(...words: readonly string[]): string {
  const bytes = createHash('sha256').update(words.join('\n')).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The idempotency key of a store's order, by its position in the demo's file. */
export const orderKey = (tenantId: string, place: number): string => stableId('order', tenantId, `${place}`);
