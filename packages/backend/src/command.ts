#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { mailboxToken } from './auth/mail/local-mailbox.ts';
import { serveBackend } from './serve.ts';

const USAGE = `embedded-supabase start [FOLDER]

Serves Supabase's protocol on a PostgreSQL of its own, until it is stopped with Ctrl-C.

  FOLDER            holds migrations/ and, if there is one, seed.sql, which an empty database gets (supabase)
  --data FOLDER     database, keys and stored files (.data)
  --host, --port    where to listen (127.0.0.1, PORT or 54321)
  --confirm-email   people confirm their address before they can sign in

DATABASE_URL names a PostgreSQL 16 or newer to use instead, whose user may create roles.
`;

const LAUNCHER_CHECK_MS = 250;
const say = (text: string) => void process.stderr.write(`${text}\n`);
const sayWith = (fields: object, message: string) => say(`${message} ${inspect(fields)}`);
const log = { info: () => {}, warn: sayWith, error: sayWith };

/** Standard output is valid as a `.env` file. */
async function start(folder: string, options: ReturnType<typeof readArguments>['values']): Promise<void> {
  const migrationsDir = resolve(folder, 'migrations');
  if (!existsSync(migrationsDir))
    throw new Error(
      `There is no folder ${migrationsDir}. Make it, or name the folder that holds migrations/.`,
    );
  const seedFile = join(folder, 'seed.sql');
  const dataDir = resolve(options.data);
  const database = process.env.DATABASE_URL || undefined;
  let close: (() => Promise<void>) | undefined;
  onStop(() => (close ? void close().then(() => process.exit(0), fail) : process.exit(1)));
  const served = await serveBackend({
    database,
    keepsSecretsIn: database ? 'database' : 'folder',
    dataDir,
    migrationsDir,
    seedFile: existsSync(seedFile) ? seedFile : undefined,
    host: options.host,
    port: Number(options.port),
    auth: { mailerAutoconfirm: !options['confirm-email'] },
    onMigration: (file) => say(`Migration ${file}`),
    log,
  });
  close = served.close;
  const { url, backend } = served;
  process.stdout.write(
    `SUPABASE_URL=${url}\nSUPABASE_PUBLISHABLE_KEY=${backend.publishableKey}\nSUPABASE_SECRET_KEY=${backend.secretKey}\n`,
  );
  say(`Mail: ${url}/_mail?token=${await mailboxToken(dataDir)}`);
}

/** Runs `stop` once. npx does not forward signals, so also detects that npx has exited. */
function onStop(stop: () => void): void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const handle = () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, handle);
    stop();
  };
  for (const signal of signals) process.once(signal, handle);
  const launcher = process.ppid;
  const checkLauncher = () => process.ppid !== launcher && handle();
  const watch = process.env.npm_lifecycle_event
    ? setInterval(checkLauncher, LAUNCHER_CHECK_MS).unref()
    : undefined;
}

function readArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string', default: '.data' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: process.env.PORT || '54321' },
      'confirm-email': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}

function fail(error: unknown): never {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

try {
  const { positionals, values } = readArguments();
  const [command, folder = 'supabase', ...more] = positionals;
  if (values.help) process.stdout.write(USAGE);
  else if (command !== 'start' || more.length > 0) fail(USAGE);
  else await start(folder, values);
} catch (error) {
  fail(error);
}
