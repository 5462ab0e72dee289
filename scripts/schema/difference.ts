import { type ExtractResult, extract, plan, renderPlanFiles } from '@supabase/pg-delta';
import type { DatabaseAddress } from 'embedded-supabase/database';
import { Pool } from 'pg';

/** What turns one database into another. */
export interface Difference {
  /** SQL, one text per transaction: new enum values are usable only after a commit. Empty if equal. */
  transactions: string[];
  /** Irreversible changes, such as a dropped column. */
  losses: string[];
  /** What only the second has and the differ can't create; it has to be written by hand. */
  unknown: string[];
}

/**
 * Compares the structure of two databases of one server.
 *
 * @param from the database to change
 * @param to the desired state
 */
export async function differenceBetween(from: DatabaseAddress, to: DatabaseAddress): Promise<Difference> {
  const pools = [from, to].map(({ ssl: _, ...place }) => new Pool({ ...place, max: 1 }));
  // A pool ends before its connections do; they then report that the server stops.
  for (const pool of pools) pool.on('error', () => {});
  try {
    const [source, desired] = await Promise.all(pools.map((pool) => extract(pool)));
    if (!source || !desired) throw new Error('There are two databases to compare.');
    const difference = plan(source.factBase, desired.factBase);
    const { files } = renderPlanFiles(difference, { allowDrops: true });
    return {
      transactions: files.map(({ contents }) => contents),
      losses: difference.actions.filter(({ dataLoss }) => dataLoss === 'destructive').map(({ sql }) => sql),
      unknown: unmodeled(desired).filter((message) => !unmodeled(source).includes(message)),
    };
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

const unmodeled = ({ diagnostics }: ExtractResult) =>
  diagnostics.filter(({ code }) => code === 'unmodeled_kind').map(({ message }) => message);
