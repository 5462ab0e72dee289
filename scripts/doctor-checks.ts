import { access, constants, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { createClient } from '@supabase/supabase-js';
import { createTransport } from 'nodemailer';
import postgres from 'postgres';
import type { Database } from '../app/lib/database.types.ts';
import { isLoopbackHost } from '../backend/auth/mail/loopback.ts';
import {
  connectionOptions,
  type DatabaseAddress,
  parseDatabaseUrl,
} from '../backend/lib/database-address.ts';
import { requireVersion } from '../backend/migrate.ts';
import { findRunningPostgres } from '../backend/postgres/embedded.ts';
import { backupAlerts, backupsOf, freeBytesOf, LEAST_FREE, queueAlerts } from '../server/alerts.ts';
import { smtpOf } from '../server/auth-settings.ts';
import type { Environment } from '../server/environment.ts';
import { operationsStatusReader } from '../server/operations-status.ts';
import { cardPayments } from '../server/payments/stripe-client.ts';
import { checkBooks } from './books-check.ts';

/** A result of the doctor; a note needs no action. */
export interface Finding {
  state: 'well' | 'note' | 'ill';
  about: string;
  says: string;
  /** What to do, unless all is well. */
  todo?: string;
}

type Check = (environment: Environment) => Promise<Finding[]>;

const TIMEOUT_MS = 10_000;
const GIGABYTE = 1024 ** 3;
const DAY = 86_400_000;
/** Tolerated clock difference in seconds: tokens last an hour, links less. */
const CLOCK_SECONDS = 5;
const CERTIFICATE_DAYS = 14;
const MIGRATIONS = join(import.meta.dirname, '../supabase/migrations');

const well = (about: string, says: string): Finding => ({ state: 'well', about, says });
const note = (about: string, says: string, todo: string): Finding => ({ state: 'note', about, says, todo });
const ill = (about: string, says: string, todo: string): Finding => ({ state: 'ill', about, says, todo });
const reason = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

/** All checks in the order of the output; independent, so that a failure hides no other. */
export const checks: Readonly<Record<string, Check>> = {
  store: checkStore,
  database: checkDatabase,
  disk: checkDisk,
  backups: checkBackups,
  keys: checkKeys,
  storage: checkStorage,
  mail: checkMail,
  payments: checkPayments,
  'public address': checkOrigin,
};

async function checkStore({ PORT, HOST }: Environment): Promise<Finding[]> {
  const origin = `http://${HOST || '127.0.0.1'}:${PORT}`;
  const answer = await ask(`${origin}/readyz`).catch((error: unknown) => error);
  if (!(answer instanceof Response)) {
    return [
      ill(
        'store',
        `Nothing answers at ${origin}.`,
        'Start it with npm start, or set PORT and HOST as it has them.',
      ),
    ];
  }
  const text = (await answer.text()).trim();
  return answer.ok
    ? [well('store', `It answers at ${origin} and is ready.`)]
    : [
        ill(
          'store',
          `It answers at ${origin}, but is not ready: ${text || answer.status}`,
          'See the lines about the database below.',
        ),
      ];
}

async function checkDatabase(environment: Environment): Promise<Finding[]> {
  const address = await databaseOf(environment);
  if (!address) {
    return environment.SUPABASE_URL
      ? checkSupabase(environment)
      : [
          ill(
            'database',
            `No PostgreSQL runs on ${resolve(environment.SOUK_DATA)}.`,
            'Start the store, or set SOUK_DATA to its folder.',
          ),
        ];
  }
  const sql = postgres({
    ...connectionOptions(address),
    ...{
      onnotice: () => {},
      max: 1,
      connect_timeout: TIMEOUT_MS / 1_000,
      connection: { search_path: 'public' },
    },
  });
  try {
    const startedAt = Date.now();
    const [server] = await sql<{ version: string; number: string; now: Date; bytes: string }[]>`
      select split_part(current_setting('server_version'), ' ', 1) as version, current_setting('server_version_num') as number,
        clock_timestamp() as now, pg_database_size(current_database()) as bytes`;
    if (!server) throw new Error('it says nothing about itself');
    requireVersion(Number(server.number));
    const size = (Number(server.bytes) / GIGABYTE).toFixed(2);
    const clock = clockFinding('the database', server.now.getTime() - (startedAt + Date.now()) / 2);
    const migrations = await checkMigrations(sql);
    return [
      well('database', `PostgreSQL ${server.version} answers; ${size} GB.`),
      migrations,
      clock,
      ...(migrations.state === 'well' ? await booksAndQueues(environment, sql) : []),
    ];
  } catch (error) {
    return [ill('database', `It cannot be asked: ${reason(error)}`, 'Start it, or correct DATABASE_URL.')];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A project reached only through its API: checks for functions of the latest migrations. */
async function checkSupabase({
  SUPABASE_URL = '',
  SUPABASE_SECRET_KEY = '',
}: Environment): Promise<Finding[]> {
  const admin = createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    auth: { persistSession: false },
  });
  try {
    const status = await operationsStatusReader(admin)();
    return [
      well('database', `${SUPABASE_URL} answers and has the functions of this version.`),
      ...queueFindings(status),
    ];
  } catch (error) {
    const todo = 'Check SUPABASE_URL and SUPABASE_SECRET_KEY, and run supabase db push for the migrations.';
    return [ill('database', reason(error), todo)];
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

async function checkMigrations(sql: postgres.Sql): Promise<Finding> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  const done = new Set(rows.map(({ version }) => version));
  const missing = files.filter((name) => !done.has(name.slice(0, 14)));
  return missing.length === 0
    ? well('migrations', `All ${files.length} have run.`)
    : ill(
        'migrations',
        `${missing.length} have not run: ${missing.join(', ')}`,
        'Restart the store, which runs them.',
      );
}

async function booksAndQueues(_environment: Environment, sql: postgres.Sql): Promise<Finding[]> {
  const differences = await checkBooks(sql);
  const rules = [...new Set(differences.map(({ rule }) => rule))];
  const books =
    rules.length === 0
      ? well('books', 'Orders, stock, points and discounts add up.')
      : ill(
          'books',
          `Not so: ${rules.join('; ')}`,
          'npm run books:check names the rows. Look at them before anything else is sold.',
        );
  const [row] = await sql.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
    return transaction`select operations_status() as status`;
  });
  return [books, ...queueFindings(row?.status)];
}

