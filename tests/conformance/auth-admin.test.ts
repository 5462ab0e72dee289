import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/bcrypt';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authRequests, claimsOf, newAddress, PASSWORD, sessionOf } from '../support/auth-people.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { catchMail } from '../support/caught-mail.ts';
import { movableClock } from '../support/clock.ts';

const SITE = 'https://shop.test';
const clock = movableClock();
const mail = catchMail();
let backend: TestBackend;
let admin: SupabaseClient['auth']['admin'];
const request = authRequests(() => backend);

beforeAll(async () => {
  backend = await startTestBackend({
    now: clock.now,
    auth: { siteUrl: SITE, redirectAllowList: ['https://*.shop.test/**'], mail: { transport: mail } },
  });
  admin = backend.client({ key: backend.secretKey }).auth.admin;
});
afterAll(() => backend.close());

async function person(fields: object = {}) {
  const email = newAddress();
  const { data, error } = await admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    ...fields,
  });
  if (error) throw error;
  return { email, id: data.user.id, user: data.user };
}

async function signedIn(email: string, password = PASSWORD) {
  const client = backend.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

describe('only the secret key opens the admin endpoints:', () => {
  const somebody = randomUUID();
  it.each([
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${somebody}`],
    ['PUT', `/admin/users/${somebody}`],
    ['DELETE', `/admin/users/${somebody}`],
    ['GET', `/admin/users/${somebody}/factors`],
    ['DELETE', `/admin/users/${somebody}/factors/${somebody}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ])('%s %s', async (method, path) => {
    const { email } = await person();
    const { access_token: token } = await sessionOf(await signedIn(email));
    const body = method === 'GET' ? undefined : { email };
    expect(await request(method, path, body)).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    });
    expect(await request(method, path, body, { token })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    });
    expect(await request(method, path, body, { token: 'a.b.c' })).toMatchObject({
      status: 403,
      body: { code: 'bad_jwt' },
    });
  });
});

