// @module-tag slow

import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from 'embedded-supabase/database';
import { findRunningPostgres } from 'embedded-supabase/postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readAccounts } from '../../demo/load/demo-files.ts';
import { version } from '../../server/version.ts';
import { clientAt } from '../support/client.ts';
import { copyClosedStore } from '../support/closed-store.ts';
import { transcript } from '../support/processes.ts';
import { PROJECT, type StoreProcess, startStoreProcess } from '../support/store-process.ts';

// The command is run beside a whole store.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const migrations = readdirSync(join(PROJECT, 'supabase/migrations'))
  .map((file) => file.replace(/\.sql$/, ''))
  .sort();
let folder: string;
let store: StoreProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-doctor-'));
  await chmod(folder, 0o755);
  await copyClosedStore(join(folder, 'data'));
  store = await startStoreProcess(join(folder, 'data'), {
    SOUK_SEED: 'none',
    SOUK_METRICS_TOKEN: 'token-of-the-test',
  });
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The output and exit status of `npm run doctor`, or of a part of it. */
async function examine(environment: NodeJS.ProcessEnv = {}, part: string[] = []) {
  const child = spawn(process.execPath, ['scripts/doctor/main.ts', ...part], {
    cwd: PROJECT,
    env: { ...process.env, PORT: String(store.port), SOUK_DATA: store.dataDir, ...environment },
  });
  const output = transcript(child);
  const [code] = await once(child, 'close');
  return { code, lines: output().split('\n') };
}

it('finds nothing wrong with a running store, and notes what is not enabled', async () => {
  const { code, lines } = await examine();
  for (const start of [
    `ok    store           It answers at http://127.0.0.1:${store.port} and is ready.`,
    'ok    database        PostgreSQL 17',
    `ok    version         This is Souk ${version}.`,
    `ok    migrations      All ${migrations.length} have run, to ${migrations.at(-1)}.`,
    'ok    clock           It agrees with that of the database.',
    'note  owner           Nobody owns these stores yet.',
    'ok    ledgers         Orders, stock, points and discounts add up.',
    'ok    queues          No message and no payment waits for a person.',
    'ok    keys            They are there, and only their owner reads them.',
    'ok    storage         Files can be written to ',
    'note  mail            No mail goes out: SMTP_HOST is not set.',
    'note  payments        Online payment is not offered.',
  ])
    expect(lines.filter((line) => line.startsWith(start))).toHaveLength(1);
  expect(lines).toContain('All is well.');
  expect(code).toBe(0);
});

it('says what a store needs to sell, with examples of its fees', async () => {
  const { code, lines } = await examine({}, ['ready', 'northblock']);
  expect(lines[0]).toBe('Northblock');
  for (const line of [
    'FAIL  The legal name, for invoices',
    'FAIL  A mail server',
    'DEMO  Words of the store’s own',
    'note  A recent backup',
    'ok    A delivery fee or a zone',
    '100 EGP to Cairo: 25 EGP · express 45 EGP',
    '5,000 EGP to Aswan: free · express 45 EGP',
  ])
    expect(lines).toContain(line);
  expect(lines).not.toContain('Inkthread');
  expect(code).toBe(1);
  expect(await examine({}, ['ready', 'nowhere'])).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/^There is no store nowhere[.] There are: inkthread, /), ''],
  });
  expect((await examine({ PORT: '1' }, ['ready'])).lines[0]).toMatch(/^Nothing answers at http:.*:1[.]/);
});

it('says what fails and what to do, and exits with 1', async () => {
  await chmod(join(store.dataDir, 'api-keys.json'), 0o644);
  const { code, lines } = await examine({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: '1',
    SMTP_FROM: 'shop@example.com',
  });
  await chmod(join(store.dataDir, 'api-keys.json'), 0o600);
  const text = lines.join('\n');
  expect(text).toMatch(/FAIL {2}mail +127\.0\.0\.1:1 takes no mail: .*\n +Correct SMTP_HOST/);
  expect(text).toMatch(/FAIL {2}keys +Others than its owner may read .*api-keys\.json\.\n +chmod 600 /);
  expect(text).toContain('2 problems found.');
  expect(code).toBe(1);
});

