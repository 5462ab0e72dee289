import { createClient, type Session } from '@supabase/supabase-js';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { movableClock } from '../support/clock.ts';

const PASSWORD = 'correct horse battery';
const clock = movableClock();
let backend: TestBackend;
let people = 0;

beforeAll(async () => {
  backend = await startTestBackend({ now: clock.now, auth: { mailerAutoconfirm: true } });
});
afterAll(() => backend.close());

function newAddress(): string {
  people += 1;
  return `person${people}@sessions.test`;
}

async function signedUp(email = newAddress()) {
  const client = backend.client();
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name: 'Mona' } },
  });
  if (error || !data.session) throw error ?? new Error('no session');
  return { client, email, session: data.session, user: data.session.user };
}

function refresh(refreshToken: string) {
  return backend.client().auth.refreshSession({ refresh_token: refreshToken });
}

async function rowOf(session: Session) {
  const { sid } = await claimsOf(session.access_token);
  return backend.owner`select * from auth.sessions where id = ${sid}`;
}

async function claimsOf(token: string) {
  const keys = createRemoteJWKSet(new URL(`${backend.url}/auth/v1/.well-known/jwks.json`));
  const { payload } = await jwtVerify(token, keys, { currentDate: clock.now() });
  return { payload, sid: String(payload.session_id) };
}

