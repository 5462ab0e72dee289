// @module-tag slow

import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { startBackend } from 'embedded-supabase';
import { openDatabase } from 'embedded-supabase/database';
import { findRunningPostgres, startPostgres } from 'embedded-supabase/postgres';
import { startStubSmtp } from 'embedded-supabase/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makePerson, type Person } from '../database/people.ts';
import { makeStore, orderOf, place, type Store } from '../database/store.ts';
import { until } from '../support/processes.ts';
import { PROJECT, startStoreProcess } from '../support/store-process.ts';

// A whole store is cloned and the clone is started.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const migrationsDir = join(PROJECT, 'supabase/migrations');
let folder: string;
let store: Store;
let shopper: Person;
let secretKey: string;
const at = (name: string) => join(folder, name);

/** A store with an unsent notification, a signed-in person, and a file. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-clone-'));
  await chmod(folder, 0o755);
  const server = await startPostgres({ dataDir: at('shop'), database: 'souk', durable: false });
  const backend = await startBackend({
    database: server.address,
    dataDir: at('shop'),
    migrationsDir,
    publicUrl: 'http://shop.test',
    checksSessions: false,
  });
  secretKey = backend.secretKey;
  const db = {
    ...backend.database,
    address: server.address,
    authenticatorPassword: '',
    drop: async () => {},
  };
  store = await makeStore(db, 'inkthread');
  shopper = await makePerson(db, 'inkthread');
  await place(db, shopper.identity, orderOf(store));
  await db.owner`insert into auth.sessions (user_id) values (${shopper.id})`;
  const client = createClient('http://shop.test', secretKey, { global: { fetch: backend.fetch } });
  const file = await client.storage
    .from('banners')
    .upload('a.png', Buffer.from('a picture'), { contentType: 'image/png' });
  expect(file.error).toBeNull();
  await backend.close();
  await server.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function clone(values: string[]) {
  const { DATABASE_URL: _, SUPABASE_URL: __, ...environment } = process.env;
  return spawnSync(process.execPath, ['scripts/clone.ts', ...values], {
    cwd: PROJECT,
    encoding: 'utf8',
    env: { ...environment, SOUK_DATA: at('shop') },
  });
}

it('creates a copy that sends nothing and takes no payments, whatever its environment says', async () => {
  const made = clone([at('copy')]);
  expect(made.stderr).toBe('');
  expect(made.stdout).toContain('is a staging copy, with 1 files');
  const smtp = await startStubSmtp();
  const copy = await startStoreProcess(at('copy'), {
    SOUK_SEED: 'none',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtp.port),
    SMTP_FROM: 'shop@example.com',
    STRIPE_SECRET_KEY: 'sk_live_of_the_store',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_store',
  });
  const address = await findRunningPostgres(at('copy'), 'souk');
  if (!address) throw new Error('The copy has no database');
  const database = openDatabase({ address, authenticatorPassword: '', checksSessions: false });
  try {
    expect(copy.output()).toContain('This is a staging copy: it sends no messages, takes no payments');
    const webhook = await fetch(`http://127.0.0.1:${copy.port}/payments/webhook`, {
      method: 'POST',
      body: '{}',
    });
    expect(await webhook.text()).not.toContain('signature');

    const keys = JSON.parse(await readFile(at('copy/api-keys.json'), 'utf8'));
    expect(keys.secretKey).not.toBe(secretKey);
    const client = createClient(`http://127.0.0.1:${copy.port}`, keys.publishableKey);
    const recovery = await client.auth.resetPasswordForEmail(shopper.email);
    expect(recovery.error).toBeNull();
    expect(await database.owner`select from auth.sessions`).toEqual([]);

    const due = () =>
      database.owner`select from order_notifications where sent_at is null and expired_at is null`;
    expect(await due()).toEqual([]);
    const [order] = await database.owner`select id from orders`;
    await database.owner`update order_notifications set expired_at = null where order_id = ${order?.id}`;
    await database.owner`
      select private.add_job('send_email', id::text, p_tenant_id => tenant_id) from order_notifications where order_id = ${order?.id}`;
    await until(
      'the message about the order went into the local mailbox',
      async () => (await due()).length === 0,
    );
    await until('both messages lie there', async () => (await readdir(at('copy/mail'))).length >= 2);
    expect(smtp.heard).toEqual([]);
    const files = await readdir(at('copy/storage/objects'), { recursive: true });
    expect(files.filter((name) => name.includes('/'))).toHaveLength(1);
  } finally {
    await database.close();
    await copy.stop();
    await smtp.close();
  }
});

it('says in one sentence what is wrong with its arguments, and touches nothing', async () => {
  const before = (await readdir(at('shop'))).sort();
  const cases: [string[], string][] = [
    [[], 'This is how it is called: npm run clone -- FOLDER [DATABASE_URL]'],
    [[at('shop')], `${at('shop')} is not empty: it holds`],
    [[at('other'), 'somewhere'], 'A database URL looks like postgres://user:password@host:5432/database'],
  ];
  for (const [values, sentence] of cases) {
    const { status, stderr } = clone(values);
    expect(stderr).toContain(sentence);
    expect(status).toBe(1);
  }
  expect((await readdir(at('shop'))).sort()).toEqual(before);
  expect(await readdir(folder)).not.toContain('other');
});
