import { existsSync } from 'node:fs';
import postgres from 'postgres';
import { parseDatabaseUrl } from '../backend/database-url.ts';
import { withTls } from '../backend/postgres/tls.ts';
import { booksRules } from './books-check-queries.ts';

/** A rule that does not hold, and where. */
export interface BooksDifference {
  rule: string;
  row: Record<string, unknown>;
}

const MOST_SHOWN = 20;

/** Reconciles orders, lines, stock movements, points, discount uses and slots; an empty list means the books balance. */
export async function checkBooks(sql: postgres.Sql): Promise<BooksDifference[]> {
  return sql.begin('isolation level repeatable read read only', async (transaction) => {
    const differences: BooksDifference[] = [];
    for (const { name, query } of booksRules) {
      for (const row of await transaction.unsafe(query)) differences.push({ rule: name, row });
    }
    return differences;
  });
}

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const url = process.env.DATABASE_URL;
  if (!url) {
    process.stderr.write('Set DATABASE_URL to the database whose books to check.\n');
    process.exitCode = 2;
    return;
  }
  const sql = postgres({
    ...withTls(parseDatabaseUrl(url)),
    ...{ onnotice: () => {}, max: 1, connection: { search_path: 'public' } },
  });
  const differences = await checkBooks(sql).finally(() => sql.end());
  for (const { rule, row } of differences.slice(0, MOST_SHOWN)) {
    process.stdout.write(`Not so: ${rule}\n  ${JSON.stringify(row)}\n`);
  }
  if (differences.length > MOST_SHOWN)
    process.stdout.write(`… and ${differences.length - MOST_SHOWN} more\n`);
  process.stdout.write(
    differences.length === 0
      ? `The books balance: ${booksRules.length} rules hold.\n`
      : `${differences.length} differences.\n`,
  );
  if (differences.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
