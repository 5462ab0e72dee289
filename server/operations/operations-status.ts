import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';

const counts = z.record(z.string(), z.number());
const schema = z.object({
  orders: counts,
  mails: z.object({ sent: z.number(), waiting: z.number(), late: z.number(), given_up: z.number() }),
  /** Phone notifications held back within the last hour because a store's limit was reached. */
  phones: z.object({ held: z.number() }),
  payments: counts.and(z.object({ stuck: z.number() })),
  /** Differences between our ledger and reports of payment providers or carriers that wait for a person. */
  differences: z.object({ payments: z.number(), statements: z.number() }),
  /** Background jobs: waiting, and permanently failed. */
  jobs: z.object({ waiting: z.number(), failed: z.number() }),
  database_bytes: z.number(),
});

/** Queue lengths and sizes from the database; `late`, `given_up` and `stuck` need an operator. */
export type OperationsStatus = z.infer<typeof schema>;

/** Cache time in milliseconds; each read counts all orders. */
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
