import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authRequests,
  claimsOf,
  newAddress,
  PASSWORD,
  sessionOf,
  signedUpAt,
} from '../support/auth-people.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { movableClock } from '../support/clock.ts';

const clock = movableClock();
let backend: TestBackend;
const request = authRequests(() => backend);
const GENEROUS = { times: 10_000, seconds: 60 };

beforeAll(async () => {
  backend = await startTestBackend({
    now: clock.now,
    auth: {
      siteUrl: 'https://shop.test',
      mailerAutoconfirm: true,
      limits: { factorChallenges: GENEROUS, factorFailures: GENEROUS },
    },
  });
});
afterAll(() => backend.close());

const person = () => signedUpAt(backend);

type Person = Awaited<ReturnType<typeof person>>;

async function enrolled(friendlyName = 'phone') {
  const owner = await person();
  const { data, error } = await owner.client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { ...owner, factorId: data.id, secret: data.totp.secret, totp: data.totp };
}

async function verified() {
  const owner = await enrolled();
  const { error } = await owner.client.auth.mfa.challengeAndVerify({
    factorId: owner.factorId,
    code: codeOf(owner.secret),
  });
  if (error) throw error;
  clock.advance(30);
  return owner;
}

function codeOf(secret: string, offsetSeconds = 0): string {
  const timestamp = clock.now().getTime() + offsetSeconds * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

function wrongCode(secret: string): string {
  const near = [-60, -30, 0, 30, 60].map((offset) => codeOf(secret, offset));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  );
}

async function signedInAgain({ email }: Pick<Person, 'email'>) {
  const client = backend.client();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

async function levelOf(client: Person['client']) {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return { current: data?.currentLevel, next: data?.nextLevel };
}

describe('enrolling an authenticator app', () => {
  it('returns a secret as picture, text and URI', async () => {
    const { totp, secret, email, factorId, client } = await enrolled('My phone');
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(totp.qr_code).not.toContain('#');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totp.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain(`shop.test:${email}`);
    expect(uri.searchParams.get('secret')).toBe(secret);
    expect(uri.searchParams.get('issuer')).toBe('shop.test');
    const { data } = await client.auth.mfa.listFactors();
    expect(data?.all).toHaveLength(1);
    expect(data?.totp).toHaveLength(0);
    expect(data?.all[0]).toMatchObject({
      id: factorId,
      friendly_name: 'My phone',
      factor_type: 'totp',
      status: 'unverified',
    });
    expect(JSON.stringify(data)).not.toContain(secret);
  });

  it('uses the requested issuer', async () => {
    const { client } = await person();
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', issuer: 'Ink & Thread' });
    expect(new URL(data?.totp.uri ?? '').searchParams.get('issuer')).toBe('Ink & Thread');
  });

  it('refuses a second one with the same name, an unknown kind and hardware keys', async () => {
    const { client } = await enrolled('Same');
    const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Same' });
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    const { access_token: token } = await sessionOf(client);
    expect(await request('POST', '/factors', { factor_type: 'smoke' }, { token })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(await request('POST', '/factors', { factor_type: 'webauthn' }, { token })).toMatchObject({
      status: 422,
      body: { code: 'mfa_webauthn_enroll_not_enabled' },
    });
  });

  it('allows ten', async () => {
    const { client } = await person();
    const answers = [];
    for (let index = 0; index < 11; index += 1) {
      answers.push(await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `Factor ${index}` }));
    }
    expect(answers.slice(0, 10).every(({ error }) => error === null)).toBe(true);
    expect(answers[10]?.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
  });

  it('deletes factors not verified within five minutes', async () => {
    const { client } = await enrolled('Old');
    clock.advance(301);
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Old' });
    expect(error).toBeNull();
  });

  it('is not for people without a session', async () => {
    expect((await request('POST', '/factors', { factor_type: 'totp' })).status).toBe(401);
  });

  it('needs the first factor once there is one', async () => {
    const owner = await verified();
    const low = await signedInAgain(owner);
    const refused = await low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' });
    expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const allowed = await owner.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' });
    expect(allowed.error).toBeNull();
  });
});

describe('verifying', () => {
  it('activates the factor and raises the session to aal2', async () => {
    const { client, factorId, secret } = await enrolled();
    expect(await levelOf(client)).toEqual({ current: 'aal1', next: 'aal1' });
    const before = await sessionOf(client);
    const challenge = await client.auth.mfa.challenge({ factorId });
    expect(challenge.data).toMatchObject({ type: 'totp' });
    expect((challenge.data?.expires_at ?? 0) - Math.floor(clock.now().getTime() / 1000)).toBeGreaterThan(295);
    const { data, error } = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? '',
      code: codeOf(secret),
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data?.user.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    const after = await sessionOf(client);
    expect(claimsOf(after.access_token)).toMatchObject({
      aal: 'aal2',
      session_id: claimsOf(before.access_token).session_id,
    });
    expect(
      claimsOf(after.access_token)
        .amr.map(({ method }) => method)
        .sort(),
    ).toEqual(['password', 'totp']);
    expect(await levelOf(client)).toEqual({ current: 'aal2', next: 'aal2' });
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
    const refreshed = await client.auth.refreshSession();
    expect(claimsOf(refreshed.data.session?.access_token ?? '').aal).toBe('aal2');
  });

  it('leaves no refresh token that could be exchanged at the higher level', async () => {
    const { client, factorId, secret } = await enrolled();
    const before = await sessionOf(client);
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    const stolen = await backend.client().auth.refreshSession({ refresh_token: before.refresh_token });
    expect(stolen.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  });

  it('ends the sessions of the user that have not shown a factor', async () => {
    const owner = await enrolled();
    const other = await signedInAgain(owner);
    await owner.client.auth.mfa.challengeAndVerify({ factorId: owner.factorId, code: codeOf(owner.secret) });
    const { access_token: token } = await sessionOf(other);
    expect((await backend.client().auth.getUser(token)).error?.name).toBe('AuthSessionMissingError');
  });

  it('is asked for at the next sign-in', async () => {
    const owner = await verified();
    const client = await signedInAgain(owner);
    expect(await levelOf(client)).toEqual({ current: 'aal1', next: 'aal2' });
    const { error } = await client.auth.mfa.challengeAndVerify({
      factorId: owner.factorId,
      code: codeOf(owner.secret),
    });
    expect(error).toBeNull();
    expect(await levelOf(client)).toEqual({ current: 'aal2', next: 'aal2' });
  });

  it('accepts codes of clocks that are half a minute off, and no others', async () => {
    for (const [offset, fine] of [
      [-30, true],
      [30, true],
      [-90, false],
      [90, false],
    ] as const) {
      const { client, factorId, secret } = await enrolled();
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, offset) });
      expect(error === null, String(offset)).toBe(fine);
      if (!fine) expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    }
  });

  it('accepts a code once, even concurrently', async () => {
    const { client, factorId, secret } = await enrolled();
    const { access_token: token } = await sessionOf(client);
    const code = codeOf(secret);
    const challenges = await Promise.all(
      Array.from({ length: 5 }, () => request('POST', `/factors/${factorId}/challenge`, {}, { token })),
    );
    const uses = await Promise.all(
      challenges.map(({ body }) =>
        request('POST', `/factors/${factorId}/verify`, { challenge_id: body.id, code }, { token }),
      ),
    );
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(uses.filter(({ body }) => body.code === 'mfa_verification_failed')).toHaveLength(4);
  });

  it('accepts no code older than the last one', async () => {
    const { client, factorId, secret } = await enrolled();
    const earlier = codeOf(secret, -30);
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: earlier });
    expect(error).toMatchObject({ code: 'mfa_verification_failed' });
  });

  it('refuses wrong and malformed codes', async () => {
    const { client, factorId, secret } = await enrolled();
    for (const code of [wrongCode(secret), '12345', 'abcdef', `${codeOf(secret)}0`]) {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
      expect(error).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
        message: 'Invalid TOTP code entered',
      });
    }
    const { access_token: token } = await sessionOf(client);
    expect(await request('POST', `/factors/${factorId}/verify`, { code: '' }, { token })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  it('accepts a challenge once and for five minutes', async () => {
    const { client, factorId, secret } = await enrolled();
    const first = await client.auth.mfa.challenge({ factorId });
    const challengeId = first.data?.id ?? '';
    await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) });
    clock.advance(30);
    const again = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) });
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });
    const late = await client.auth.mfa.challenge({ factorId });
    clock.advance(301);
    const expired = await client.auth.mfa.verify({
      factorId,
      challengeId: late.data?.id ?? '',
      code: codeOf(secret),
    });
    expect(expired.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  });

  it('finds no challenge and no factor of somebody else', async () => {
    const owner = await enrolled();
    const attacker = await enrolled();
    const challenge = await owner.client.auth.mfa.challenge({ factorId: owner.factorId });
    const crossed = await attacker.client.auth.mfa.verify({
      factorId: attacker.factorId,
      challengeId: challenge.data?.id ?? '',
      code: codeOf(attacker.secret),
    });
    expect(crossed.error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
    const foreign = await attacker.client.auth.mfa.challenge({ factorId: owner.factorId });
    expect(foreign.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    const { access_token: token } = await sessionOf(attacker.client);
    expect(await request('POST', '/factors/x/challenge', {}, { token })).toMatchObject({
      status: 404,
      body: { code: 'validation_failed' },
    });
  });
});

