import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authRequests, claimsOf, newAddress, PASSWORD, sessionOf } from '../support/auth-people.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { catchMail } from '../support/caught-mail.ts';
import { movableClock } from '../support/clock.ts';

const clock = movableClock();
const mail = catchMail();
const SITE = 'https://shop.test';
let backend: TestBackend;
const request = authRequests(() => backend);

beforeAll(async () => {
  backend = await startTestBackend({
    now: clock.now,
    auth: {
      siteUrl: SITE,
      redirectAllowList: ['https://*.shop.test/**'],
      limits: {
        messagesPerAddress: { times: 1000, seconds: 60 },
        messagesPerClient: { times: 10_000, seconds: 60 },
        verifyPerClient: { times: 10_000, seconds: 60 },
      },
      mail: {
        transport: mail,
        brand: ({ userMetadata }) => ({
          name: String(userMetadata.store ?? 'Shop'),
          color: '#edff66',
          logo: 'https://shop.test/logo.png',
        }),
      },
    },
  });
});
afterAll(() => backend.close());

async function signUp(email = newAddress(), password = PASSWORD) {
  const client = backend.client();
  const { data, error } = await client.auth.signUp({ email, password, options: { data: { name: 'Mona' } } });
  return { client, email, data, error };
}

async function confirmed(email = newAddress()) {
  const { client } = await signUp(email);
  const { code } = await mail.take(email, 'signup');
  const { error } = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
  if (error) throw error;
  return { client, email };
}

function fragmentOf(location: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)));
}

describe('signing up with confirmation on', () => {
  it('gives a user without a session and sends a message', async () => {
    const { email, data, error } = await signUp();
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Mona' } });
    expect(data.user?.confirmation_sent_at).toMatch(/Z$/);
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    const message = await mail.take(email, 'signup');
    expect(message.subject).toBe('Confirm your e-mail address for Shop');
    expect(message.code).toMatch(/^\d{6}$/);
    expect(message.link?.origin).toBe(SITE);
    expect(message.link?.searchParams.get('type')).toBe('signup');
    expect(message.link?.searchParams.get('token_hash')).toMatch(/^[0-9a-f]{56}$/);
  });

  it('lets nobody in before, and says so only after the right password', async () => {
    const { email } = await signUp();
    const right = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(right.error).toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    });
    const wrong = await backend.client().auth.signInWithPassword({ email, password: 'not this one' });
    expect(wrong.error?.code).toBe('invalid_credentials');
  });

  it('answers for an address with an account as if it were new, and sends nothing', async () => {
    const { email } = await confirmed();
    const sent = mail.messages.length;
    const { data, error } = await signUp(email);
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email,
      role: '',
      identities: [],
      user_metadata: { name: 'Mona' },
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    const [row] = await backend.owner`select id from auth.users where email = ${email}`;
    expect(data.user?.id).not.toBe(row?.id);
    expect(mail.messages.length).toBe(sent);
  });

  it('sends the message again for an account that still waits', async () => {
    const { email, data } = await signUp();
    const first = await mail.take(email, 'signup');
    const again = await signUp(email);
    const second = await mail.take(email, 'signup');
    expect(again.data.user?.id).toBe(data.user?.id);
    expect(second.code === first.code && second.link?.href === first.link?.href).toBe(false);
    const old = await backend.client().auth.verifyOtp({ email, token: first.code, type: 'signup' });
    expect(old.error?.code).toBe('otp_expired');
  });

  it('leaves no password on an account that two people claimed before it was confirmed', async () => {
    const { email } = await signUp(newAddress(), 'password of an intruder');
    await mail.take(email, 'signup');
    await signUp(email, PASSWORD);
    const { code } = await mail.take(email, 'signup');
    const { error } = await backend.client().auth.verifyOtp({ email, token: code, type: 'signup' });
    expect(error).toBeNull();
    for (const password of ['password of an intruder', PASSWORD]) {
      const attempt = await backend.client().auth.signInWithPassword({ email, password });
      expect(attempt.error?.code).toBe('invalid_credentials');
    }
  });
});

