import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Database } from '../app/lib/database.types.ts';

const counts = z.record(z.string(), z.number());
const schema = z.object({
  orders: counts,
  mails: z.object({ sent: z.number(), waiting: z.number(), late: z.number(), given_up: z.number() }),
  payments: counts.and(z.object({ stuck: z.number() })),
  database_bytes: z.number(),
});

/** Queues and sizes that the database counts: `late`, `given_up` and `stuck` are what needs a person. */
export type OperationsStatus = z.infer<typeof schema>;

/** Milliseconds for which an answer is cached, so that frequent polling does not count all orders each time. */
const KEPT = 10_000;

/** Makes the function that reads it. @throws Error when the database does not answer */
export function operationsStatusReader(admin: SupabaseClient<Database>): () => Promise<OperationsStatus> {
  let known: { asked: number; status: Promise<OperationsStatus> } | undefined;
  return () => {
    if (!known || Date.now() - known.asked > KEPT) known = { asked: Date.now(), status: read(admin) };
    return known.status;
  };
}

async function read(admin: SupabaseClient<Database>): Promise<OperationsStatus> {
  const { data, error } = await admin.rpc('operations_status');
  if (error) throw new Error(`The database does not say how things are: ${error.code} ${error.message}`);
  return schema.parse(data);
}
