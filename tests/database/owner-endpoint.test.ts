import { randomUUID } from 'node:crypto';
import type { Message } from 'embedded-supabase/mail';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownerLinkPaths } from '../../app/lib/owner-link.ts';
import { readEnvironment } from '../../server/environment.ts';
import type { Endpoints } from '../../server/http/endpoints.ts';
import { ownerEndpoint } from '../../server/owners/owner-endpoint.ts';
import { newOwnerInvitation } from '../../server/owners/owner-invitation.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { clientAt } from '../support/client.ts';
import { keptLog } from '../support/kept-log.ts';
import { runOwnerCommand } from '../support/owner-command.ts';
import { makeStore } from './store.ts';

let backend: TestBackend;
let endpoint: Endpoints;
const mails: Message[] = [];
const { log, logged, clearLog } = keptLog();
const environment = readEnvironment({ SOUK_ORIGIN: 'https://stores.example' });
const client = (key: string) => clientAt(backend.url, key);

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  await makeStore(backend, 'inkthread');
  endpoint = ownerEndpoint({
    admin: client(backend.secretKey),
    transport: { send: async (message) => void mails.push(message) },
    origin: 'http://localhost:3000',
    log,
  });
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.owner`delete from auth.users`;
  await backend.owner`delete from private.owner_invitations`;
  mails.length = 0;
  clearLog();
});

/** Creates a link as a start does, or for an address. @returns its token */
async function invite(email?: string): Promise<string> {
  const { link, tokenHash } = newOwnerInvitation(environment);
  await client(backend.secretKey)
    .rpc('invite_owner', { p_token_hash: tokenHash, ...(email ? { p_email: email } : {}) })
    .throwOnError();
  return new URL(link).hash.slice(1);
}

const post = async (path: string, body: unknown, visitor = '192.0.2.1') =>
  endpoint.request(
    path,
    { method: 'POST', body: JSON.stringify(body) },
    { host: 'inkthread.localhost', ip: visitor },
  );
const read = async (token: string) => (await post(ownerLinkPaths.read, { token })).json();
const redeem = async (token: string, changes: object = {}) => {
  const account = {
    email: 'amal@example.com',
    name: 'Amal',
    password: 'seven-red-kites',
    claim: randomUUID(),
  };
  return (await post(ownerLinkPaths.redeem, { token, ...account, ...changes })).json();
};
const signIn = (email: string, password: string) =>
  client(backend.publishableKey).auth.signInWithPassword({ email, password });

test('a link creates one account, without a store’s mark, that works in every store', async () => {
  const token = await invite();
  expect(await read(token)).toEqual({ state: 'open', email: '', isOwner: false });
  expect(await redeem(token, { email: 'Amal@Example.com' })).toEqual({ state: 'redeemed' });
  const { data, error } = await signIn('amal@example.com', 'seven-red-kites');
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toMatchObject({ name: 'Amal' });
  const roles =
    await backend.owner`select tenant_id, role from user_roles where user_id = ${data.user?.id ?? ''}`;
  expect(roles).toEqual([{ tenant_id: null, role: 'super_admin' }]);
  expect(await redeem(token, { email: 'eve@example.com' })).toEqual({ state: 'used' });
  expect(await read(token)).toMatchObject({ state: 'used' });
});

test('of two people who use a link at once one becomes the owner, and no account of the other remains', async () => {
  const token = await invite();
  const people = ['one@example.com', 'two@example.com', 'three@example.com'];
  const outcomes = await Promise.all(people.map((email) => redeem(token, { email })));
  expect(outcomes.filter(({ state }) => state === 'redeemed')).toHaveLength(1);
  const winner = people[outcomes.findIndex(({ state }) => state === 'redeemed')];
  expect(await backend.owner`select email from auth.users`).toEqual([{ email: winner }]);
});

test('an expired or unknown link creates no account', async () => {
  const token = await invite();
  await backend.owner`update private.owner_invitations set expires_at = now()`;
  expect(await redeem(token)).toEqual({ state: 'expired' });
  expect(await redeem('guessed')).toEqual({ state: 'unknown' });
  expect(await backend.owner`select 1 from auth.users`).toEqual([]);
});

