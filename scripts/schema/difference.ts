import { type ExtractResult, extract, plan, renderPlanFiles } from '@supabase/pg-delta';
import type { DatabaseAddress } from 'embedded-supabase/database';
import { Pool } from 'pg';

/** What makes one database like another. */
export interface Difference {
  /** SQL, a text a transaction: a new value of a type, for example, is used only once it is committed. Empty when they are alike. */
  transactions: string[];
  /** What cannot be taken back once it ran, such as a dropped column. */
  losses: string[];
  /** What only the second has and the differ does not know, so that it has to be written by hand. */
  unknown: string[];
}

/**
 * Compares two databases of one server: all but the rows in them.
 *
 * @param from the one to change
 * @param to what it is to become
 */
export async function differenceBetween(from: DatabaseAddress, to: DatabaseAddress): Promise<Difference> {
  const pools = [from, to].map(({ ssl: _, ...place }) => new Pool({ ...place, max: 1 }));
  // A pool ends before its connections have, which then hear that the server stops.
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
