import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { PASSWORD, sessionOf } from '../support/auth-people.ts';
import { BACK, somebody, startOpenIdBackend, travel } from '../support/openid-backend.ts';

const { backend, openid, request, pkceClient, signInThroughProvider, confirmedByMail, close } =
  await startOpenIdBackend();
afterAll(close);

describe('linking', () => {
  it('adds an identity to the signed-in user once the client has proved itself', async () => {
    const { email } = await confirmedByMail();
    const client = pkceClient();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    openid.person = somebody();
    const { data } = await client.auth.linkIdentity({
      provider: 'google',
      options: { redirectTo: BACK, skipBrowserRedirect: true },
    });
    const place = await travel(data.url);
    expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(1);
    const { error } = await client.auth.exchangeCodeForSession(place.searchParams.get('code') ?? '');
    expect(error).toBeNull();
    const identities = (await client.auth.getUserIdentities()).data?.identities ?? [];
    expect(identities.map(({ provider }) => provider).sort()).toEqual(['email', 'google']);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  it('refuses an identity that somebody has', async () => {
    const owner = somebody();
    openid.person = owner;
    await signInThroughProvider(backend.client());
    const { email } = await confirmedByMail();
    const client = pkceClient();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const { data } = await client.auth.linkIdentity({
      provider: 'google',
      options: { redirectTo: BACK, skipBrowserRedirect: true },
    });
    const place = await travel(data.url);
    const { error } = await client.auth.exchangeCodeForSession(place.searchParams.get('code') ?? '');
    expect(error).toMatchObject({ status: 422, code: 'identity_already_exists' });
  });

  it('makes an anonymous user a lasting one', async () => {
    const client = pkceClient();
    const anonymous = await client.auth.signInAnonymously();
    expect(anonymous.data.user?.is_anonymous).toBe(true);
    const person = somebody();
    openid.person = person;
    const { data } = await client.auth.linkIdentity({
      provider: 'google',
      options: { redirectTo: BACK, skipBrowserRedirect: true },
    });
    const place = await travel(data.url);
    const { data: after } = await client.auth.exchangeCodeForSession(place.searchParams.get('code') ?? '');
    expect(after.user).toMatchObject({
      id: anonymous.data.user?.id,
      email: person.email,
      is_anonymous: false,
    });
  });

  it('needs a session', async () => {
    expect(await request('GET', '/user/identities/authorize?provider=google')).toMatchObject({ status: 401 });
  });

  it('is undone for all identities but the last', async () => {
    const { email, client } = await confirmedByMail();
    openid.person = somebody(email);
    await signInThroughProvider(backend.client());
    const { data } = await client.auth.getUserIdentities();
    const google = data?.identities.find(({ provider }) => provider === 'google');
    const own = data?.identities.find(({ provider }) => provider === 'email');
    if (!google || !own) throw new Error('identities are missing');
    expect((await client.auth.unlinkIdentity(google)).error).toBeNull();
    const { data: after } = await client.auth.getUser();
    expect(after.user?.app_metadata.providers).toEqual(['email']);
    expect((await client.auth.unlinkIdentity(own)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    });
    const { access_token: token } = await sessionOf(client);
    expect(await request('DELETE', '/user/identities/x', undefined, { token })).toMatchObject({
      status: 404,
    });
  });

  it('cannot be undone for somebody else', async () => {
    const victim = await confirmedByMail();
    openid.person = somebody(victim.email);
    await signInThroughProvider(backend.client());
    const { data } = await victim.client.auth.getUserIdentities();
    const attacker = await confirmedByMail();
    openid.person = somebody(attacker.email);
    await signInThroughProvider(backend.client());
    const target = data?.identities[0];
    if (!target) throw new Error('identity is missing');
    expect((await attacker.client.auth.unlinkIdentity(target)).error).toMatchObject({
      code: 'identity_not_found',
    });
    expect((await victim.client.auth.getUserIdentities()).data?.identities).toHaveLength(2);
  });
});

describe('a token of the provider itself', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  it('signs in', async () => {
    const person = somebody();
    const token = await openid.idToken({ ...person, nonce: sha256('once') });
    const { data, error } = await backend
      .client()
      .auth.signInWithIdToken({ provider: 'google', token, nonce: 'once' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, app_metadata: { provider: 'google' } });
  });

  it('is linked to the signed-in user', async () => {
    const { client, email } = await confirmedByMail();
    const token = await openid.idToken(somebody());
    const { data, error } = await client.auth.linkIdentity({ provider: 'google', token });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.user?.identities).toHaveLength(2);
  });

  const spoiled = (claims: object) => openid.idToken({ ...somebody(), ...claims });
  it.each<[string, string, () => Promise<object>]>([
    [
      'of another audience',
      'Unacceptable audience in id_token',
      async () => ({ id_token: await spoiled({ aud: 'x' }) }),
    ],
    [
      'of another issuer',
      'Bad ID token',
      async () => ({ id_token: await spoiled({ iss: 'https://x.test' }) }),
    ],
    ['that has expired', 'Bad ID token', async () => ({ id_token: await spoiled({ exp: 1_000_000 }) })],
    [
      'with a nonce that was not passed',
      'Passed nonce and nonce in id_token should either both exist or not.',
      async () => ({ id_token: await spoiled({ nonce: sha256('a') }) }),
    ],
    [
      'with another nonce',
      'Nonces mismatch',
      async () => ({ id_token: await spoiled({ nonce: sha256('a') }), nonce: 'b' }),
    ],
    [
      'with the digest of another access token',
      'Bad ID token',
      async () => ({ id_token: await spoiled({ at_hash: 'x' }), access_token: 'y' }),
    ],
    ['that is none', 'Bad ID token', async () => ({ id_token: 'a.b.c' })],
    ['that is missing', 'id_token required', async () => ({})],
  ])('%s is refused in the shape of OAuth', async (_what, description, make) => {
    const { status, body } = await request('POST', '/token?grant_type=id_token', {
      provider: 'google',
      ...(await make()),
    });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid (request|nonce)$/);
    expect(body.error_description).toBe(description);
  });

  it('of a provider that is not set up is refused', async () => {
    const { error } = await backend.client().auth.signInWithIdToken({ provider: 'apple', token: 'a.b.c' });
    expect(error).toMatchObject({ status: 400, code: 'provider_disabled' });
  });
});
