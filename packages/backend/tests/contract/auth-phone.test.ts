import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, describe, expect, it } from 'vitest';
import { claimsOf, PASSWORD, sessionOf, signedUpAt } from '../support/auth-people.ts';
import { startTestBackend } from '../support/backend.ts';
import { movableClock } from '../support/clock.ts';

const clock = movableClock();
const sent: { phone: string; text: string }[] = [];
const sms = {
  async send(phone: string, text: string) {
    if (phone.endsWith('000')) throw new Error('no such phone');
    sent.push({ phone, text });
  },
};
const limits = {
  smsPerNumber: { times: 2, seconds: 60 },
  smsPerClient: { times: 1000, seconds: 60 },
  messagesPerClient: { times: 1000, seconds: 60 },
};
const backend = await startTestBackend({ now: clock.now, auth: { mailerAutoconfirm: true, sms, limits } });
const quiet = await startTestBackend({ auth: { mailerAutoconfirm: true, tellsTaken: false, sms, limits } });
const strict = await startTestBackend({
  now: clock.now,
  auth: { passwordChangeNeedsNonce: true, sms, limits },
});
const silent = await startTestBackend({ auth: { mailerAutoconfirm: true } });
afterAll(() => Promise.all([backend.close(), quiet.close(), strict.close(), silent.close()]));

let numbers = 0;
const newNumber = () => `2010${10_000_000 + ++numbers}`;

function codeSentTo(phone: string): string {
  return /\d{6}/.exec(sent.findLast((message) => message.phone === phone)?.text ?? '')?.[0] ?? '';
}

const another = (code: string) => (code === '000000' ? '000001' : '000000');

/** A person with a confirmed number and a password. */
async function withPhone(client: SupabaseClient) {
  const phone = newNumber();
  await client.auth.signUp({ phone, password: PASSWORD });
  // A backend that does not reveal taken numbers sends after its response.
  await expect.poll(() => codeSentTo(phone)).not.toBe('');
  const { error } = await client.auth.verifyOtp({ phone, token: codeSentTo(phone), type: 'sms' });
  expect(error).toBeNull();
  await client.auth.signOut();
  return phone;
}

