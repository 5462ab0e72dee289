import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import type { Filled } from '../../app/lib/filled.ts';

type Figures = Filled<Database['public']['CompositeTypes']['operations_figures']>;

/** Queue lengths and sizes from the database; `late`, `given_up` and `stuck` need an operator. */
export type OperationsStatus = Pick<Figures, 'mails' | 'differences' | 'jobs' | 'database_bytes'> & {
  /** How many there are, by status. */
  orders: Record<string, number>;
  payments: Record<string, number> & { stuck: number };
  /** Messages to phones that waited within the last hour, as their store's limits were reached. */
  phones: { held: number };
};

const countsOf = (counts: Figures['orders']) =>
  Object.fromEntries(counts.map(({ state, how_many }) => [state, how_many]));

/** The figures of the database, counts by their states. */
export function operationsStatusOf({
  orders,
  payments,
  payments_stuck,
  phones_held,
  ...figures
}: Figures): OperationsStatus {
  return {
    ...figures,
    orders: countsOf(orders),
    payments: { ...countsOf(payments), stuck: payments_stuck },
    phones: { held: phones_held },
  };
}

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
  return operationsStatusOf(data as Figures);
}