function queueFindings(status: Parameters<typeof queueAlerts>[0]): Finding[] {
  const alerts = queueAlerts(status);
  if (alerts.length === 0) return [well('queues', 'No message and no payment waits for a person.')];
  return alerts.map(({ name, says, todo }) => ill(name, says, todo));
}

async function checkDisk({ SOUK_DATA }: Environment): Promise<Finding[]> {
  const folder = resolve(SOUK_DATA);
  const free = await freeBytesOf(folder);
  const says = `${(free / GIGABYTE).toFixed(1)} GB are free where ${folder} lies.`;
  return [
    free >= LEAST_FREE
      ? well('disk', says)
      : ill('disk', says, 'Free some space: orders stop when it is full.'),
  ];
}

async function checkBackups(environment: Environment): Promise<Finding[]> {
  const backups = backupsOf(environment);
  if (!backups)
    return [
      note('backups', 'None are made by themselves.', 'Set SOUK_BACKUP_DIR to a folder on another disk.'),
    ];
  const [alert] = await backupAlerts(backups);
  return [
    alert ? ill('backups', alert.says, alert.todo) : well('backups', `They are made into ${backups.folder}.`),
  ];
}

async function checkKeys(environment: Environment): Promise<Finding[]> {
  if (environment.SUPABASE_URL) return [well('keys', 'They are those of the Supabase project.')];
  if (environment.DATABASE_URL) return [well('keys', 'They are kept in the database.')];
  const folder = resolve(environment.SOUK_DATA);
  const findings: Finding[] = [];
  for (const name of ['api-keys.json', 'jwt-key.json']) {
    const file = await stat(join(folder, name)).catch(() => undefined);
    if (!file)
      findings.push(
        ill(
          'keys',
          `${name} is missing in ${folder}.`,
          'Put it back from a backup: a new one signs everybody out.',
        ),
      );
    else if (process.platform !== 'win32' && (file.mode & 0o077) !== 0)
      findings.push(
        ill(
          'keys',
          `Others than its owner may read ${join(folder, name)}.`,
          `chmod 600 ${join(folder, name)}`,
        ),
      );
  }
  return findings.length > 0 ? findings : [well('keys', 'They are there, and only their owner reads them.')];
}

async function checkStorage(environment: Environment): Promise<Finding[]> {
  if (environment.SUPABASE_URL) return [];
  const folder = join(resolve(environment.SOUK_DATA), 'storage');
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return [well('storage', `Files can be written to ${folder}.`)];
  } catch (error) {
    return [
      ill(
        'storage',
        `Files cannot be written: ${reason(error)}`,
        `Give the user that runs the store ${folder}.`,
      ),
    ];
  }
}

