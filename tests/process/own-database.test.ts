import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from 'embedded-supabase/database';
import { type EmbeddedPostgres, startPostgres } from 'embedded-supabase/postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ownerLinkPaths } from '../../app/lib/owner-link.ts';
import { clientAt } from '../support/client.ts';
import { openStores } from '../support/open-stores.ts';
import { runOwnerCommand } from '../support/owner-command.ts';
import { until } from '../support/processes.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { type StoreProcess, startStoreProcess } from '../support/store-process.ts';

// Stores are set up on a database of their own and started.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let folder: string;
let s3: S3Server;
let postgres: EmbeddedPostgres;
let stores: StoreProcess[] = [];
let environment: NodeJS.ProcessEnv;
let keys: { publishableKey: string; secretKey: string };

/** A managed PostgreSQL whose user is no superuser, with two stores on it and on one S3 bucket. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-own-database-'));
  await chmod(folder, 0o755);
  s3 = await startS3Server();
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  const admin = openPool(postgres.address, 1);
  await admin`create role owner login createrole createdb bypassrls password 'of-the-owner'`;
  await admin`create database shop owner owner`;
  await admin.end();
  const { host, port } = postgres.address;
  environment = {
    DATABASE_URL: `postgres://owner:of-the-owner@localhost:${port}/shop?host=${encodeURIComponent(host)}`,
    SOUK_ORIGIN: 'https://shop.example',
    SOUK_SEED: 'presets',
    ...s3.environment,
  };
  for (let count = 0; count < 2; count += 1) {
    stores.push(await startStoreProcess(join(folder, `data-${count}`), environment));
  }
  const owner = openPool({ ...postgres.address, database: 'shop' }, 1);
  const [kept] = await owner`select value from backend.secrets where name = 'api-keys'`;
  await owner.end();
  keys = JSON.parse(kept?.value);
  await openStores(client(stores[0], keys.secretKey));
});

afterAll(async () => {
  const codes = await Promise.all(stores.map((store) => store.stop()));
  stores = [];
  await postgres?.stop();
  await s3?.close();
  await rm(folder, { recursive: true, force: true });
  expect(codes).toEqual([0, 0]);
});

const client = (store: StoreProcess | undefined, key = keys.publishableKey) =>
  clientAt(`http://127.0.0.1:${store?.port}`, key);

it('npm run owner creates a link that works at each of them', async () => {
  const { code, link } = await runOwnerCommand('amal@example.com', environment);
  expect(code).toBe(0);
  const token = new URL(link).hash.slice(1);
  for (const { port } of stores) {
    const answer = await fetch(`http://127.0.0.1:${port}${ownerLinkPaths.read}`, {
      method: 'POST',
      body: JSON.stringify({ token }),
    });
    expect(await answer.json()).toEqual({ state: 'open', email: 'amal@example.com', isOwner: false });
  }
});

it('stores on an external PostgreSQL share people and files', async () => {
  const [one, other] = stores;
  const account = { email: 'mona+casecraft@example.com', password: 'a harmless phrase of mine' };
  const name = { name: 'Mona', original_email: 'mona@example.com', tenant_id: 'casecraft' };
  const signedUp = await client(one).auth.signUp({ ...account, options: { data: name } });
  expect(signedUp.error).toBeNull();
  const signedIn = await client(one).auth.signInWithPassword(account);
  const elsewhere = client(other);
  const token = signedIn.data.session?.access_token ?? '';
  const seen = await elsewhere.auth.getUser(token);
  expect(seen.data.user?.email).toBe(account.email);
  const again = await elsewhere.auth.refreshSession({
    refresh_token: signedIn.data.session?.refresh_token ?? '',
  });
  expect(again.error).toBeNull();

  const path = 'banner-images/shared.png';
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const bucket = client(one, keys.secretKey).storage.from('banners');
  expect((await bucket.upload(path, pixel, { contentType: 'image/png' })).error).toBeNull();
  const file = await fetch(client(other).storage.from('banners').getPublicUrl(path).data.publicUrl);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(pixel);
});

it('a change at one of two stores shows on the other’s pages long before its cache expires', async () => {
  const [one, other] = stores;
  const shown = async () => {
    const answer = await fetch(`http://127.0.0.1:${other?.port}/categories?tenant=casecraft`);
    return answer.text();
  };
  expect(await shown()).not.toContain('Cases for hikers');
  const { error } = await client(one, keys.secretKey)
    .from('categories')
    .insert({ name: 'Cases for hikers', tenant_id: 'casecraft' });
  expect(error).toBeNull();
  await until('the other store shows the category', async () => (await shown()).includes('Cases for hikers'));
});