it('fails on accounts with public passwords in publicly reachable stores', async () => {
  const { secretKey } = JSON.parse(await readFile(join(store.dataDir, 'api-keys.json'), 'utf8'));
  const admin = clientAt(`http://127.0.0.1:${store.port}`, secretKey);
  const [account] = await readAccounts();
  const { email = '', passwordHash: password_hash = '' } = account ?? {};
  const made = await admin.auth.admin.createUser({ email, password_hash, email_confirm: true });
  await admin
    .rpc('mark_demo', { p_tenant_id: 'inkthread', p_demo: { accounts: [{ email, password_hash }] } })
    .throwOnError();
  const here = await examine();
  expect(here.lines.join('\n')).toMatch(/note {2}demo +The passwords of 1 accounts/);
  expect(here.code).toBe(0);
  const elsewhere = await examine({ SOUK_ORIGIN: `http://souk.invalid:${store.port}` });
  expect(elsewhere.lines.join('\n')).toMatch(/FAIL {2}demo +The passwords of 1 accounts/);
  expect(elsewhere.code).toBe(1);
  await admin.auth.admin.deleteUser(made.data.user?.id ?? '');
});

it('fails on jobs that failed for good, and says where to read why', async () => {
  const address = await findRunningPostgres(store.dataDir, 'souk');
  if (!address) throw new Error('No PostgreSQL runs there');
  const sql = openPool(address, 1);
  await sql`insert into private.jobs (kind, key, attempts) values ('of_the_test', 'to nobody', 20)`;
  const { code, lines } = await examine();
  await sql`delete from private.jobs where key = 'to nobody'`;
  await sql.end();
  expect(lines.join('\n')).toMatch(
    /FAIL {2}jobs +1 jobs of the server .* failed\.\n +Read in the office, under Settings: Failed jobs/,
  );
  expect(code).toBe(1);
});

it('needs no key file if the environment has the key', async () => {
  const hidden = ['api-keys.json', 'jwt-key.json'].map((name) => join(store.dataDir, name));
  const keys = { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_given', SUPABASE_SECRET_KEY: 'sb_secret_given' };
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signing = { SOUK_JWT_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })) };
  for (const file of hidden) await rename(file, `${file}.away`);
  try {
    const all = await examine({ ...keys, ...signing });
    expect(all.lines).toContain('ok    keys            They are those of the environment.');
    expect(all.code).toBe(0);
    const text = (await examine(keys)).lines.join('\n');
    expect(text).toMatch(/FAIL {2}keys +jwt-key\.json is missing/);
    expect(text).not.toContain('api-keys.json');
  } finally {
    for (const file of hidden) await rename(`${file}.away`, file);
  }
});

it('says where it looked if nothing runs there, and which setting is invalid', async () => {
  const nowhere = await examine({ PORT: '1', SOUK_DATA: join(folder, 'nowhere') });
  expect(nowhere.lines.join('\n')).toContain('Nothing answers at http://127.0.0.1:1.');
  expect(nowhere.lines.join('\n')).toContain(`No PostgreSQL runs on ${join(folder, 'nowhere')}.`);
  expect(nowhere.code).toBe(1);
  const wrong = await examine({ SOUK_ALERT_EMAIL: 'nobody' });
  expect(wrong.lines.join('\n')).toContain('SOUK_ALERT_EMAIL must be an email address');
  expect(wrong.code).toBe(2);
});

it('shows the running store’s Prometheus metrics', async () => {
  const address = `http://127.0.0.1:${store.port}`;
  await (await fetch(`${address}/shop`)).text();
  await (await fetch(`${address}/shop`)).text();
  const answer = await fetch(`${address}/metrics`, {
    headers: { authorization: 'Bearer token-of-the-test' },
  });
  const text = await answer.text();
  for (const line of [
    'souk_http_requests_total{route="/shop",method="GET",status="200"} 2',
    'souk_page_cache_requests_total{result="miss"} 1',
    'souk_page_cache_requests_total{result="hit"} 1',
    'souk_page_render_seconds_count{result="200"} 1',
    'souk_database_up 1',
    'souk_order_mails{state="waiting"} 0',
    // The server itself receives catalogue changes without a socket.
    'souk_realtime_sockets 0',
  ])
    expect(text).toContain(line);
  expect(text).toMatch(/souk_database_statement_seconds_count\{lane="own"\} [1-9]/);
  expect((await fetch(`${address}/metrics`)).status).toBe(401);
});
