import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsOf, newAddress, PASSWORD } from '../support/auth-people.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { catchMail } from '../support/caught-mail.ts';
import { movableClock } from '../support/clock.ts';

const mail = catchMail();
const clock = movableClock();
let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({
    now: clock.now,
    auth: {
      anonymousSignIns: true,
      passwordChangeNeedsNonce: true,
      mail: { transport: mail, links: 'verify' },
      limits: { messagesPerAddress: { times: 1000, seconds: 60 } },
      password: {
        minLength: 10,
        requiredCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'],
        isPwned: async (password) => password === 'password123456',
      },
    },
  });
});
afterAll(() => backend.close());

const GOOD = 'a good password 1';

async function confirmed() {
  const email = newAddress();
  const client = backend.client();
  await client.auth.signUp({ email, password: GOOD });
  const { code } = await mail.take(email, 'signup');
  await client.auth.verifyOtp({ email, token: code, type: 'signup' });
  return { client, email };
}

describe('an anonymous person', () => {
  it('has a session, marked as such, and no address', async () => {
    const client = backend.client();
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { theme: 'dark' } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: '',
      is_anonymous: true,
      identities: [],
      app_metadata: {},
      user_metadata: { theme: 'dark' },
    });
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      amr: [{ method: 'anonymous' }],
    });
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  it('becomes a lasting one by confirming an address', async () => {
    const client = backend.client();
    const { data: before } = await client.auth.signInAnonymously();
    const email = newAddress();
    expect((await client.auth.updateUser({ email })).error).toBeNull();
    const { code } = await mail.take(email, 'email_change');
    const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email_change' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: before.user?.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(claimsOf(data.session?.access_token ?? '').is_anonymous).toBe(false);
  });

  it('cannot set a password without an address', async () => {
    const client = backend.client();
    await client.auth.signInAnonymously();
    expect((await client.auth.updateUser({ password: GOOD })).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
    });
  });
});

describe('a weak password', () => {
  it.each([
    ['abc1', ['length']],
    ['abcdefghijk', ['characters']],
    ['abc', ['length', 'characters']],
    ['password123456', ['pwned']],
  ])('%s is refused for %j', async (password, reasons) => {
    const { error } = await backend.client().auth.signUp({ email: newAddress(), password });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons });
  });

  it('that is in use already is pointed out at sign-in', async () => {
    const { email } = await confirmed();
    await backend.owner`
      update auth.users set encrypted_password = extensions.crypt('old', extensions.gen_salt('bf', 10))
      where email = ${email}`;
    const { data, error } = await backend.client().auth.signInWithPassword({ email, password: 'old' });
    expect(error).toBeNull();
    expect(data.weakPassword).toMatchObject({ reasons: ['length', 'characters'] });
  });
});

describe('changing the password a day after signing in', () => {
  it('needs a code that is sent to the address, once', async () => {
    const { client, email } = await confirmed();
    expect((await client.auth.updateUser({ password: 'another password 2' })).error).toBeNull();
    clock.advance(24 * 3600 + 60);
    await client.auth.refreshSession();
    const without = await client.auth.updateUser({ password: 'a third password 3' });
    expect(without.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const { code, link } = await mail.take(email, 'reauthentication');
    expect(link).toBeUndefined();
    const nonce = code === '000000' ? '000001' : '000000';
    const wrong = await client.auth.updateUser({ password: 'a third password 3', nonce });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect((await client.auth.updateUser({ password: 'a third password 3', nonce: code })).error).toBeNull();
    const again = await client.auth.updateUser({ password: 'a fourth password 4', nonce: code });
    expect(again.error).toMatchObject({ code: 'reauthentication_not_valid' });
  });
});

describe('links of the kind that sign in by themselves', () => {
  it('lead to this service and from there to the page', async () => {
    const email = newAddress();
    await backend.client().auth.signUp({ email, password: PASSWORD });
    const weak = await backend.client().auth.signUp({ email, password: GOOD });
    expect(weak.error).toBeNull();
    const { link } = await mail.take(email, 'signup');
    expect(`${link?.origin}${link?.pathname}`).toBe(`${backend.url}/auth/v1/verify`);
    const response = await fetch(link ?? '', { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toContain('#access_token=');
  });
});
