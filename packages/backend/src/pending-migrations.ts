import { readdir } from 'node:fs/promises';
import type { Sql } from './lib/sql.ts';

/**
 * Reads which migrations a database has yet to run before it is as new as the files.
 * @returns their names, in order; none for a database that has run none at all, as it is new
 */
export async function pendingMigrations(owner: Sql, migrationsDir: string): Promise<string[]> {
  const [table] = await owner<{ found: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as found`;
  if (!table?.found) return [];
  const rows = await owner<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  if (rows.length === 0) return [];
  const recorded = new Set(rows.map(({ version }) => version));
  const files = (await readdir(migrationsDir)).filter((file) => /^\d{14}_[\w-]+\.sql$/.test(file));
  return files.filter((file) => !recorded.has(file.slice(0, 14))).sort();
}
