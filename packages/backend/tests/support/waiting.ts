import { expect } from 'vitest';
import type { Sql } from '../../src/lib/sql.ts';

/** Resolves when at least this many statements of a database are waiting for others. */
export async function untilWaiting(sql: Sql, statements = 1): Promise<void> {
  const waiting = async () => {
    const [row] = await sql`
      select count(*)::int as statements from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.statements;
  };
  await expect.poll(waiting, { interval: 5 }).toBeGreaterThanOrEqual(statements);
}
