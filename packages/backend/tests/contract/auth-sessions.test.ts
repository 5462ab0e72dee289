import { createClient } from '@supabase/supabase-js';
import { afterAll, describe, expect, it } from 'vitest';
import { authRequests, claimsOf, newAddress, PASSWORD, signedUpAt } from '../support/auth-people.ts';
import { startTestBackend } from '../support/backend.ts';
import { movableClock } from '../support/clock.ts';

const clock = movableClock();
const backend = await startTestBackend({ now: clock.now, auth: { mailerAutoconfirm: true } });
const request = authRequests(() => backend);
afterAll(() => backend.close());

const signedUp = (email?: string) => signedUpAt(backend, email);

function refresh(refreshToken: string) {
  return backend.client().auth.refreshSession({ refresh_token: refreshToken });
}

function sessionIdOf(token: string | undefined): string {
  return String(claimsOf(token ?? '').session_id);
}

describe('signing in with a password', () => {
  it('starts a new session each time', async () => {
    const { email, session } = await signedUp();
    const { data, error } = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session?.access_token).not.toBe(session.access_token);
    expect(sessionIdOf(data.session?.access_token)).not.toBe(sessionIdOf(session.access_token));
    expect(data.weakPassword).toBeUndefined();
  });

  it('ignores the case of the address', async () => {
    const { email } = await signedUp();
    const { error } = await backend.client().auth.signInWithPassword({
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect(error).toBeNull();
  });

  it('gives a wrong password and an unknown address the same answer', async () => {
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

  it('does not accept a password’s first 72 bytes', async () => {
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
    expect(await request('POST', '/token?grant_type=password', body)).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  it('refuses a grant it does not know', async () => {
    for (const grant of ['', '?grant_type=magic', '?grant_type=__proto__']) {
      expect(await request('POST', `/token${grant}`, {})).toMatchObject({
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

  it('accepts a bcrypt hash of another cost and renews it', async () => {
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
      // The cost of test backends.
      .toMatch(/^\$2a\$04\$/);
    const again = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.error).toBeNull();
  });
});

describe('refreshing', () => {
  it('exchanges a refresh token for its successor in the same session', async () => {
    const { session, user } = await signedUp();
    const { data, error } = await refresh(session.refresh_token);
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(data.user?.id).toBe(user.id);
    const before = claimsOf(session.access_token);
    const after = claimsOf(data.session?.access_token ?? '');
    expect(after.session_id).toBe(before.session_id);
    expect(after.amr).toEqual(before.amr);
  });

  it('carries changed metadata in the next token', async () => {
    const { session, user } = await signedUp();
    await backend.owner`
      update auth.users set raw_app_meta_data = raw_app_meta_data || '{"plan":"gold"}' where id = ${user.id}`;
    const { data } = await refresh(session.refresh_token);
    expect(claimsOf(data.session?.access_token ?? '').app_metadata).toMatchObject({
      plan: 'gold',
    });
  });

  it('gives one successor to parallel refreshes of one token', async () => {
    const { session } = await signedUp();
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(session.refresh_token)));
    expect(answers.map(({ error }) => error)).toEqual(Array(12).fill(null));
    const successors = new Set(answers.map(({ data }) => data.session?.refresh_token));
    expect(successors.size).toBe(1);
    const sid = sessionIdOf(session.access_token);
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

  it('answers with the newest token, however late, when its parent comes back: its answer was lost', async () => {
    const { session } = await signedUp();
    const first = await refresh(session.refresh_token);
    clock.advance(3 * 86_400);
    const replays = await Promise.all(Array.from({ length: 6 }, () => refresh(session.refresh_token)));
    expect(replays.map(({ error }) => error)).toEqual(Array(6).fill(null));
    const answered = new Set(replays.map(({ data }) => data.session?.refresh_token));
    expect([...answered]).toEqual([first.data.session?.refresh_token]);
    expect((await backend.client().auth.getUser(replays[0]?.data.session?.access_token)).error).toBeNull();
    expect((await refresh(first.data.session?.refresh_token ?? '')).error).toBeNull();
  });

  it('ends the session when an older token than the parent of its newest comes back after the window', async () => {
    const { session } = await signedUp();
    const first = await refresh(session.refresh_token);
    const second = await refresh(first.data.session?.refresh_token ?? '');
    clock.advance(11);
    const replay = await refresh(session.refresh_token);
    expect(replay.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    expect(replay.error?.message).toBe('Invalid Refresh Token: Already Used');
    expect(
      await backend.owner`select from auth.sessions where id = ${sessionIdOf(session.access_token)}`,
    ).toHaveLength(0);
    for (const { data } of [first, second]) {
      const late = await refresh(data.session?.refresh_token ?? '');
      expect(late.error?.code).toBe('refresh_token_not_found');
    }
    const { error } = await backend.client().auth.getUser(second.data.session?.access_token);
    expect(error?.name).toBe('AuthSessionMissingError');
  });

  it('rejects foreign and malformed tokens', async () => {
    expect((await refresh('abcdefghijkl')).error).toMatchObject({
      status: 400,
      code: 'refresh_token_not_found',
    });
    for (const token of ['short', 'UPPERCASE123', "x' or true --", '']) {
      expect(
        await request('POST', '/token?grant_type=refresh_token', { refresh_token: token }),
      ).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', message: 'Refresh token is not valid' },
      });
    }
  });

  it('fails for a banned person', async () => {
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

  it('needs a session and accepts three scopes', async () => {
    expect(await request('POST', '/logout', {})).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    });
    const { session } = await signedUp();
    expect(await request('POST', '/logout?scope=planet', {}, { token: session.access_token })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });
});

describe('a standalone client', () => {
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
