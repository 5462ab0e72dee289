import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';

const counts = z.record(z.string(), z.number());
const schema = z.object({
  orders: counts,
  mails: z.object({ sent: z.number(), waiting: z.number(), late: z.number(), given_up: z.number() }),
  /** Messages to phones that waited within the last hour, as their store's limits were reached. */
  phones: z.object({ held: z.number() }),
  payments: counts.and(z.object({ stuck: z.number() })),
  /** What differs from the books in reports of payment providers and statements of carriers, and waits for a person. */
  differences: z.object({ payments: z.number(), statements: z.number() }),
  /** What the server does later: what waits, and what failed for good. */
  jobs: z.object({ waiting: z.number(), failed: z.number() }),
  database_bytes: z.number(),
});

/** Queue lengths and sizes from the database; `late`, `given_up` and `stuck` need an operator. */
export type OperationsStatus = z.infer<typeof schema>;

/** Cache time in milliseconds, as polling would otherwise count all orders each time. */
const CACHE_TIME = 10_000;

/** Creates the function that reads the status. @throws Error when the database does not respond */
export function operationsStatusReader(admin: SupabaseClient<Database>): () => Promise<OperationsStatus> {
  let cached: { readAt: number; status: Promise<OperationsStatus> } | undefined;
  return () => {
    if (!cached || Date.now() - cached.readAt > CACHE_TIME)
      cached = { readAt: Date.now(), status: read(admin) };
    return cached.status;
  };
}

async function read(admin: SupabaseClient<Database>): Promise<OperationsStatus> {
  const { data, error } = await admin.rpc('operations_status');
  if (error) throw new Error(`The database does not say how things are: ${error.code} ${error.message}`);
  return schema.parse(data);
}
