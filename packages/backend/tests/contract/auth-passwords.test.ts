import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAddress } from '../support/auth-people.ts';
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
      passwordChangeNeedsNonce: true,
      mail: { transport: mail },
      limits: { messagesPerAddress: { times: 1000, seconds: 60 } },
      minPasswordLength: 10,
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

describe('a weak password', () => {
  it('is refused, and the client hears why', async () => {
    const { error } = await backend.client().auth.signUp({ email: newAddress(), password: 'abc1' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] });
  });

  it('already in use is reported at sign-in', async () => {
    const { email } = await confirmed();
    await backend.owner`
      update auth.users set encrypted_password = extensions.crypt('old', extensions.gen_salt('bf', 10))
      where email = ${email}`;
    const { data, error } = await backend.client().auth.signInWithPassword({ email, password: 'old' });
    expect(error).toBeNull();
    expect(data.weakPassword).toMatchObject({ reasons: ['length'] });
  });
});

describe('changing the password a day after signing in', () => {
  it('needs a one-time code sent to the address', async () => {
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