describe('a number and a password', () => {
  it('sign up, wait for the code, and sign in from then on', async () => {
    const client = backend.client();
    const phone = newNumber();
    const signedUp = await client.auth.signUp({ phone: `+${phone}`, password: PASSWORD });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    const early = await client.auth.signInWithPassword({ phone, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });
    const wrong = await client.auth.verifyOtp({ phone, token: another(codeSentTo(phone)), type: 'sms' });
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' });
    const verified = await client.auth.verifyOtp({ phone, token: codeSentTo(phone), type: 'sms' });
    expect(verified.data.user).toMatchObject({
      phone,
      app_metadata: { provider: 'phone', providers: ['phone'] },
    });
    expect(verified.data.user?.phone_confirmed_at).toBeTruthy();
    await client.auth.signOut();
    const again = await client.auth.signInWithPassword({ phone: `+${phone}`, password: PASSWORD });
    expect(again.data.user?.phone).toBe(phone);
    expect(claimsOf(again.data.session?.access_token ?? '')).toMatchObject({ phone, aal: 'aal1' });
  });

  it('give a wrong password and an unknown number the same answer', async () => {
    const phone = await withPhone(backend.client());
    for (const attempt of [
      { phone, password: 'not the one' },
      { phone: newNumber(), password: PASSWORD },
    ]) {
      const { error } = await backend.client().auth.signInWithPassword(attempt);
      expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' });
    }
  });

  it('reveal that a number is taken only if configured to', async () => {
    const phone = await withPhone(backend.client());
    const repeated = await backend.client().auth.signUp({ phone, password: PASSWORD });
    expect(repeated.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    const taken = await withPhone(quiet.client());
    const free = newNumber();
    const answers = await Promise.all(
      [taken, free].map((number) => quiet.client().auth.signUp({ phone: number, password: PASSWORD })),
    );
    const [one, other] = answers.map(({ data, error }) => ({ error, fields: Object.keys(data.user ?? {}) }));
    expect(one).toEqual(other);
  });

  it('leave nothing to somebody who signed up first with another person’s number', async () => {
    const phone = newNumber();
    await backend.client().auth.signUp({ phone, password: 'the thief chose this' });
    const owner = backend.client();
    await owner.auth.signInWithOtp({ phone });
    const { error } = await owner.auth.verifyOtp({ phone, token: codeSentTo(phone), type: 'sms' });
    expect(error).toBeNull();
    const thief = await backend.client().auth.signInWithPassword({ phone, password: 'the thief chose this' });
    expect(thief.error).toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('a code sent to a number', () => {
  it('signs in new and known people, once and before it expires', async () => {
    const phone = newNumber();
    const client = backend.client();
    expect(
      (await client.auth.signInWithOtp({ phone, options: { data: { name: 'Mona' } } })).error,
    ).toBeNull();
    const first = codeSentTo(phone);
    const { data } = await client.auth.verifyOtp({ phone, token: first, type: 'sms' });
    expect(data.user).toMatchObject({ phone, user_metadata: { name: 'Mona' } });
    expect(claimsOf((await sessionOf(client)).access_token).amr.map(({ method }) => method)).toEqual(['otp']);
    const replayed = await backend.client().auth.verifyOtp({ phone, token: first, type: 'sms' });
    expect(replayed.error).toMatchObject({ code: 'otp_expired' });
    clock.advance(61);
    await backend.client().auth.signInWithOtp({ phone });
    clock.advance(3_601);
    const late = await backend.client().auth.verifyOtp({ phone, token: codeSentTo(phone), type: 'sms' });
    expect(late.error).toMatchObject({ code: 'otp_expired' });
  });

  it('works for one of two concurrent requests', async () => {
    const phone = newNumber();
    await backend.client().auth.signInWithOtp({ phone });
    const proof = { phone, token: codeSentTo(phone), type: 'sms' as const };
    const answers = await Promise.all([1, 2, 3].map(() => backend.client().auth.verifyOtp(proof)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it('is not sent to a number without an account if none may be created, which is not revealed', async () => {
    const phone = newNumber();
    const { error } = await backend
      .client()
      .auth.signInWithOtp({ phone, options: { shouldCreateUser: false } });
    expect(error).toBeNull();
    expect(codeSentTo(phone)).toBe('');
  });

  it('is resent on request, within a limit', async () => {
    const phone = newNumber();
    const client = backend.client();
    await client.auth.signInWithOtp({ phone });
    const first = codeSentTo(phone);
    expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull();
    expect(sent.filter((message) => message.phone === phone)).toHaveLength(2);
    const third = await client.auth.resend({ type: 'sms', phone });
    expect(third.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
    if (codeSentTo(phone) !== first) {
      const old = await client.auth.verifyOtp({ phone, token: first, type: 'sms' });
      expect(old.error).toMatchObject({ code: 'otp_expired' });
    }
    expect((await client.auth.verifyOtp({ phone, token: codeSentTo(phone), type: 'sms' })).error).toBeNull();
  });

  it('that cannot be sent is reported as an error', async () => {
    const { error } = await backend.client().auth.signInWithOtp({ phone: '201000000000' });
    expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' });
  });

  it('reveals nothing to guesses', async () => {
    const phone = newNumber();
    await backend.client().auth.signInWithOtp({ phone });
    const code = codeSentTo(phone);
    const guesses = [];
    for (let guess = 0; guess < 11; guess += 1) {
      const token = String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0');
      guesses.push((await backend.client().auth.verifyOtp({ phone, token, type: 'sms' })).error);
    }
    expect(guesses.at(-1)).toMatchObject({ status: 429 });
    const { error } = await backend.client().auth.verifyOtp({ phone, token: code, type: 'sms' });
    expect(error).toMatchObject({ status: 429 });
  });
});

describe('a person’s own number', () => {
  it('is added to an account by a code sent to it, and signs in from then on', async () => {
    const { client } = await signedUpAt(backend);
    const phone = newNumber();
    const { data, error } = await client.auth.updateUser({ phone });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: '', new_phone: phone });
    const verified = await client.auth.verifyOtp({ phone, token: codeSentTo(phone), type: 'phone_change' });
    expect(verified.data.user?.phone).toBe(phone);
    expect(verified.data.user?.identities?.map(({ provider }) => provider).sort()).toEqual([
      'email',
      'phone',
    ]);
    const other = await backend.client().auth.signInWithPassword({ phone, password: PASSWORD });
    expect(other.error).toBeNull();
  });

  it('cannot be somebody else’s', async () => {
    const phone = await withPhone(backend.client());
    const { client } = await signedUpAt(backend);
    clock.advance(61);
    const { error } = await client.auth.updateUser({ phone });
    expect(error).toMatchObject({ status: 422, code: 'phone_exists' });
  });
});

describe('without an SMS sender', () => {
  it('every sign-in by number says so', async () => {
    const phone = newNumber();
    const { auth } = silent.client();
    const { error: signUp } = await auth.signUp({ phone, password: PASSWORD });
    const { error: password } = await auth.signInWithPassword({ phone, password: PASSWORD });
    const { error: otp } = await auth.signInWithOtp({ phone });
    for (const error of [signUp, password, otp])
      expect(error).toMatchObject({ code: 'phone_provider_disabled' });
  });

  it('an invalid number is refused as such', async () => {
    for (const phone of ['0100', 'call me', '+']) {
      const { error } = await backend.client().auth.signInWithOtp({ phone });
      expect(error).toMatchObject({ code: 'validation_failed' });
    }
  });
});

describe('changing the password of an account without an address a day after signing in', () => {
  it('needs a one-time code sent to the phone', async () => {
    const client = strict.client();
    const phone = newNumber();
    await client.auth.signInWithOtp({ phone });
    await client.auth.verifyOtp({ phone, token: codeSentTo(phone), type: 'sms' });
    clock.advance(24 * 3600 + 60);
    await client.auth.refreshSession();
    const without = await client.auth.updateUser({ password: PASSWORD });
    expect(without.error).toMatchObject({ code: 'reauthentication_needed' });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const nonce = codeSentTo(phone);
    const wrong = await client.auth.updateUser({ password: PASSWORD, nonce: another(nonce) });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect((await client.auth.updateUser({ password: PASSWORD, nonce })).error).toBeNull();
    const login = await strict.client().auth.signInWithPassword({ phone, password: PASSWORD });
    expect(login.error).toBeNull();
  });
});