describe('confirming', () => {
  it('by the code signs in and marks address and identity as verified', async () => {
    const { client, email } = await signUp();
    const { code } = await mail.take(email, 'signup');
    const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toMatch(/Z$/);
    expect(data.user?.user_metadata.email_verified).toBe(true);
    expect(data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true);
    expect(claimsOf(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'otp' }]);
    const signIn = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(signIn.error).toBeNull();
  });

  it('by the token of the link works from another device', async () => {
    const { email } = await signUp();
    const { link } = await mail.take(email, 'signup');
    const elsewhere = backend.client();
    const { data, error } = await elsewhere.auth.verifyOtp({
      type: 'signup',
      token_hash: link?.searchParams.get('token_hash') ?? '',
    });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
  });

  it('works once', async () => {
    const { email } = await signUp();
    const { code, link } = await mail.take(email, 'signup');
    const tokenHash = link?.searchParams.get('token_hash') ?? '';
    const uses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 === 0
          ? backend.client().auth.verifyOtp({ email, token: code, type: 'signup' })
          : backend.client().auth.verifyOtp({ type: 'signup', token_hash: tokenHash }),
      ),
    );
    expect(uses.filter(({ error }) => error === null)).toHaveLength(1);
    expect(new Set(uses.map(({ error }) => error?.code))).toEqual(new Set([undefined, 'otp_expired']));
  });

  it('ends with the hour', async () => {
    const { email } = await signUp();
    const { code, link } = await mail.take(email, 'signup');
    clock.advance(3601);
    const byCode = await backend.client().auth.verifyOtp({ email, token: code, type: 'signup' });
    expect(byCode.error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    });
    const byLink = await backend.client().auth.verifyOtp({
      type: 'signup',
      token_hash: link?.searchParams.get('token_hash') ?? '',
    });
    expect(byLink.error).toMatchObject({ status: 403, message: 'Email link is invalid or has expired' });
  });

  it('answers a wrong code and an unknown address alike', async () => {
    const { email } = await signUp();
    const { code } = await mail.take(email, 'signup');
    const wrongCode = code === '000000' ? '000001' : '000000';
    const wrong = await backend.client().auth.verifyOtp({ email, token: wrongCode, type: 'signup' });
    const unknown = await backend
      .client()
      .auth.verifyOtp({ email: newAddress(), token: code, type: 'signup' });
    expect(wrong.error?.toJSON()).toEqual(unknown.error?.toJSON());
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  it('does not take a code for another purpose', async () => {
    const { email } = await signUp();
    const { code } = await mail.take(email, 'signup');
    const { error } = await backend.client().auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect(error?.code).toBe('otp_expired');
  });

  it.each([
    ['no type', { token: '123456', email: 'a@b.test' }],
    ['neither code nor token', { type: 'signup', email: 'a@b.test' }],
    ['both', { type: 'signup', token: '123456', token_hash: 'x' }],
    ['a code without an address', { type: 'signup', token: '123456' }],
    ['a token with an address', { type: 'signup', token_hash: 'x', email: 'a@b.test' }],
    ['a type it does not know', { type: 'constructor', token_hash: 'x' }],
  ])('refuses %s', async (_what, body) => {
    expect(await request('POST', '/verify', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  it('by GET ends on the page that was asked for, with the session in the fragment', async () => {
    const { email } = await signUp();
    const { link } = await mail.take(email, 'signup');
    const query = new URLSearchParams({
      token: link?.searchParams.get('token_hash') ?? '',
      type: 'signup',
      redirect_to: 'https://red.shop.test/welcome?a=1',
    });
    const { status, location, headers } = await request('GET', `/verify?${query}`);
    expect(status).toBe(303);
    expect(location.startsWith('https://red.shop.test/welcome?a=1#')).toBe(true);
    expect(fragmentOf(location)).toMatchObject({
      token_type: 'bearer',
      expires_in: '3600',
      type: 'signup',
      sb: '',
    });
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const { data } = await backend.client().auth.getUser(fragmentOf(location).access_token);
    expect(data.user?.email).toBe(email);
  });

  it('by GET carries what went wrong to the page, and nowhere that is not allowed', async () => {
    const query = new URLSearchParams({
      token: 'f'.repeat(56),
      type: 'recovery',
      redirect_to: 'https://evil.test',
    });
    const { status, location } = await request('GET', `/verify?${query}`);
    expect(status).toBe(303);
    expect(new URL(location).origin).toBe(SITE);
    expect(fragmentOf(location)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });
});

describe('recovering a password', () => {
  it('signs in by the link on another device and lets a new password be set', async () => {
    const { client: old, email } = await confirmed();
    const asking = backend.client();
    const { error } = await asking.auth.resetPasswordForEmail(email, {
      redirectTo: 'https://red.shop.test/auth/reset-password?tenant=red',
    });
    expect(error).toBeNull();
    const { link, subject } = await mail.take(email, 'recovery');
    expect(subject).toBe('Reset your Shop password');
    expect(link?.origin).toBe('https://red.shop.test');
    expect(link?.pathname).toBe('/auth/reset-password');
    expect(link?.searchParams.get('tenant')).toBe('red');
    const elsewhere = backend.client();
    await elsewhere.auth.verifyOtp({
      type: 'recovery',
      token_hash: link?.searchParams.get('token_hash') ?? '',
    });
    const changed = await elsewhere.auth.updateUser({ password: 'another long password' });
    expect(changed.error).toBeNull();
    const oldSession = await sessionOf(old);
    const gone = await backend.client().auth.getUser(oldSession.access_token);
    expect(gone.error?.name).toBe('AuthSessionMissingError');
    const kept = await backend.client().auth.getUser((await sessionOf(elsewhere)).access_token);
    expect(kept.error).toBeNull();
    const before = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(before.error?.code).toBe('invalid_credentials');
    const after = await backend
      .client()
      .auth.signInWithPassword({ email, password: 'another long password' });
    expect(after.error).toBeNull();
  });

  it('answers alike for an unknown address and sends nothing there', async () => {
    const email = newAddress();
    const sent = mail.messages.length;
    expect(await backend.client().auth.resetPasswordForEmail(email)).toEqual({ data: {}, error: null });
    expect(mail.messages.slice(sent).some((message) => message.to === email)).toBe(false);
  });

  it('by GET with a challenge ends with a code that only the asking client can trade, once', async () => {
    const { email } = await confirmed();
    const asking = backend.client({ options: { auth: { flowType: 'pkce' } } });
    await asking.auth.resetPasswordForEmail(email, {
      redirectTo: 'https://red.shop.test/auth/reset-password',
    });
    const { link } = await mail.take(email, 'recovery');
    const token = link?.searchParams.get('token_hash') ?? '';
    expect(token).toMatch(/^pkce_[0-9a-f]{56}$/);
    const redirectTo = `${link?.origin}${link?.pathname}`;
    const query = new URLSearchParams({ token, type: 'recovery', redirect_to: redirectTo });
    const { location } = await request('GET', `/verify?${query}`);
    const code = new URL(location).searchParams.get('code') ?? '';
    expect(code).toMatch(/^[0-9a-f-]{36}$/);
    expect(new URL(location).hash).toBe('');
    const thief = await request('POST', '/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(56),
    });
    expect(thief).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } });
    const { data, error } = await asking.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    expect(claimsOf(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'recovery' }]);
    const again = await request('POST', '/token?grant_type=pkce', { auth_code: code, code_verifier: 'x' });
    expect(again).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } });
  });

  it('gives codes that are worth nothing five minutes later', async () => {
    const { email } = await confirmed();
    const asking = backend.client({ options: { auth: { flowType: 'pkce' } } });
    await asking.auth.resetPasswordForEmail(email);
    const { link } = await mail.take(email, 'recovery');
    const query = new URLSearchParams({
      token: link?.searchParams.get('token_hash') ?? '',
      type: 'recovery',
    });
    const { location } = await request('GET', `/verify?${query}`);
    clock.advance(301);
    const { error } = await asking.auth.exchangeCodeForSession(
      new URL(location).searchParams.get('code') ?? '',
    );
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  it('by GET with a challenge carries errors in the query too', async () => {
    const query = new URLSearchParams({ token: `pkce_${'f'.repeat(56)}`, type: 'recovery' });
    const { location } = await request('GET', `/verify?${query}`);
    expect(new URL(location).searchParams.get('error_code')).toBe('otp_expired');
    expect(fragmentOf(location).error_code).toBe('otp_expired');
  });

  it('refuses half a challenge and a malformed one', async () => {
    for (const body of [
      { code_challenge: 'x'.repeat(43) },
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: `${'x'.repeat(42)}/`, code_challenge_method: 's256' },
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
    ]) {
      expect(await request('POST', '/recover', { email: newAddress(), ...body })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
    expect((await request('POST', '/token?grant_type=pkce', { auth_code: '' })).status).toBe(400);
    expect(
      (await request('POST', '/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' })).status,
    ).toBe(404);
  });

  it('leads to the site itself when the wanted page is not allowed', async () => {
    const { email } = await confirmed();
    await backend.client().auth.resetPasswordForEmail(email, { redirectTo: 'https://shop.test.evil.test/x' });
    const { link } = await mail.take(email, 'recovery');
    expect(link?.origin).toBe(SITE);
  });
});