describe('creating a user', () => {
  it('makes a confirmed account with metadata of both kinds', async () => {
    const { user, email } = await person({
      user_metadata: { name: 'Mona' },
      app_metadata: { plan: 'gold' },
    });
    expect(user).toMatchObject({
      email,
      role: 'authenticated',
      user_metadata: { name: 'Mona', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'], plan: 'gold' },
    });
    expect(user.email_confirmed_at).toMatch(/Z$/);
    expect(user.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true });
    expect((await signedIn(email)) !== undefined).toBe(true);
  });

  it('leaves the address unconfirmed unless told otherwise', async () => {
    const { email, user } = await person({ email_confirm: false });
    expect(user).not.toHaveProperty('email_confirmed_at');
    const { error } = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe('email_not_confirmed');
  });

  it('takes an id, a role, a number and a ban', async () => {
    const id = randomUUID();
    const { user } = await person({
      id,
      role: 'authenticated',
      phone: '+20 100 765 4321',
      phone_confirm: true,
      ban_duration: '24h',
    });
    expect(user).toMatchObject({ id, phone: '201007654321' });
    expect(user.phone_confirmed_at).toMatch(/Z$/);
    expect(user.identities?.map(({ provider }) => provider).sort()).toEqual(['email', 'phone']);
    const banned = new Date(user.banned_until ?? '').getTime() - clock.now().getTime();
    expect(Math.round(banned / 3_600_000)).toBe(24);
  });

  it('takes a bcrypt hash from elsewhere', async () => {
    const email = newAddress();
    const imported = await hash(PASSWORD, { cost: 5, version: '2b' });
    await admin.createUser({ email, password_hash: imported, email_confirm: true });
    expect((await backend.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    for (const wrong of ['$argon2id$v=19$x', '$2a$31$abc', 'plain']) {
      const { error } = await admin.createUser({ email: newAddress(), password_hash: wrong });
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    }
  });

  it('refuses what is taken and what makes no sense', async () => {
    const { email } = await person();
    expect((await admin.createUser({ email, password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    await person({ phone: '201002223333' });
    expect((await admin.createUser({ phone: '201002223333' })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    });
    const { error } = await admin.createUser({ password: PASSWORD });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await admin.createUser({ email: newAddress(), ban_duration: 'soon' })).error?.status).toBe(400);
    expect((await admin.createUser({ email: newAddress(), id: 'x' })).error?.status).toBe(400);
  });
});

describe('listing users', () => {
  it('goes page by page, newest first, and says how many there are', async () => {
    const made = [];
    for (let index = 0; index < 5; index += 1) {
      clock.advance(1);
      made.push((await person()).id);
    }
    const [{ total = 0 } = {}] = await backend.owner<{ total: number }[]>`
      select count(*)::int as total from auth.users`;
    const first = await admin.listUsers({ page: 1, perPage: 2 });
    expect(first.error).toBeNull();
    expect(first.data.users.map(({ id }) => id)).toEqual([made[4], made[3]]);
    expect(first.data).toMatchObject({ nextPage: 2, total, aud: 'authenticated' });
    const second = await admin.listUsers({ page: 2, perPage: 2 });
    expect(second.data.users.map(({ id }) => id)).toEqual([made[2], made[1]]);
    const { headers } = await request('GET', '/admin/users?page=1&per_page=2', undefined, {
      key: backend.secretKey,
    });
    expect(headers.get('x-total-count')).toBe(String(total));
    expect(headers.get('link')).toBe(
      `</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=${Math.ceil(total / 2)}&per_page=2>; rel="last"`,
    );
  });

  it('filters and sorts, and refuses what it cannot sort by', async () => {
    const { email, id } = await person();
    const key = backend.secretKey;
    const found = await request('GET', `/admin/users?filter=${encodeURIComponent(email)}`, undefined, {
      key,
    });
    expect(found.body.users.map((user: { id: string }) => user.id)).toEqual([id]);
    const everything = await request('GET', '/admin/users?filter=%25&per_page=1000', undefined, { key });
    expect(everything.body.users).toEqual([]);
    const sorted = await request('GET', '/admin/users?sort=created_at%20asc&per_page=1000', undefined, {
      key,
    });
    expect(sorted.body.users.at(-1).id).toBe(id);
    for (const query of [
      'sort=encrypted_password',
      'page=0',
      'page=x',
      'per_page=-1',
      "sort=created_at';--",
    ]) {
      expect((await request('GET', `/admin/users?${query}`, undefined, { key })).status, query).toBe(400);
    }
  });

  it('shows no password and no token', async () => {
    const { text } = await request('GET', '/admin/users?per_page=1000', undefined, {
      key: backend.secretKey,
    });
    expect(text).not.toMatch(/encrypted_password|_token"|\$2a\$/);
  });
});

describe('one user', () => {
  it('is read by id', async () => {
    const { id, email } = await person();
    expect((await admin.getUserById(id)).data.user).toMatchObject({ id, email });
    expect((await admin.getUserById(randomUUID())).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
    expect((await request('GET', '/admin/users/x', undefined, { key: backend.secretKey })).status).toBe(404);
  });

  it('gets metadata, which merges, and a role', async () => {
    const { id } = await person({ user_metadata: { a: 1, b: 2 }, app_metadata: { tier: 'low' } });
    const { data, error } = await admin.updateUserById(id, {
      user_metadata: { b: null, c: 3 },
      app_metadata: { tier: 'high' },
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ a: 1, c: 3, email_verified: true });
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', tier: 'high' });
  });

  it('gets another address at once', async () => {
    const { id } = await person();
    const email = newAddress();
    const { data } = await admin.updateUserById(id, { email, email_confirm: true });
    expect(data.user).toMatchObject({ email });
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true });
    await signedIn(email);
    const { email: taken } = await person();
    expect((await admin.updateUserById(id, { email: taken })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
  });

  it('gets another password, which ends every session', async () => {
    const { id, email } = await person();
    const client = await signedIn(email);
    const { access_token: token } = await sessionOf(client);
    expect((await admin.updateUserById(id, { password: 'short' })).error).toMatchObject({
      code: 'weak_password',
    });
    expect((await admin.updateUserById(id, { password: 'another long password' })).error).toBeNull();
    expect((await backend.client().auth.getUser(token)).error?.name).toBe('AuthSessionMissingError');
    await signedIn(email, 'another long password');
  });

  it('is banned and let in again', async () => {
    const { id, email } = await person();
    const client = await signedIn(email);
    await admin.updateUserById(id, { ban_duration: '1h' });
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'user_banned' });
    await admin.updateUserById(id, { ban_duration: 'none' });
    expect((await signedIn(email)) !== undefined).toBe(true);
    await admin.updateUserById(id, { ban_duration: '1h' });
    clock.advance(3601);
    expect((await signedIn(email)) !== undefined).toBe(true);
  });

  it('is signed out by their token, here or everywhere', async () => {
    const { email } = await person();
    const [one, two] = [await signedIn(email), await signedIn(email)];
    const { access_token: token } = await sessionOf(one);
    expect((await admin.signOut(token, 'others')).error).toBeNull();
    expect((await two.auth.refreshSession()).error).not.toBeNull();
    expect((await admin.signOut(token, 'global')).error).toBeNull();
    expect((await backend.client().auth.getUser(token)).error).not.toBeNull();
  });

  it('is deleted with everything that was theirs', async () => {
    const { id, email } = await person();
    const client = await signedIn(email);
    const { access_token: token } = await sessionOf(client);
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
    for (const table of ['identities', 'sessions', 'mfa_factors', 'one_time_tokens']) {
      expect(
        await backend.owner`select from auth.${backend.owner(table)} where user_id = ${id}`,
      ).toHaveLength(0);
    }
    expect((await backend.client().auth.getUser(token)).error).toMatchObject({ code: 'user_not_found' });
    expect((await admin.createUser({ email })).error).toBeNull();
  });

  it('is deleted softly: the row stays, the person is gone from it', async () => {
    const { id, email } = await person({ user_metadata: { name: 'Mona' }, phone: '201005556666' });
    await signedIn(email);
    expect((await admin.deleteUser(id, true)).error).toBeNull();
    const [row] = await backend.owner`
      select email, phone, encrypted_password, raw_user_meta_data as data, deleted_at from auth.users where id = ${id}`;
    expect(row?.deleted_at).not.toBeNull();
    expect(row).toMatchObject({ encrypted_password: null, data: {} });
    expect(JSON.stringify(row)).not.toContain(email);
    expect(JSON.stringify(row)).not.toContain('201005556666');
    const identities =
      await backend.owner`select provider_id, identity_data from auth.identities where user_id = ${id}`;
    expect(identities).toHaveLength(2);
    expect(JSON.stringify(identities)).not.toContain(email);
    const { error } = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
    expect((await admin.deleteUser(id, true)).error).toBeNull();
    expect((await admin.createUser({ email })).error).toBeNull();
  });

  it('that other records need stays, and the answer says so', async () => {
    const { id } = await person();
    await backend.owner`create table if not exists public.needs_users (user_id uuid references auth.users (id))`;
    await backend.owner`insert into public.needs_users values (${id})`;
    expect((await admin.deleteUser(id)).error).toMatchObject({ status: 409, code: 'conflict' });
    expect((await admin.getUserById(id)).error).toBeNull();
  });
});

describe('inviting', () => {
  it('sends a message whose link lets a password be set', async () => {
    const email = newAddress();
    const { data, error } = await admin.inviteUserByEmail(email, {
      data: { name: 'Omar' },
      redirectTo: 'https://red.shop.test/welcome',
    });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toMatch(/Z$/);
    const message = await mail.take(email, 'invite');
    expect(message.link?.origin).toBe('https://red.shop.test');
    const client = backend.client();
    const verified = await client.auth.verifyOtp({
      type: 'invite',
      token_hash: message.link?.searchParams.get('token_hash') ?? '',
    });
    expect(verified.data.user).toMatchObject({
      email,
      user_metadata: { name: 'Omar', email_verified: true },
    });
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    await signedIn(email);
  });

  it('can be done again until it is accepted', async () => {
    const email = newAddress();
    const first = await admin.inviteUserByEmail(email);
    const second = await admin.inviteUserByEmail(email);
    expect(second.data.user?.id).toBe(first.data.user?.id);
    const { email: known } = await person();
    expect((await admin.inviteUserByEmail(known)).error).toMatchObject({ status: 422, code: 'email_exists' });
  });
});

describe('generating links', () => {
  async function follow(actionLink: string) {
    const { location } = await request('GET', actionLink);
    return Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)));
  }

  it('for signing up makes the account and a link that confirms it', async () => {
    const email = newAddress();
    const sent = mail.messages.length;
    const { data, error } = await admin.generateLink({
      type: 'signup',
      email,
      password: PASSWORD,
      options: { data: { name: 'Mona' }, redirectTo: 'https://red.shop.test/in' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Mona' } });
    expect(data.properties).toMatchObject({
      verification_type: 'signup',
      redirect_to: 'https://red.shop.test/in',
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    });
    expect(mail.messages.length).toBe(sent);
    expect(await follow(data.properties?.action_link ?? '')).toMatchObject({
      type: 'signup',
      token_type: 'bearer',
    });
    await signedIn(email);
  });

  it.each(['magiclink', 'recovery'] as const)('for %s signs in', async (type) => {
    const { email } = await person();
    const { data } = await admin.generateLink({ type, email });
    const { access_token: token } = await follow(data.properties?.action_link ?? '');
    expect(claimsOf(token ?? '').email).toBe(email);
  });

  it('works by code and by token as well', async () => {
    const { email } = await person();
    const byCode = await admin.generateLink({ type: 'recovery', email });
    const { error } = await backend.client().auth.verifyOtp({
      email,
      token: byCode.data.properties?.email_otp ?? '',
      type: 'recovery',
    });
    expect(error).toBeNull();
    const byToken = await admin.generateLink({ type: 'magiclink', email });
    const second = await backend.client().auth.verifyOtp({
      type: 'magiclink',
      token_hash: byToken.data.properties?.hashed_token ?? '',
    });
    expect(second.error).toBeNull();
  });

  it('for an invitation and for a magic link makes an account that is not there', async () => {
    for (const type of ['invite', 'magiclink'] as const) {
      const email = newAddress();
      const { data, error } = await admin.generateLink({ type, email });
      expect(error).toBeNull();
      expect(data.properties?.verification_type).toBe(type === 'invite' ? 'invite' : 'signup');
      const { access_token: token } = await follow(data.properties?.action_link ?? '');
      expect(claimsOf(token ?? '').email).toBe(email);
    }
  });

  it('for another address makes one for each, and both are needed', async () => {
    const { email, id } = await person();
    const newEmail = newAddress();
    const forOld = await admin.generateLink({ type: 'email_change_current', email, newEmail });
    const forNew = await admin.generateLink({ type: 'email_change_new', email, newEmail });
    expect(forNew.data.user).toMatchObject({ new_email: newEmail });
    expect((await follow(forOld.data.properties?.action_link ?? '')).message).toContain('other email');
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    expect((await follow(forNew.data.properties?.action_link ?? '')).access_token).toBeDefined();
    expect((await admin.getUserById(id)).data.user?.email).toBe(newEmail);
  });

  it('refuses what it cannot do', async () => {
    const { email } = await person();
    const key = backend.secretKey;
    const ask = (body: object) => request('POST', '/admin/generate_link', body, { key });
    expect(await ask({ type: 'recovery', email: newAddress() })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
    expect(await ask({ type: 'signup', email, password: PASSWORD })).toMatchObject({
      status: 422,
      body: { code: 'email_exists' },
    });
    expect((await ask({ type: 'signup', email: newAddress() })).status).toBe(400);
    expect((await ask({ type: 'sms', email })).status).toBe(400);
    expect((await ask({ type: 'email_change_new', email, new_email: email })).status).toBe(422);
    const elsewhere = await ask({ type: 'recovery', email, redirect_to: 'https://evil.test' });
    expect(elsewhere.body.redirect_to).toBe(SITE);
  });
});

describe('factors', () => {
  it('are listed and removed for somebody who lost their phone', async () => {
    const { id, email } = await person();
    const client = await signedIn(email);
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Lost' });
    const code = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') }).generate({
      timestamp: clock.now().getTime(),
    });
    await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    const listed = await admin.mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([
      { id: data?.id, friendly_name: 'Lost', factor_type: 'totp', status: 'verified' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(data?.totp.secret);
    const removed = await admin.mfa.deleteFactor({ userId: id, id: data?.id ?? '' });
    expect(removed.error).toBeNull();
    expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
    const { data: refreshed } = await client.auth.refreshSession();
    expect(claimsOf(refreshed.session?.access_token ?? '').aal).toBe('aal1');
    const again = await admin.mfa.deleteFactor({ userId: id, id: randomUUID() });
    expect(again.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  });
});

describe('the audit log', () => {
  it('says who did what, without secrets', async () => {
    const { id, email } = await person();
    await signedIn(email);
    await admin.deleteUser(id);
    const rows = await backend.owner<{ payload: { action: string; actor_username: string } }[]>`
      select payload from auth.audit_log_entries
      where payload ->> 'actor_id' = ${id} or payload -> 'traits' ->> 'user_id' = ${id} order by created_at`;
    expect(rows.map(({ payload }) => payload.action)).toEqual(['user_signedup', 'login', 'user_deleted']);
    expect(rows[2]?.payload.actor_username).toBe('service_role');
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });
});
