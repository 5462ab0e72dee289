import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import { newAddress, PASSWORD, sessionOf, signedUpAt } from '../support/auth-people.ts';
import { EMBEDDED, startTestBackend } from '../support/backend.ts';
import { catchMail } from '../support/caught-mail.ts';

const mail = catchMail();
const texts: { phone: string; text: string }[] = [];
const backend = await startTestBackend({
  auth: {
    siteUrl: 'https://shop.test',
    mailerAutoconfirm: true,
    mail: { transport: mail },
    sms: { send: async (phone, text) => void texts.push({ phone, text }) },
    limits: {
      messagesPerAddress: { times: 1000, seconds: 60 },
      messagesPerClient: { times: 1000, seconds: 60 },
      smsPerNumber: { times: 1000, seconds: 60 },
    },
  },
});
afterAll(() => backend.close());

let numbers = 0;

/** A person who signed up with somebody else's address, and added a second factor and their own number. */
async function squatter() {
  const { client, email, user } = await signedUpAt(backend);
  numbers += 1;
  const phone = `2010${20_000_000 + numbers}`;
  await client.auth.updateUser({ phone });
  const token = /\d{6}/.exec(texts.findLast((text) => text.phone === phone)?.text ?? '')?.[0] ?? '';
  const confirmed = await client.auth.verifyOtp({ phone, token, type: 'phone_change' });
  expect(confirmed.error).toBeNull();
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' });
  if (error) throw error;
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
  expect((await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
  return { client, email, phone, id: user.id };
}

const proofs: [string, (email: string) => Promise<ReturnType<typeof backend.client>>][] = [
  [
    'the link to recover a password',
    async (email) => {
      const owner = backend.client();
      await owner.auth.resetPasswordForEmail(email);
      const { link } = await mail.take(email, 'recovery');
      const hash = link?.searchParams.get('token_hash') ?? '';
      expect((await owner.auth.verifyOtp({ type: 'recovery', token_hash: hash })).error).toBeNull();
      return owner;
    },
  ],
  [
    'a link to sign in',
    async (email) => {
      const owner = backend.client();
      await owner.auth.signInWithOtp({ email });
      const { link } = await mail.take(email, 'magiclink');
      const hash = link?.searchParams.get('token_hash') ?? '';
      expect((await owner.auth.verifyOtp({ type: 'magiclink', token_hash: hash })).error).toBeNull();
      return owner;
    },
  ],
  [
    'a code to sign in',
    async (email) => {
      const owner = backend.client();
      await owner.auth.signInWithOtp({ email });
      const { code } = await mail.take(email, 'magiclink');
      expect((await owner.auth.verifyOtp({ type: 'email', email, token: code })).error).toBeNull();
      return owner;
    },
  ],
];

describe.runIf(EMBEDDED).each(proofs)('whoever proves an address by %s', (_, prove) => {
  it('gets sole access: the claimant’s password, sessions, number and second factor are gone', async () => {
    const { client, email, phone, id } = await squatter();
    const session = await sessionOf(client);
    const owner = await prove(email);

    expect((await backend.client().auth.getUser(session.access_token)).error).not.toBeNull();
    const refreshed = await backend.client().auth.refreshSession({ refresh_token: session.refresh_token });
    expect(refreshed.error).not.toBeNull();
    const byPassword = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(byPassword.error?.code).toBe('invalid_credentials');
    const asked = texts.length;
    await backend.client().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } });
    expect(texts.slice(asked)).toEqual([]);

    const { data } = await owner.auth.getUser();
    expect([data.user?.id, data.user?.phone, data.user?.factors]).toEqual([id, '', undefined]);
    const password = 'the owner’s own password';
    expect((await owner.auth.updateUser({ password })).error).toBeNull();
    expect((await backend.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  it('keeps what they have when they prove it again', async () => {
    const { email } = await signedUpAt(backend, newAddress());
    const first = await prove(email);
    const password = 'chosen after the first proof';
    await first.auth.updateUser({ password });
    const other = backend.client();
    await other.auth.signInWithPassword({ email, password });
    await prove(email);
    expect((await other.auth.getUser()).error).toBeNull();
    expect((await backend.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });
});
