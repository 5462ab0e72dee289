import { afterAll, describe, expect, it } from 'vitest';
import { newAddress, PASSWORD, sessionOf } from '../support/auth-people.ts';
import { SITE, startMailBackend } from '../support/mail-backend.ts';

const { backend, mail, request, signUp, confirmed } = await startMailBackend();
afterAll(() => backend.close());

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

  it('gives an unknown address the same answer and sends nothing', async () => {
    const email = newAddress();
    const sent = mail.messages.length;
    expect(await backend.client().auth.resetPasswordForEmail(email)).toEqual({ data: {}, error: null });
    expect(mail.messages.slice(sent).some((message) => message.to === email)).toBe(false);
  });

  it('works by the same kind of link for a client that asks with a challenge', async () => {
    const { email } = await confirmed();
    const asking = backend.client({ options: { auth: { flowType: 'pkce' } } });
    await asking.auth.resetPasswordForEmail(email);
    const { link } = await mail.take(email, 'recovery');
    const tokenHash = link?.searchParams.get('token_hash') ?? '';
    expect(tokenHash).toMatch(/^[0-9a-f]{56}$/);
    const { data, error } = await asking.auth.verifyOtp({ type: 'recovery', token_hash: tokenHash });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
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

  it('sends a link to an existing account', async () => {
    const { email } = await confirmed();
    await backend.client().auth.signInWithOtp({ email });
    const { link, code } = await mail.take(email, 'magiclink');
    expect(link?.searchParams.get('type')).toBe('magiclink');
    const { data } = await backend.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(data.session?.user.email).toBe(email);
  });

  it('creates no account if not allowed, with the same answer', async () => {
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
  it('resends a sign-up confirmation', async () => {
    const { email } = await signUp();
    const first = await mail.take(email, 'signup');
    const { error } = await backend.client().auth.resend({ type: 'signup', email });
    expect(error).toBeNull();
    const second = await mail.take(email, 'signup');
    expect(second.link?.href).not.toBe(first.link?.href);
  });

  it('gives confirmed and unknown addresses the same answer and sends nothing', async () => {
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