async function checkMail(environment: Environment): Promise<Finding[]> {
  const smtp = smtpOf(environment);
  if (!smtp) {
    const todo = 'Set SMTP_HOST and SMTP_FROM before customers order.';
    return [note('mail', 'No mail goes out: SMTP_HOST is not set.', todo)];
  }
  const { host, port, user, password } = smtp;
  const transport = createTransport({
    ...{ host, port, secure: port === 465, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS },
    ...(user ? { auth: { user, pass: password ?? '' } } : {}),
  });
  try {
    await transport.verify();
    return [well('mail', `${host}:${port} takes mail.`)];
  } catch (error) {
    return [
      ill(
        'mail',
        `${host}:${port} takes no mail: ${reason(error)}`,
        'Correct SMTP_HOST, SMTP_PORT, SMTP_USER and SMTP_PASSWORD.',
      ),
    ];
  } finally {
    transport.close();
  }
}

async function checkPayments(environment: Environment): Promise<Finding[]> {
  const cards = await cardPayments(environment);
  if (!cards)
    return [
      note(
        'payments',
        'Card payment is not offered.',
        'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to offer it.',
      ),
    ];
  try {
    await cards.stripe.balance.retrieve();
  } catch (error) {
    return [ill('payments', `The provider refuses the key: ${reason(error)}`, 'Correct STRIPE_SECRET_KEY.')];
  }
  const isTest = environment.STRIPE_SECRET_KEY?.startsWith('sk_test_');
  return isTest && !isLocal(environment.SOUK_ORIGIN)
    ? [
        note(
          'payments',
          'The key is a test key: no money is taken.',
          'Set the live key when the stores open.',
        ),
      ]
    : [well('payments', 'The provider knows the key.')];
}

async function checkOrigin({ SOUK_ORIGIN: origin }: Environment): Promise<Finding[]> {
  if (!origin || isLocal(origin)) {
    return [
      note(
        'public address',
        'The stores are for this machine alone.',
        'Set SOUK_ORIGIN to the address people reach them at.',
      ),
    ];
  }
  const { protocol, hostname, port } = new URL(origin);
  try {
    const answer = await ask(`${origin}/healthz`);
    await answer.body?.cancel();
    const findings: Finding[] = [
      answer.ok
        ? well('public address', `${origin} leads here.`)
        : ill(
            'public address',
            `${origin} answers ${answer.status}.`,
            'Let the proxy pass requests on to this store.',
          ),
      clockFinding(origin, Date.parse(answer.headers.get('date') ?? '') - Date.now()),
    ];
    if (protocol === 'https:')
      findings.push(certificateFinding(hostname, await certificateOf(hostname, Number(port || 443))));
    else
      findings.push(
        ill(
          'public address',
          `${origin} is not HTTPS.`,
          'Let the proxy speak HTTPS, and set SOUK_ORIGIN to it.',
        ),
      );
    return findings;
  } catch (error) {
    return [
      ill(
        'public address',
        `${origin} cannot be reached: ${reason(error)}`,
        'Check the name, the proxy and its certificate.',
      ),
    ];
  }
}

function certificateFinding(host: string, { valid_to: end }: PeerCertificate): Finding {
  const days = Math.floor((Date.parse(end) - Date.now()) / DAY);
  const says = `The certificate of ${host} is good for ${days} more days.`;
  return days > CERTIFICATE_DAYS
    ? well('certificate', says)
    : ill('certificate', says, 'Renew it; the proxy should do that by itself.');
}

function certificateOf(host: string, port: number): Promise<PeerCertificate> {
  return new Promise((done, fail) => {
    const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
      done(socket.getPeerCertificate());
      socket.end();
    });
    socket.once('error', fail).once('timeout', () => socket.destroy(new Error('it does not answer')));
  });
}

/** @param apart milliseconds between a clock and this machine's; HTTP dates have whole seconds */
function clockFinding(whose: string, apart: number): Finding {
  const seconds = Math.round(Math.abs(apart) / 1_000);
  return seconds <= CLOCK_SECONDS || Number.isNaN(seconds)
    ? well('clock', `It agrees with that of ${whose}.`)
    : ill(
        'clock',
        `It is ${seconds} seconds off that of ${whose}.`,
        'Let both machines keep their time by NTP.',
      );
}

function isLocal(origin: string | undefined): boolean {
  return !origin || isLoopbackHost(new URL(origin).host);
}

function ask(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
}
