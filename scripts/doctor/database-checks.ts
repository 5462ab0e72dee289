import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import {
  type DatabaseAddress,
  openPool,
  type Pool,
  parseDatabaseUrl,
  requireVersion,
} from 'embedded-supabase/database';
import { isLoopbackHost } from 'embedded-supabase/mail';
import { findRunningPostgres } from 'embedded-supabase/postgres';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
import type { Environment } from '../../server/environment.ts';
import { queueAlerts } from '../../server/operations/alerts.ts';
import { operationsStatusOf, operationsStatusReader } from '../../server/operations/operations-status.ts';
import { checkLedger } from '../ledger-check.ts';
import { clockFinding, type Finding, note, ok, problem, reason, TIMEOUT_MS } from './findings.ts';

const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');
const GIGABYTE = 1024 ** 3;

export async function checkDatabase(environment: Environment): Promise<Finding[]> {
  const address = await databaseOf(environment);
  if (!address) {
    return environment.SUPABASE_URL
      ? checkSupabase(environment)
      : [
          problem(
            'database',
            `No PostgreSQL runs on ${resolve(environment.SOUK_DATA)}.`,
            'Start the store, or set SOUK_DATA to its folder.',
          ),
        ];
  }
  const sql = openPool(address, 1, {
    connectionTimeoutMillis: TIMEOUT_MS,
    options: '-c search_path=public',
  });
  try {
    const startedAt = Date.now();
    const [server] = await sql<{ version: string; number: string; now: number; bytes: string }[]>`
      select split_part(current_setting('server_version'), ' ', 1) as version, current_setting('server_version_num') as number,
        extract(epoch from clock_timestamp())::float8 * 1000 as now, pg_database_size(current_database()) as bytes`;
    if (!server) throw new Error('it says nothing about itself');
    requireVersion(Number(server.number));
    const size = (Number(server.bytes) / GIGABYTE).toFixed(2);
    const clock = clockFinding('the database', server.now - (startedAt + Date.now()) / 2);
    const migrations = await checkMigrations(sql);
    return [
      ok('database', `PostgreSQL ${server.version} answers; ${size} GB.`),
      migrations,
      clock,
      ...(migrations.state === 'ok'
        ? [...(await checkOwner(sql)), ...(await booksAndQueues(sql, environment))]
        : []),
    ];
  } catch (error) {
    return [
      problem('database', `It cannot be asked: ${reason(error)}`, 'Start it, or correct DATABASE_URL.'),
    ];
  } finally {
    await sql.end();
  }
}

/** For a project reached only through its API: checks for functions of the latest migrations. */
/** The ids of the installation's stores; empty while the database cannot be read, which `checkDatabase` reports. */
export async function storeIds(environment: Environment): Promise<string[]> {
  if (environment.SUPABASE_URL) {
    const { data } = await supabaseOf(environment).from('tenants').select('id');
    return (data ?? []).map(({ id }) => id);
  }
  const address = await databaseOf(environment);
  if (!address) return [];
  const sql = openPool(address, 1, { connectionTimeoutMillis: TIMEOUT_MS });
  try {
    const rows = await sql<{ id: string }[]>`select id from public.tenants order by position, id`;
    return rows.map(({ id }) => id);
  } catch {
    return [];
  } finally {
    await sql.end();
  }
}

const supabaseOf = ({ SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' }: Environment) =>
  createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } });

async function checkSupabase(environment: Environment): Promise<Finding[]> {
  const { SUPABASE_URL = '' } = environment;
  const admin = supabaseOf(environment);
  try {
    const status = await operationsStatusReader(admin)();
    return [
      ok('database', `${SUPABASE_URL} answers and has the functions of this version.`),
      ...queueFindings(status),
      ...demoFindings(environment, (await admin.rpc('demo_status').throwOnError()).data),
    ];
  } catch (error) {
    const remedy = 'Check SUPABASE_URL and SUPABASE_SECRET_KEY, and run supabase db push for the migrations.';
    return [problem('database', reason(error), remedy)];
  }
}

async function databaseOf({
  DATABASE_URL,
  SUPABASE_URL,
  SOUK_DATA,
}: Environment): Promise<DatabaseAddress | undefined> {
  if (DATABASE_URL) return parseDatabaseUrl(DATABASE_URL);
  return SUPABASE_URL ? undefined : findRunningPostgres(resolve(SOUK_DATA), 'souk');
}

async function checkMigrations(sql: Pool): Promise<Finding> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  const done = new Set(rows.map(({ version }) => version));
  const missing = files.filter((name) => !done.has(name.slice(0, 14)));
  const newest = files
    .sort()
    .at(-1)
    ?.replace(/\.sql$/, '');
  return missing.length === 0
    ? ok('migrations', `All ${files.length} have run, to ${newest}.`)
    : problem(
        'migrations',
        `${missing.length} have not run: ${missing.join(', ')}`,
        'Restart the store, which runs them.',
      );
}

async function checkOwner(sql: Pool): Promise<Finding[]> {
  const [row] = await sql<{ is_there: boolean }[]>`select private.has_owner() as is_there`;
  const remedy = 'Make your account with npm run owner -- you@example.com.';
  return row?.is_there ? [] : [note('owner', 'Nobody owns these stores yet.', remedy)];
}

async function booksAndQueues(sql: Pool, environment: Environment): Promise<Finding[]> {
  const differences = await checkLedger(sql);
  const rules = [...new Set(differences.map(({ rule }) => rule))];
  const ledgers =
    rules.length === 0
      ? ok('ledgers', 'Orders, stock, points and discounts add up.')
      : problem(
          'ledgers',
          `Not so: ${rules.join('; ')}`,
          'npm run ledger:check names the rows. Look at them before anything else is sold.',
        );
  const [row] = await sql.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
    return transaction`select to_jsonb(operations_status()) as status, to_jsonb(demo_status()) as demo`;
  });
  return [
    ledgers,
    ...queueFindings(operationsStatusOf(row?.status)),
    ...demoFindings(environment, row?.demo),
  ];
}

/** Reports open demo accounts, whose passwords are public, in stores reachable from other machines. */
function demoFindings({ SOUK_ORIGIN: origin }: Environment, status: unknown): Finding[] {
  const { open_accounts: open } = z.object({ open_accounts: z.number() }).parse(status);
  if (open === 0) return [];
  const message = `The passwords of ${open} accounts of the demo are public, and each can be signed in to.`;
  const remedy = 'Make an owner of your own, which closes them, and remove the demo in the back office.';
  const isLocal = !origin || isLoopbackHost(new URL(origin).host);
  return [isLocal ? note('demo', message, remedy) : problem('demo', message, remedy)];
}

function queueFindings(status: Parameters<typeof queueAlerts>[0]): Finding[] {
  const alerts = queueAlerts(status);
  if (alerts.length === 0) return [ok('queues', 'No message and no payment waits for a person.')];
  return alerts.map(({ name, message, remedy }) => problem(name, message, remedy));
}
