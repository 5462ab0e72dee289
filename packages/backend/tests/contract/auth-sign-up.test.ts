import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { authRequests, newAddress, PASSWORD, signedUpAt } from '../support/auth-people.ts';
import { startTestBackend } from '../support/backend.ts';

const backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
const request = authRequests(() => backend);
afterAll(() => backend.close());

const signedUp = (email?: string) => signedUpAt(backend, email);

describe('signing up with confirmation off', () => {
  it('returns a session at once, with the user in GoTrue’s format', async () => {
    const { session, user, email } = await signedUp();
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(session.refresh_token).toMatch(/^[a-z0-9]{12}$/);
    expect(user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Mona', email_verified: true },
      is_anonymous: false,
    });
    expect(user.email_confirmed_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(user.confirmed_at).toBe(user.email_confirmed_at);
    expect(user.last_sign_in_at).toMatch(/Z$/);
    expect(user).not.toHaveProperty('factors');
    expect(user).not.toHaveProperty('encrypted_password');
    expect(user.identities).toHaveLength(1);
    expect(user.identities?.[0]).toMatchObject({
      id: user.id,
      user_id: user.id,
      provider: 'email',
      email,
      identity_data: { sub: user.id, email, email_verified: false, phone_verified: false, name: 'Mona' },
    });
    expect(user.identities?.[0]?.identity_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('stores addresses in lower case', async () => {
    const { user } = await signedUp(`Upper.Case+${Date.now()}@Sessions.TEST`);
    expect(user.email).toBe(user.email?.toLowerCase());
  });

  it('allows one account per plus label of an address', async () => {
    const label = newAddress();
    const [local, domain] = label.split('@');
    const first = await signedUp(`${local}+red@${domain}`);
    const second = await signedUp(`${local}+blue@${domain}`);
    expect(second.user.id).not.toBe(first.user.id);
    expect(second.user.email).toBe(`${local}+blue@${domain}`);
  });

  it('reveals that an address has an account', async () => {
    const { email } = await signedUp();
    const { error } = await backend.client().auth.signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
  });

  it('creates one account for twenty concurrent sign-ups with one address', async () => {
    const email = newAddress();
    const attempts = await Promise.all(
      Array.from({ length: 20 }, () => backend.client().auth.signUp({ email, password: PASSWORD })),
    );
    expect(attempts.filter(({ error }) => error === null)).toHaveLength(1);
    expect(new Set(attempts.map(({ error }) => error?.code))).toEqual(
      new Set([undefined, 'user_already_exists']),
    );
    expect(await backend.owner`select id from auth.users where email = ${email}`).toHaveLength(1);
    expect(
      await backend.owner`select id from auth.identities where identity_data ->> 'email' = ${email}`,
    ).toHaveLength(1);
  });

  it('refuses a short password with the reason', async () => {
    const { error } = await backend.client().auth.signUp({ email: newAddress(), password: '12345' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password' });
    expect(error).toMatchObject({ reasons: ['length'] });
    expect(error?.message).toBe('Password should be at least 6 characters.');
  });

  it('refuses a common password', async () => {
    const { error } = await backend.client().auth.signUp({ email: newAddress(), password: 'Password123' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['pwned'] });
  });

  it.each([
    ['no password', { email: 'x@sessions.test' }, 'Signup requires a valid password'],
    [
      'a password bcrypt would cut',
      { email: 'x@sessions.test', password: 'é'.repeat(37) },
      'Password cannot be longer',
    ],
    [
      'no address in the address',
      { email: 'nobody', password: PASSWORD },
      'Unable to validate email address',
    ],
    ['an address of 300 letters', { email: `${'x'.repeat(300)}@a.test`, password: PASSWORD }, 'too long'],
    [
      'address and number',
      { email: 'x@sessions.test', phone: '201001234567', password: PASSWORD },
      'Only an email',
    ],
  ])('refuses %s', async (_what, body, message) => {
    const response = await request('POST', '/signup', body);
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(response.body.message).toContain(message);
  });

  it('refuses phone numbers and anonymous sign-ups if disabled', async () => {
    expect(await request('POST', '/signup', { phone: '201001234567', password: PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'phone_provider_disabled' },
    });
    const { error } = await backend.client().auth.signInAnonymously();
    expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
  });

  it.each([
    ['no JSON', '{', 'bad_json'],
    ['an array', '[]', 'bad_json'],
    ['a number as address', '{"email":1,"password":"x"}', 'bad_json'],
    ['a NUL character', '{"email":"a@b.test","password":"long enough","data":{"a":"\\u0000"}}', 'bad_json'],
    [
      'half a surrogate pair',
      '{"email":"a@b.test","password":"long enough","data":{"\\ud800":1}}',
      'bad_json',
    ],
    ['values nested too deep', `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'bad_json'],
    [
      'metadata too large for a token',
      JSON.stringify({ email: 'a@b.test', password: PASSWORD, data: { a: 'x'.repeat(9000) } }),
      'validation_failed',
    ],
  ])('answers %s with a 400', async (_what, body, code) => {
    expect(await request('POST', '/signup', body)).toMatchObject({ status: 400, body: { code } });
  });

  it('answers a body of two megabytes with 413', async () => {
    const { status } = await request('POST', '/signup', JSON.stringify({ email: 'x'.repeat(2_000_000) }));
    expect(status).toBe(413);
  });
});

describe('an access token', () => {
  it('is signed with ES256 by the published key and carries the claims of hosted projects', async () => {
    const { session, user, email } = await signedUp();
    expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    const keys = createRemoteJWKSet(new URL(`${backend.url}/auth/v1/.well-known/jwks.json`));
    const { payload } = await jwtVerify(session.access_token, keys);
    expect(payload).toMatchObject({
      iss: `${backend.url}/auth/v1`,
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Mona', email_verified: true },
      aal: 'aal1',
      amr: [{ method: 'password' }],
      is_anonymous: false,
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    expect(session.expires_at).toBe(payload.exp);
    expect(payload.session_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is verified by the client itself through getClaims', async () => {
    const { client, user } = await signedUp();
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(user.id);
    expect(data?.header.alg).toBe('ES256');
  });
});

describe('public information', () => {
  it('includes the settings', async () => {
    const response = await fetch(`${backend.url}/auth/v1/settings`, {
      headers: { apikey: backend.publishableKey },
    });
    expect(await response.json()).toMatchObject({
      external: { email: true, google: false, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      sms_provider: '',
    });
  });

  it('includes the service’s health', async () => {
    const response = await fetch(`${backend.url}/auth/v1/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ name: 'GoTrue' });
  });

  it('includes the public key and nothing of the private one', async () => {
    const { keys } = await (await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`)).json();
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(keys[0]).not.toHaveProperty('d');
  });

  it('includes the paths and methods', async () => {
    expect(await request('POST', '/nothing/here', {})).toMatchObject({ status: 404 });
    expect(await request('POST', '/settings', {})).toMatchObject({ status: 405 });
  });
});

describe('errors', () => {
  it('have the old format for clients without an API version', async () => {
    const response = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey },
      body: JSON.stringify({ email: newAddress(), password: 'wrong one' }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  it('have the coded format for others, with its version', async () => {
    const { status, body, headers } = await request('POST', '/token?grant_type=password', {
      email: newAddress(),
      password: 'wrong one',
    });
    expect(status).toBe(400);
    expect(body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
