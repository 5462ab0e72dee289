import type { Sql } from 'embedded-supabase/database';

/**
 * Whether the database is a staging copy, which sends no messages and stores files in a folder of its own.
 */
export async function isStagingCopy(owner: Sql): Promise<boolean> {
  const [row] = await owner<{ staging: boolean }[]>`select public.is_staging_copy() as staging`;
  return row?.staging === true;
}
