import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import type { Message } from 'embedded-supabase/mail';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { invitationPaths } from '../../app/lib/staff-invitation.ts';
import type { Endpoints } from '../../server/http/endpoints.ts';
import { staffInvitationEndpoint } from '../../server/owners/staff-invitation-endpoint.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { packerRole } from './attack-world.ts';
import { makeStore } from './store.ts';

let backend: TestBackend;
let mailing: Endpoints;
let silent: Endpoints;
let failing: Endpoints;
let token = '';
const mails: Message[] = [];
const client = (key: string) =>
  createClient<Database>(backend.url, key, { auth: { persistSession: false, autoRefreshToken: false } });

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  await makeStore(backend, 'inkthread');
  const admin = client(backend.secretKey);
  const options = {
    admin,
    backend: { internalUrl: backend.url, publishableKey: backend.publishableKey, fetch },
    origin: 'http://localhost:3000',
    log: pino({ level: 'silent' }),
  };
  const send = async (message: Message) => void mails.push(message);
  mailing = staffInvitationEndpoint({ ...options, transport: { send } });
  silent = staffInvitationEndpoint({ ...options, transport: undefined });
  const refuse = () => Promise.reject(new Error('550'));
  failing = staffInvitationEndpoint({ ...options, transport: { send: refuse } });
  const account = { email: 'owner@example.com', password: 'five-red-kites' };
  const { data } = await admin.auth.admin.createUser({ ...account, email_confirm: true });
  await backend.owner`insert into user_roles (user_id, role) values (${data.user?.id ?? ''}, 'super_admin')`;
  await backend.owner`insert into staff_members (user_id, name) values (${data.user?.id ?? ''}, 'Amal')`;
  const signedIn = await client(backend.publishableKey).auth.signInWithPassword(account);
  token = signedIn.data.session?.access_token ?? '';
});
afterAll(() => backend.close());
beforeEach(() => {
  mails.length = 0;
});

const post = (endpoint: Endpoints, path: string, body: unknown, bearer = '') =>
  endpoint.request(
    path,
    { method: 'POST', body: JSON.stringify(body), headers: { authorization: `Bearer ${bearer}` } },
    { host: 'inkthread.localhost', ip: '192.0.2.1' },
  );
const invitation = (email: string) => ({
  ...{ tenantId: 'inkthread', email, language: 'en', roleIds: [packerRole], stores: ['inkthread'] },
  ...{ startsOn: '', endsOn: '' },
});
const invite = async (endpoint: Endpoints, email: string) =>
  (await post(endpoint, invitationPaths.invite, invitation(email), token)).json();
const redeem = async (link: string, changes: object = {}) => {
  const account = { name: 'Hoda', password: 'seven-red-kites', claim: randomUUID() };
  const answer = await post(mailing, invitationPaths.redeem, { token: link, ...account, ...changes });
  return answer.json();
};
const linkIn = (text = '') => /\/invitation#(\S+)/.exec(text)?.[1] ?? '';

test('the mail’s link makes an account that works in the store, and signs in with its own password', async () => {
  expect(await invite(mailing, 'Hoda@Example.com')).toEqual({
    ...{ email: 'hoda@example.com', link: null, problem: null },
  });
  expect(mails).toMatchObject([{ to: 'hoda@example.com', subject: expect.stringContaining('Amal') }]);
  const link = linkIn(mails[0]?.text);
  const read = await (await post(mailing, invitationPaths.read, { token: link })).json();
  expect(read).toMatchObject({ state: 'open', email: 'hoda@example.com', hasAccount: false });
  expect(await redeem(link, { password: 'password1' })).toMatchObject({ state: 'weak' });
  expect(await backend.owner`select 1 from auth.users where email = 'hoda@example.com'`).toEqual([]);
  // The link waits a minute for whoever has begun to accept it.
  await backend.owner`update private.staff_invitations set claimed_by = null, claimed_at = null`;
  expect(await redeem(link)).toEqual({ state: 'accepted' });
  const person = client(backend.publishableKey);
  await person.auth.signInWithPassword({ email: 'hoda@example.com', password: 'seven-red-kites' });
  expect((await person.rpc('my_workplaces')).data).toEqual([
    {
      tenant_id: 'inkthread',
      capabilities: ['customers.see_contact', 'orders.pack', 'orders.see', 'pickups.see'],
    },
  ]);
  expect((await person.from('staff_members').select('name')).data).toEqual([{ name: 'Hoda' }]);
});

test('without a mail server, or when it refuses, the inviter gets the link to hand on', async () => {
  const answer = await invite(silent, 'one@example.com');
  expect(answer).toMatchObject({ email: 'one@example.com', problem: 'no_mail' });
  expect(await redeem(linkIn(answer.link))).toEqual({ state: 'accepted' });
  const refused = await invite(failing, 'two@example.com');
  expect(refused).toMatchObject({ problem: 'mail_failed', link: expect.stringContaining('/invitation#') });
});

test('a new account is not made for an address that has one', async () => {
  await invite(mailing, 'owner@example.com');
  expect(await redeem(linkIn(mails[0]?.text))).toEqual({ state: 'needsSignIn' });
});

test('only people with the right invite, and bad input gets a clear error', async () => {
  const strange = await post(mailing, invitationPaths.invite, invitation('three@example.com'), 'nobody');
  expect(strange.status).toBe(401);
  const { data } = await client(backend.publishableKey).auth.signInWithPassword({
    email: 'hoda@example.com',
    password: 'seven-red-kites',
  });
  const asPacker = await post(
    mailing,
    invitationPaths.invite,
    invitation('three@example.com'),
    data.session?.access_token,
  );
  expect(asPacker.status).toBe(403);
  const bad = await post(mailing, invitationPaths.invite, { ...invitation('x'), roleIds: [] }, token);
  expect(bad.status).toBe(400);
  expect(await invite(mailing, 'nobody')).toMatchObject({ details: 'invalid_staff_email' });
  expect(mails).toEqual([]);
});
