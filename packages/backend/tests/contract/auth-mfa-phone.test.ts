import { afterAll, describe, expect, it } from 'vitest';
import { claimsOf, newAddress, PASSWORD, sessionOf, signedUpAt } from '../support/auth-people.ts';
import { startTestBackend } from '../support/backend.ts';
import { movableClock } from '../support/clock.ts';

const clock = movableClock();
const sent: { phone: string; text: string }[] = [];
const backend = await startTestBackend({
  now: clock.now,
  auth: {
    mailerAutoconfirm: true,
    limits: { smsPerNumber: { times: 100, seconds: 60 }, smsPerClient: { times: 100, seconds: 60 } },
    sms: {
      async send(phone, text) {
        if (phone.endsWith('000')) throw new Error('no such phone');
        sent.push({ phone, text });
      },
    },
  },
});
afterAll(() => backend.close());

const person = () => signedUpAt(backend);

describe('a phone as a factor', () => {
  async function withPhone(phone: string) {
    const owner = await person();
    const { data, error } = await owner.client.auth.mfa.enroll({
      factorType: 'phone',
      friendlyName: 'Phone',
      phone,
    });
    if (error) throw error;
    return { ...owner, factorId: data.id, data };
  }

  function codeSentTo(phone: string): string {
    return /\d{6}/.exec(sent.findLast((message) => message.phone === phone)?.text ?? '')?.[0] ?? '';
  }

  it('is verified by a code sent to it', async () => {
    const { client, factorId, data } = await withPhone('+20 100 123 4567');
    expect(data).toMatchObject({ type: 'phone', phone: '+20 100 123 4567' });
    const challenge = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
    expect(challenge.data?.type).toBe('phone');
    const code = codeSentTo('201001234567');
    const wrong = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? '',
      code: code === '000000' ? '000001' : '000000',
    });
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const { error } = await client.auth.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code });
    expect(error).toBeNull();
    const { access_token: token } = await sessionOf(client);
    expect(claimsOf(token)).toMatchObject({ aal: 'aal2' });
    expect(claimsOf(token).amr.map(({ method }) => method)).toContain('mfa/phone');
    expect((await client.auth.mfa.listFactors()).data?.phone).toHaveLength(1);
  });

  it('accepts a code for five minutes, and only for its own challenge', async () => {
    const { client, factorId } = await withPhone('201001238888');
    const challenge = async () =>
      (await client.auth.mfa.challenge({ factorId, channel: 'sms' })).data?.id ?? '';
    const [first, firstCode] = [await challenge(), codeSentTo('201001238888')];
    clock.advance(301);
    const late = await client.auth.mfa.verify({ factorId, challengeId: first, code: firstCode });
    expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
    const second = await challenge();
    const code = codeSentTo('201001238888');
    if (code !== firstCode) {
      const mixed = await client.auth.mfa.verify({ factorId, challengeId: second, code: firstCode });
      expect(mixed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    }
    const { error } = await client.auth.mfa.verify({ factorId, challengeId: second, code });
    expect(error).toBeNull();
  });

  it('needs a number, and a way to reach it', async () => {
    const { client } = await person();
    for (const phone of ['', 'abc', '0123']) {
      const { error } = await client.auth.mfa.enroll({ factorType: 'phone', phone });
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    }
    const unreachable = await withPhone('201001234000');
    const { error } = await unreachable.client.auth.mfa.challenge({
      factorId: unreachable.factorId,
      channel: 'sms',
    });
    expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' });
  });

  it('stores no code in plain text', async () => {
    const { client, factorId } = await withPhone('201001239999');
    await client.auth.mfa.challenge({ factorId, channel: 'sms' });
    const [row] = await backend.owner`select otp_code from auth.mfa_challenges where factor_id = ${factorId}`;
    expect(row?.otp_code).not.toContain(codeSentTo('201001239999'));
  });

  it('is disabled without a sender', async () => {
    const without = await startTestBackend({ auth: { mailerAutoconfirm: true } });
    const client = without.client();
    await client.auth.signUp({ email: newAddress(), password: PASSWORD });
    const { error } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '201001234567' });
    expect(error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' });
    await without.close();
  });
});