describe('signing up with confirmation off', () => {
  it('gives a session at once, with the user as GoTrue writes it', async () => {
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

  it('keeps addresses in lower case', async () => {
    const { user } = await signedUp(`Upper.Case+${Date.now()}@Sessions.TEST`);
    expect(user.email).toBe(user.email?.toLowerCase());
  });

  it('tells that an address has an account', async () => {
    const { email } = await signedUp();
    const { error } = await backend.client().auth.signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
  });

  it('makes one account of twenty sign-ups of one address at once', async () => {
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
    const response = await post('/signup', body);
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(response.body.message).toContain(message);
  });

  it('refuses phone numbers and people without an address where those are off', async () => {
    expect(await post('/signup', { phone: '201001234567', password: PASSWORD })).toMatchObject({
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
    expect(await post('/signup', body)).toMatchObject({ status: 400, body: { code } });
  });

  it('answers a body of two megabytes with 413', async () => {
    const { status } = await post('/signup', JSON.stringify({ email: 'x'.repeat(2_000_000) }));
    expect(status).toBe(413);
  });
});

describe('an access token', () => {
  it('is signed with ES256 by the published key and carries the claims of hosted projects', async () => {
    const { session, user, email } = await signedUp();
    expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    const { payload } = await claimsOf(session.access_token);
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

describe('signing in with a password', () => {
  it('starts a session of its own each time', async () => {
    const { email, session } = await signedUp();
    const { data, error } = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session?.access_token).not.toBe(session.access_token);
    expect((await claimsOf(data.session?.access_token ?? '')).sid).not.toBe(
      (await claimsOf(session.access_token)).sid,
    );
    expect(data.weakPassword).toBeUndefined();
  });

  it('does not mind the case of the address', async () => {
    const { email } = await signedUp();
    const { error } = await backend.client().auth.signInWithPassword({
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect(error).toBeNull();
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await signedUp();
    const wrong = await backend.client().auth.signInWithPassword({ email, password: 'something else' });
    const unknown = await backend
      .client()
      .auth.signInWithPassword({ email: newAddress(), password: PASSWORD });
    expect(wrong.error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(unknown.error?.toJSON()).toEqual(wrong.error?.toJSON());
  });

  it('does not take a password for its first 72 bytes', async () => {
    const email = newAddress();
    const password = 'x'.repeat(72);
    await backend.client().auth.signUp({ email, password });
    const { error } = await backend.client().auth.signInWithPassword({ email, password: `${password}y` });
    expect(error?.code).toBe('invalid_credentials');
  });

  it.each([
    ['neither address nor number', {}, 'validation_failed'],
    ['both', { email: 'a@b.test', phone: '20100', password: 'x' }, 'validation_failed'],
  ])('refuses %s', async (_what, body, code) => {
    expect(await post('/token?grant_type=password', body)).toMatchObject({ status: 400, body: { code } });
  });

  it('refuses a grant it does not know', async () => {
    for (const grant of ['', '?grant_type=magic', '?grant_type=__proto__']) {
      expect(await post(`/token${grant}`, {})).toMatchObject({
        status: 400,
        body: { code: 'invalid_credentials', message: 'unsupported_grant_type' },
      });
    }
  });

  it('tells a banned person so only after the right password', async () => {
    const { email, user } = await signedUp();
    const until = new Date(clock.now().getTime() + 3_600_000).toISOString();
    await backend.owner`update auth.users set banned_until = ${until} where id = ${user.id}`;
    const wrong = await backend.client().auth.signInWithPassword({ email, password: 'not this one' });
    const right = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(wrong.error?.code).toBe('invalid_credentials');
    expect(right.error).toMatchObject({ status: 400, code: 'user_banned' });
  });

  it('takes a bcrypt hash of another cost and renews it', async () => {
    const { email, user } = await signedUp();
    await backend.owner`
      update auth.users set encrypted_password = extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 6))
      where id = ${user.id}`;
    const { error } = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    await expect
      .poll(async () => {
        const [row] =
          await backend.owner`select encrypted_password as hash from auth.users where id = ${user.id}`;
        return row?.hash;
      })
      .toMatch(/^\$2a\$10\$/);
    const again = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.error).toBeNull();
  });
});

describe('refreshing', () => {
  it('trades a refresh token for its successor in the same session', async () => {
    const { session, user } = await signedUp();
    const { data, error } = await refresh(session.refresh_token);
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(data.user?.id).toBe(user.id);
    const [before, after] = await Promise.all([
      claimsOf(session.access_token),
      claimsOf(data.session?.access_token ?? ''),
    ]);
    expect(after.sid).toBe(before.sid);
    expect(after.payload.amr).toEqual(before.payload.amr);
  });

  it('carries changed metadata in the next token', async () => {
    const { session, user } = await signedUp();
    await backend.owner`
      update auth.users set raw_app_meta_data = raw_app_meta_data || '{"plan":"gold"}' where id = ${user.id}`;
    const { data } = await refresh(session.refresh_token);
    expect((await claimsOf(data.session?.access_token ?? '')).payload.app_metadata).toMatchObject({
      plan: 'gold',
    });
  });

  it('gives one successor to parallel refreshes of one token', async () => {
    const { session } = await signedUp();
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(session.refresh_token)));
    expect(answers.map(({ error }) => error)).toEqual(Array(12).fill(null));
    const successors = new Set(answers.map(({ data }) => data.session?.refresh_token));
    expect(successors.size).toBe(1);
    const { sid } = await claimsOf(session.access_token);
    const tokens = await backend.owner`
      select count(*) filter (where not revoked)::int as live, count(*)::int as total
      from auth.refresh_tokens where session_id = ${sid}`;
    expect(tokens[0]).toEqual({ live: 1, total: 2 });
  });

  it('answers a replay inside the reuse window with the successor', async () => {
    const { session } = await signedUp();
    const first = await refresh(session.refresh_token);
    clock.advance(9);
    const replay = await refresh(session.refresh_token);
    expect(replay.data.session?.refresh_token).toBe(first.data.session?.refresh_token);
  });

  it('ends the session when a token is replayed after the window', async () => {
    const { session } = await signedUp();
    const first = await refresh(session.refresh_token);
    clock.advance(11);
    const replay = await refresh(session.refresh_token);
    expect(replay.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    expect(replay.error?.message).toBe('Invalid Refresh Token: Already Used');
    expect(await rowOf(session)).toHaveLength(0);
    const successor = await refresh(first.data.session?.refresh_token ?? '');
    expect(successor.error?.code).toBe('refresh_token_not_found');
    const { error } = await backend.client().auth.getUser(first.data.session?.access_token);
    expect(error?.name).toBe('AuthSessionMissingError');
  });

  it('knows no token it did not make, and none of another form', async () => {
    expect((await refresh('abcdefghijkl')).error).toMatchObject({
      status: 400,
      code: 'refresh_token_not_found',
    });
    for (const token of ['short', 'UPPERCASE123', "x' or true --", '']) {
      expect(await post('/token?grant_type=refresh_token', { refresh_token: token })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', message: 'Refresh token is not valid' },
      });
    }
  });

  it('is over for a banned person', async () => {
    const { session, user } = await signedUp();
    await backend.owner`update auth.users set banned_until = '2999-01-01' where id = ${user.id}`;
    expect((await refresh(session.refresh_token)).error).toMatchObject({ status: 400, code: 'user_banned' });
    const { error } = await backend.client().auth.getUser(session.access_token);
    expect(error).toMatchObject({ status: 403, code: 'user_banned' });
  });
});

describe('signing out', () => {
  async function threeSessions() {
    const first = await signedUp();
    const others = await Promise.all(
      [1, 2].map(async () => {
        const client = backend.client();
        await client.auth.signInWithPassword({ email: first.email, password: PASSWORD });
        return client;
      }),
    );
    const clients = [first.client, ...others];
    const alive = () =>
      Promise.all(
        clients.map(async (client) => {
          const { data } = await client.auth.getSession();
          if (!data.session) return false;
          return (await backend.client().auth.getUser(data.session.access_token)).error === null;
        }),
      );
    return { client: first.client, alive };
  }

  it('everywhere ends every session', async () => {
    const { client, alive } = await threeSessions();
    expect(await alive()).toEqual([true, true, true]);
    expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull();
    expect(await alive()).toEqual([false, false, false]);
  });

  it('here ends this session only', async () => {
    const { client, alive } = await threeSessions();
    await client.auth.signOut({ scope: 'local' });
    expect(await alive()).toEqual([false, true, true]);
  });

  it('elsewhere keeps this session', async () => {
    const { client, alive } = await threeSessions();
    await client.auth.signOut({ scope: 'others' });
    expect(await alive()).toEqual([true, false, false]);
  });

  it('makes the refresh token worthless', async () => {
    const { client, session } = await signedUp();
    await client.auth.signOut();
    expect((await refresh(session.refresh_token)).error?.code).toBe('refresh_token_not_found');
  });

  it('needs a session and knows three scopes', async () => {
    expect(await post('/logout', {})).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
    const { session } = await signedUp();
    expect(await post('/logout?scope=planet', {}, session.access_token)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });
});

describe('what anybody may know', () => {
  it('are the settings', async () => {
    const response = await fetch(`${backend.url}/auth/v1/settings`, {
      headers: { apikey: backend.publishableKey },
    });
    expect(await response.json()).toMatchObject({
      external: { email: true, google: false, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    });
  });

  it('is that the service is well', async () => {
    const response = await fetch(`${backend.url}/auth/v1/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ name: 'GoTrue' });
  });

  it('is the public half of the key and nothing of the private one', async () => {
    const { keys } = await (await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`)).json();
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(keys[0]).not.toHaveProperty('d');
  });

  it('is which paths and methods there are', async () => {
    expect(await post('/nothing/here', {})).toMatchObject({ status: 404 });
    expect(await post('/settings', {})).toMatchObject({ status: 405 });
  });
});

describe('errors', () => {
  it('have the old shape for clients that do not name an API version', async () => {
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

  it('have the coded shape for the others, which names its version', async () => {
    const { status, body, headers } = await post('/token?grant_type=password', {
      email: newAddress(),
      password: 'wrong one',
    });
    expect(status).toBe(400);
    expect(body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

async function post(path: string, body: unknown, token?: string) {
  const response = await fetch(`${backend.url}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: backend.publishableKey,
      'x-supabase-api-version': '2024-01-01',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

describe('a client of its own', () => {
  it('keeps its session through a refresh by itself', async () => {
    const { email } = await signedUp();
    const client = createClient(backend.url, backend.publishableKey, { auth: { persistSession: false } });
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    client.auth.stopAutoRefresh();
  });
});
