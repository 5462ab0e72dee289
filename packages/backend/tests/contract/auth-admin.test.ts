import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/bcrypt';
import { describe, expect, it } from 'vitest';
import { identifier } from '../../src/lib/sql.ts';
import { newAddress, PASSWORD, sessionOf } from '../support/auth-people.ts';
import { admin, adminOfBackend, backend, clock, person, request, signedIn } from './admin-people.ts';

adminOfBackend();

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

  it('leaves the address unconfirmed by default', async () => {
    const { email, user } = await person({ email_confirm: false });
    expect(user).not.toHaveProperty('email_confirmed_at');
    const { error } = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe('email_not_confirmed');
  });

  it('accepts an id, a role, a number and a ban', async () => {
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

  it('accepts an imported bcrypt hash', async () => {
    const email = newAddress();
    const imported = await hash(PASSWORD, { cost: 5, version: '2b' });
    await admin.createUser({ email, password_hash: imported, email_confirm: true });
    expect((await backend.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    for (const wrong of ['$argon2id$v=19$x', '$2a$31$abc', 'plain']) {
      const { error } = await admin.createUser({ email: newAddress(), password_hash: wrong });
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    }
  });

  it('refuses taken and invalid values', async () => {
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

  it('rejects an invalid page number', async () => {
    const key = backend.secretKey;
    for (const query of ['page=0', 'page=x', 'per_page=-1']) {
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

  it('gets a new address at once', async () => {
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

  it('gets a new password, which ends every session', async () => {
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

  it('is banned and unbanned', async () => {
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

  it('is deleted with all their data', async () => {
    const { id, email } = await person();
    const client = await signedIn(email);
    const { access_token: token } = await sessionOf(client);
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
    for (const table of ['identities', 'sessions', 'mfa_factors', 'one_time_tokens']) {
      expect(await backend.owner`select from auth.${identifier(table)} where user_id = ${id}`).toHaveLength(
        0,
      );
    }
    expect((await backend.client().auth.getUser(token)).error).toMatchObject({ code: 'user_not_found' });
    expect((await admin.createUser({ email })).error).toBeNull();
  });

  it('cannot be soft-deleted, and the answer says so', async () => {
    const { id } = await person();
    expect((await admin.deleteUser(id, true)).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    expect((await admin.getUserById(id)).error).toBeNull();
  });

  it('that other records reference is not deleted, and the answer says so', async () => {
    const { id } = await person();
    await backend.owner`create table if not exists public.needs_users (user_id uuid references auth.users (id))`;
    await backend.owner`insert into public.needs_users values (${id})`;
    expect((await admin.deleteUser(id)).error).toMatchObject({ status: 409, code: 'conflict' });
    expect((await admin.getUserById(id)).error).toBeNull();
  });
});