test('a very common password is rejected with its reason, and the link stays valid', async () => {
  const [token, claim] = [await invite(), randomUUID()];
  expect(await redeem(token, { password: 'password1', claim })).toEqual({
    state: 'weak',
    reasons: ['pwned'],
  });
  expect(await backend.owner`select 1 from auth.users`).toEqual([]);
  expect(await redeem(token, { claim })).toEqual({ state: 'redeemed' });
  // A client whose response was lost retries.
  expect(await redeem(token, { claim })).toEqual({ state: 'redeemed' });
});

test('a shopper with the same mailbox keeps their account', async () => {
  await client(backend.publishableKey).auth.signUp({
    email: 'amal+inkthread@example.com',
    password: 'shopping-bag',
  });
  expect(await redeem(await invite(), { email: 'amal+inkthread@example.com' })).toEqual({ state: 'marked' });
  expect(await redeem(await invite())).toEqual({ state: 'redeemed' });
  expect((await signIn('amal+inkthread@example.com', 'shopping-bag')).error).toBeNull();
  expect((await signIn('amal@example.com', 'shopping-bag')).error?.code).toBe('invalid_credentials');
});

test('a person who created an account with the address before loses it', async () => {
  const squatter = client(backend.publishableKey);
  await squatter.auth.signUp({ email: 'amal@example.com', password: 'was-here-first' });
  await squatter.auth.signInWithPassword({ email: 'amal@example.com', password: 'was-here-first' });
  expect(await redeem(await invite())).toEqual({ state: 'redeemed' });
  expect((await squatter.auth.refreshSession()).error).not.toBeNull();
  expect((await signIn('amal@example.com', 'was-here-first')).error?.code).toBe('invalid_credentials');
  expect((await signIn('amal@example.com', 'seven-red-kites')).error).toBeNull();
});

test('an owner who lost everything sets a new password, and the other owners are informed by mail and log', async () => {
  await redeem(await invite());
  await redeem(await invite('karim@example.com'), { email: '', name: 'Karim' });
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['amal@example.com', 'A new owner at Inkthread'],
  ]);
  await backend.owner`insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
    select id, 'Lost', 'totp', 'verified' from auth.users where email = 'karim@example.com'`;
  const token = await invite('karim@example.com');
  expect(await read(token)).toEqual({ state: 'open', email: 'karim@example.com', isOwner: true });
  expect(await redeem(token, { email: '', name: '', password: 'another-long-one' })).toEqual({
    state: 'redeemed',
  });
  const { data } = await signIn('karim@example.com', 'another-long-one');
  expect(data.user?.factors ?? []).toEqual([]);
  expect(data.user?.user_metadata).toMatchObject({ name: 'Karim' });
  const last = mails.at(-1);
  expect([last?.to, last?.subject]).toEqual([
    'amal@example.com',
    'An owner’s account was given back at Inkthread',
  ]);
  expect(last?.text).toContain('http://inkthread.localhost:3000/admin/dashboard?tab=changes');
  expect(logged()).toContain('a link has made an account an owner’s');
  for (const secret of [token, 'karim@', 'another-long-one']) expect(logged()).not.toContain(secret);
});

test('npm run owner creates a link for a project reached by its URL and secret key', async () => {
  const { code, link } = await runOwnerCommand('amal@example.com', {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
  });
  expect(code).toBe(0);
  expect(await redeem(new URL(link).hash.slice(1), { email: '' })).toEqual({ state: 'redeemed' });
});

test('invalid input gets a clear error, and attempts are limited', async () => {
  for (const body of [null, [], {}, { token: 7 }, { token: 'x'.repeat(201) }])
    expect((await post(ownerLinkPaths.read, body)).status).toBe(400);
  expect((await post(ownerLinkPaths.read, { token: 'x'.repeat(5_000) })).status).toBe(413);
  const whole = {
    token: 'x',
    claim: randomUUID(),
    email: 'a@example.com',
    name: 'A',
    password: 'seven-red-kites',
  };
  for (const bad of [{ email: 'a' }, { password: 'short' }, { claim: '1' }, { name: 'x'.repeat(121) }])
    expect((await post(ownerLinkPaths.redeem, { ...whole, ...bad })).status).toBe(400);
  expect((await endpoint.request(ownerLinkPaths.read)).status).toBe(405);
  const statuses = [];
  for (let n = 0; n < 62; n += 1)
    statuses.push((await post(ownerLinkPaths.read, { token: 'x' }, '198.51.100.7')).status);
  expect(statuses.slice(-2)).toEqual([429, 429]);
});