describe('removing a factor', () => {
  it('that is verified needs aal2, and lowers the session to aal1', async () => {
    const owner = await verified();
    const low = await signedInAgain(owner);
    const refused = await low.auth.mfa.unenroll({ factorId: owner.factorId });
    expect(refused.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    const { data, error } = await owner.client.auth.mfa.unenroll({ factorId: owner.factorId });
    expect(error).toBeNull();
    expect(data).toEqual({ id: owner.factorId });
    const { data: refreshed } = await owner.client.auth.refreshSession();
    expect(claimsOf(refreshed.session?.access_token ?? '').aal).toBe('aal1');
    expect(await levelOf(owner.client)).toEqual({ current: 'aal1', next: 'aal1' });
  });

  it('that was not verified needs no aal2', async () => {
    const { client, factorId } = await enrolled();
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  });

  it('of somebody else does nothing', async () => {
    const owner = await verified();
    const attacker = await verified();
    const { error } = await attacker.client.auth.mfa.unenroll({ factorId: owner.factorId });
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    expect((await owner.client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });
});

describe('changing credentials with a factor', () => {
  it('needs aal2', async () => {
    const owner = await verified();
    const low = await signedInAgain(owner);
    for (const change of [{ password: 'another long password' }, { email: newAddress() }]) {
      const { error } = await low.auth.updateUser(change);
      expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    }
    expect((await low.auth.updateUser({ data: { name: 'Mona' } })).error).toBeNull();
    expect((await owner.client.auth.updateUser({ password: 'another long password' })).error).toBeNull();
  });
});