describe('signing in by a message', () => {
  it('makes an account for a new address and confirms it by the code', async () => {
    const email = newAddress();
    const client = backend.client();
    const asked = await client.auth.signInWithOtp({ email, options: { data: { name: 'Omar' } } });
    expect(asked).toEqual({ data: { user: null, session: null }, error: null });
    const { code } = await mail.take(email, 'signup');
    const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ name: 'Omar' });
  });

  it('sends a link to an account that there is', async () => {
    const { email } = await confirmed();
    await backend.client().auth.signInWithOtp({ email });
    const { link, code } = await mail.take(email, 'magiclink');
    expect(link?.searchParams.get('type')).toBe('magiclink');
    const { data } = await backend.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(data.session?.user.email).toBe(email);
  });

  it('makes no account when told not to, and answers alike', async () => {
    const email = newAddress();
    const asked = await backend.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(asked.error).toBeNull();
    expect(await backend.owner`select id from auth.users where email = ${email}`).toHaveLength(0);
  });

  it('knows no phone numbers', async () => {
    const { error } = await backend.client().auth.signInWithOtp({ phone: '201001234567' });
    expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' });
  });
});

describe('resending', () => {
  it('sends a sign-up confirmation again', async () => {
    const { email } = await signUp();
    const first = await mail.take(email, 'signup');
    const { error } = await backend.client().auth.resend({ type: 'signup', email });
    expect(error).toBeNull();
    const second = await mail.take(email, 'signup');
    expect(second.link?.href).not.toBe(first.link?.href);
  });

  it('answers alike for confirmed and unknown addresses and sends nothing', async () => {
    const { email } = await confirmed();
    const sent = mail.messages.length;
    for (const address of [email, newAddress()]) {
      expect((await backend.client().auth.resend({ type: 'signup', email: address })).error).toBeNull();
    }
    expect(mail.messages.length).toBe(sent);
  });

  it('refuses types it does not know', async () => {
    expect(await request('POST', '/resend', { type: 'recovery', email: newAddress() })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });
});

describe('changing the address', () => {
  it('needs both addresses to agree, in any order', async () => {
    for (const first of ['new', 'old'] as const) {
      const { client, email } = await confirmed();
      const newEmail = newAddress();
      const { data, error } = await client.auth.updateUser({ email: newEmail });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, new_email: newEmail });
      const atNew = await mail.take(newEmail, 'email_change');
      const atOld = await mail.take(email, 'email_change_current');
      expect(atOld.text).toContain(newEmail);
      const [one, two] = first === 'new' ? [atNew, atOld] : [atOld, atNew];
      const half = await request('POST', '/verify', {
        type: 'email_change',
        token_hash: one.link?.searchParams.get('token_hash'),
      });
      expect(half).toMatchObject({ status: 200, body: { code: '200' } });
      expect(half.body.msg).toContain('Please proceed to confirm link sent to the other email');
      expect((await client.auth.getUser()).data.user?.email).toBe(email);
      const whole = await backend.client().auth.verifyOtp({
        type: 'email_change',
        token_hash: two.link?.searchParams.get('token_hash') ?? '',
      });
      expect(whole.error).toBeNull();
      expect(whole.data.user?.email).toBe(newEmail);
      expect(whole.data.user?.identities?.[0]?.identity_data).toMatchObject({
        email: newEmail,
        email_verified: true,
      });
      const signIn = await backend.client().auth.signInWithPassword({ email: newEmail, password: PASSWORD });
      expect(signIn.error).toBeNull();
    }
  });

  it('takes codes as well as links', async () => {
    const { client, email } = await confirmed();
    const newEmail = newAddress();
    await client.auth.updateUser({ email: newEmail });
    const atNew = await mail.take(newEmail, 'email_change');
    const atOld = await mail.take(email, 'email_change_current');
    await client.auth.verifyOtp({ email: newEmail, token: atNew.code, type: 'email_change' });
    const { data } = await client.auth.verifyOtp({ email, token: atOld.code, type: 'email_change' });
    expect(data.user?.email).toBe(newEmail);
  });

  it('refuses an address that is taken, at once and at the end', async () => {
    const { email: taken } = await confirmed();
    const { client, email } = await confirmed();
    const refused = await client.auth.updateUser({ email: taken });
    expect(refused.error).toMatchObject({ status: 422, code: 'email_exists' });
    const wanted = newAddress();
    await client.auth.updateUser({ email: wanted });
    const atNew = await mail.take(wanted, 'email_change');
    const atOld = await mail.take(email, 'email_change_current');
    await confirmed(wanted);
    await client.auth.verifyOtp({ email, token: atOld.code, type: 'email_change' });
    const late = await client.auth.verifyOtp({ email: wanted, token: atNew.code, type: 'email_change' });
    expect(late.error).toMatchObject({ status: 422, code: 'email_exists' });
    expect((await backend.owner`select id from auth.users where email = ${wanted}`).length).toBe(1);
  });

  it('can be resent', async () => {
    const { client, email } = await confirmed();
    const newEmail = newAddress();
    await client.auth.updateUser({ email: newEmail });
    await mail.take(newEmail, 'email_change');
    await client.auth.resend({ type: 'email_change', email });
    const again = await mail.take(newEmail, 'email_change');
    expect(again.link?.searchParams.get('type')).toBe('email_change');
  });

  it('is given up when the password changes', async () => {
    const { client, email } = await confirmed();
    const newEmail = newAddress();
    await client.auth.updateUser({ email: newEmail });
    const atOld = await mail.take(email, 'email_change_current');
    await client.auth.updateUser({ password: 'another long password' });
    const { error } = await client.auth.verifyOtp({ email, token: atOld.code, type: 'email_change' });
    expect(error?.code).toBe('otp_expired');
  });
});

