import type { Sql } from 'embedded-supabase/database';
import { expect } from 'vitest';

/** Resolves when at least this many statements of a database wait for locks. */
export async function untilWaiting(sql: Sql, statements = 1): Promise<void> {
  const waiting = async () => {
    const [row] = await sql`
      select count(*)::int as statements from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.statements;
  };
  await expect.poll(waiting, { interval: 5 }).toBeGreaterThanOrEqual(statements);
}
