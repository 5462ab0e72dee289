import { afterAll, describe, expect, it } from 'vitest';
import { claimsOf, newAddress, PASSWORD } from '../support/auth-people.ts';
import { SITE, startMailBackend } from '../support/mail-backend.ts';

const { backend, clock, mail, request, signUp, confirmed } = await startMailBackend();
afterAll(() => backend.close());

describe('signing up with confirmation on', () => {
  it('gives a user without a session and sends a message', async () => {
    const { email, data, error } = await signUp();
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Mona' } });
    expect(data.user?.confirmation_sent_at).toMatch(/Z$/);
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    const message = await mail.take(email, 'signup');
    expect(message.subject).toBe('Confirm your email address for Shop');
    expect(message.code).toMatch(/^\d{6}$/);
    expect(message.link?.origin).toBe(SITE);
    expect(message.link?.searchParams.get('type')).toBe('signup');
    expect(message.link?.searchParams.get('token_hash')).toMatch(/^[0-9a-f]{56}$/);
  });

  it('allows no sign-in before, and says so only after the right password', async () => {
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

  it('answers for a taken address as if it were new, and sends nothing', async () => {
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

  it('resends the message for a pending account', async () => {
    const { email, data } = await signUp();
    const first = await mail.take(email, 'signup');
    const again = await signUp(email);
    const second = await mail.take(email, 'signup');
    expect(again.data.user?.id).toBe(data.user?.id);
    expect(second.code === first.code && second.link?.href === first.link?.href).toBe(false);
    const old = await backend.client().auth.verifyOtp({ email, token: first.code, type: 'signup' });
    expect(old.error?.code).toBe('otp_expired');
  });

  it('leaves no password on an account that two people claimed before confirmation', async () => {
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

describe('an address that somebody else signed up with', () => {
  const intruders = 'password of an intruder';
  const isOpenTo = async (email: string, password: string) =>
    (await backend.client().auth.signInWithPassword({ email, password })).error === null;

  it('keeps no password of theirs once its owner signs in by mail', async () => {
    const { email } = await signUp(newAddress(), intruders);
    await mail.take(email, 'signup');
    await backend.client().auth.signInWithOtp({ email });
    const { code } = await mail.take(email, 'signup');
    const { error } = await backend.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(await isOpenTo(email, intruders)).toBe(false);
  });

  it('keeps no password of theirs once its owner asks for a new one', async () => {
    const { email } = await signUp(newAddress(), intruders);
    await mail.take(email, 'signup');
    await backend.client().auth.resetPasswordForEmail(email);
    const { code } = await mail.take(email, 'recovery');
    const { error } = await backend.client().auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect(error).toBeNull();
    expect(await isOpenTo(email, intruders)).toBe(false);
  });
});

describe('confirming', () => {
  it('an address by the code signs in and marks address and identity as verified', async () => {
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

  it('expires after an hour', async () => {
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

  it('gives a wrong code and an unknown address the same answer', async () => {
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

  it('does not accept a code for another purpose', async () => {
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
});

describe('a message', () => {
  it('carries the account’s brand, with everything escaped', async () => {
    const email = newAddress();
    await backend.client().auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { store: '<b>"Ink" & Thread</b>\r\nBcc: x@evil.test' } },
    });
    const { html, text, subject } = await mail.take(email, 'signup');
    expect(subject).toBe('Confirm your email address for <b>"Ink" & Thread</b> Bcc: x@evil.test');
    expect(html).toContain('&lt;b&gt;&quot;Ink&quot; &amp; Thread&lt;/b&gt;');
    expect(html).not.toContain('<b>');
    expect(html).toContain('background:#edff66;color:#000000');
    expect(html).toContain('src="https://shop.test/logo.png"');
    expect(html).not.toContain('<script');
    expect(text).toContain('code:');
  });
});