describe('a user changing themselves', () => {
  it('merges metadata, and null removes a key', async () => {
    const { client } = await confirmed();
    await client.auth.updateUser({ data: { name: 'Nour', size: 'L', nested: { a: [1, 2] } } });
    const { data, error } = await client.auth.updateUser({ data: { size: null, colour: 'red' } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({
      name: 'Nour',
      colour: 'red',
      nested: { a: [1, 2] },
      email_verified: true,
    });
  });

  it('cannot touch app metadata, role or confirmation', async () => {
    const { client } = await confirmed();
    const { access_token: token } = await sessionOf(client);
    expect(await request('PUT', '/user', { app_metadata: { role: 'admin' } }, { token })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    });
    const { body } = await request(
      'PUT',
      '/user',
      { role: 'service_role', aud: 'x', is_super_admin: true, banned_until: null },
      { token },
    );
    expect(body).toMatchObject({ role: 'authenticated', aud: 'authenticated' });
  });

  it('cannot take the old password for the new one, nor a weak one', async () => {
    const { client } = await confirmed();
    const same = await client.auth.updateUser({ password: PASSWORD });
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
    const weak = await client.auth.updateUser({ password: '123' });
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  });

  it('needs a live session', async () => {
    expect(await request('GET', '/user')).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
    expect(await request('GET', '/user', undefined, { token: 'a.b.c' })).toMatchObject({
      status: 403,
      body: { code: 'bad_jwt' },
    });
    const { client, email } = await confirmed();
    const { access_token: token } = await sessionOf(client);
    await backend.owner`delete from auth.users where email = ${email}`;
    expect(await request('GET', '/user', undefined, { token })).toMatchObject({
      status: 403,
      body: { code: 'user_not_found' },
    });
  });
});

describe('a message', () => {
  it('carries the brand that the account belongs to, with everything escaped', async () => {
    const email = newAddress();
    await backend.client().auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { store: '<b>"Ink" & Thread</b>\r\nBcc: x@evil.test' } },
    });
    const { html, text, subject } = await mail.take(email, 'signup');
    expect(subject).toBe('Confirm your e-mail address for <b>"Ink" & Thread</b> Bcc: x@evil.test');
    expect(html).toContain('&lt;b&gt;&quot;Ink&quot; &amp; Thread&lt;/b&gt;');
    expect(html).not.toContain('<b>');
    expect(html).toContain('background:#edff66;color:#000000');
    expect(html).toContain('src="https://shop.test/logo.png"');
    expect(html).not.toContain('<script');
    expect(text).toContain('code:');
  });
});
