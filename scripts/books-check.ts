import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import {
  connectionOptions,
  type DatabaseAddress,
  parseDatabaseUrl,
} from '../backend/lib/database-address.ts';
import { findRunningPostgres, startPostgres } from '../backend/postgres/embedded.ts';
import { booksRules } from './books-check-queries.ts';

/** A rule that does not hold, and where. */
export interface BooksDifference {
  rule: string;
  row: Record<string, unknown>;
}

interface BooksDatabase {
  /** Which database it is, for people. */
  name: string;
  address: DatabaseAddress;
  stop(): Promise<void>;
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

/**
 * The database of DATABASE_URL, or else the embedded one of the data folder, started when no store runs on it.
 * @throws Error that says what to set when there is none.
 */
async function openBooks(): Promise<BooksDatabase> {
  const { DATABASE_URL: url, SUPABASE_URL, SOUK_DATA = '.data' } = process.env;
  if (url) {
    const address = parseDatabaseUrl(url);
    return { name: `database ${address.database} on ${address.host}`, address, stop: async () => {} };
  }
  if (SUPABASE_URL) throw new Error("Set DATABASE_URL to the Supabase project's database.");
  const dataDir = resolve(SOUK_DATA);
  const name = `embedded database of ${dataDir}`;
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new Error(
      `There is no database in ${dataDir}. Set SOUK_DATA to a store's data folder, or DATABASE_URL to its database.`,
    );
  }
  const running = await findRunningPostgres(dataDir, 'souk');
  if (running) return { name: `${name}, which is running`, address: running, stop: async () => {} };
  const server = await startPostgres({ dataDir, database: 'souk' });
  return { name: `${name}, started for this`, address: server.address, stop: () => server.stop() };
}

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const books = await openBooks();
  const sql = postgres({
    ...connectionOptions(books.address),
    ...{ onnotice: () => {}, max: 1, connection: { search_path: 'public' } },
  });
  try {
    process.stdout.write(`Checking the ${books.name}.\n`);
    const differences = await checkBooks(sql);
    const broken = new Set(differences.map(({ rule }) => rule));
    for (const { name } of booksRules)
      process.stdout.write(`  ${broken.has(name) ? 'NOT SO' : 'holds '}  ${name}\n`);
    for (const { rule, row } of differences.slice(0, MOST_SHOWN)) {
      process.stdout.write(`Not so: ${rule}\n  ${JSON.stringify(row)}\n`);
    }
    if (differences.length > MOST_SHOWN) {
      process.stdout.write(`… and ${differences.length - MOST_SHOWN} more\n`);
    }
    const [size] = await sql<{ stores: string; products: string; orders: string; movements: string }[]>`
      select (select count(*) from tenants) as stores, (select count(*) from products) as products,
        (select count(*) from orders) as orders, (select count(*) from stock_movements) as movements`;
    const among = `stores ${size?.stores}, products ${size?.products}, orders ${size?.orders}, stock movements ${size?.movements}`;
    process.stdout.write(
      differences.length === 0
        ? `The books balance: ${booksRules.length} rules hold (${among}).\n`
        : `${differences.length} differences (${among}).\n`,
    );
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await sql.end();
    await books.stop();
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  });
}
