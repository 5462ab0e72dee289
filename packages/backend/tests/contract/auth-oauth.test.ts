import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { claimsOf, fragmentOf, newAddress, PASSWORD } from '../support/auth-people.ts';
import { startTestBackend } from '../support/backend.ts';
import { BACK, SITE, somebody, startOpenIdBackend, travel } from '../support/openid-backend.ts';
import { startStubOpenId } from '../support/stub-openid.ts';

const { backend, clock, openid, request, pkceClient, signInThroughProvider, confirmedByMail, close } =
  await startOpenIdBackend();
beforeEach(() => {
  openid.tamper = undefined;
  openid.signWithForeignKey = false;
});
afterAll(close);

describe('signing in with a provider', () => {
  it('forwards access_type, prompt and the like, but not parameters it sets itself', async () => {
    openid.person = somebody();
    await signInThroughProvider(pkceClient(), {
      scopes: 'https://www.googleapis.com/auth/calendar',
      queryParams: {
        access_type: 'offline',
        prompt: 'consent',
        hd: 'shop.test',
        client_id: 'evil',
        redirect_uri: 'https://evil.test',
        State: 'evil',
        nonce: 'evil',
        response_type: 'token',
      },
    });
    const visit = Object.fromEntries(openid.lastVisit ?? []);
    expect(visit).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      hd: 'shop.test',
      client_id: openid.clientId,
      redirect_uri: `${backend.url}/auth/v1/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile https://www.googleapis.com/auth/calendar',
    });
    expect(visit.state).toMatch(/^[0-9a-f-]{36}$/);
    expect(visit.nonce).not.toBe('evil');
    expect(visit).not.toHaveProperty('State');
    expect(visit).not.toHaveProperty('apikey');
  });

  it('creates an account and redirects to the requested page with a code that the client exchanges', async () => {
    const person = somebody();
    openid.person = person;
    const client = pkceClient();
    const place = await signInThroughProvider(client);
    expect(place.href.startsWith(`${BACK}&code=`)).toBe(true);
    expect(place.hash).toBe('');
    const { data, error } = await client.auth.exchangeCodeForSession(place.searchParams.get('code') ?? '');
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: {
        name: 'Mona Zaki',
        full_name: 'Mona Zaki',
        avatar_url: person.picture,
        picture: person.picture,
        email: person.email,
        email_verified: true,
        sub: person.sub,
        provider_id: person.sub,
        iss: openid.issuer,
      },
    });
    expect(data.user?.email_confirmed_at).toMatch(/Z$/);
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user?.identities?.[0]).toMatchObject({
      provider: 'google',
      id: person.sub,
      email: person.email,
    });
    expect(data.session?.provider_token).toMatch(/^[0-9a-f-]{36}$/);
    expect(data.session?.provider_refresh_token).toMatch(/^refresh-/);
    expect(claimsOf(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'oauth' }]);
  });

  it('issues codes that only the requesting client can exchange, once, within five minutes', async () => {
    openid.person = somebody();
    const client = pkceClient();
    const code = (await signInThroughProvider(client)).searchParams.get('code') ?? '';
    const stolen = { auth_code: code, code_verifier: 'x'.repeat(56) };
    expect(await request('POST', '/token?grant_type=pkce', stolen)).toMatchObject({
      status: 400,
      body: { code: 'bad_code_verifier' },
    });
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    expect(await request('POST', '/token?grant_type=pkce', stolen)).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    });
    const late = (await signInThroughProvider(client)).searchParams.get('code') ?? '';
    clock.advance(301);
    expect((await client.auth.exchangeCodeForSession(late)).error).toMatchObject({
      status: 422,
      code: 'flow_state_expired',
    });
  });

  it.each<Record<string, string>>([
    { code_challenge: 'x'.repeat(43) },
    { code_challenge: 'short', code_challenge_method: 's256' },
    { code_challenge: `${'x'.repeat(42)}/`, code_challenge_method: 's256' },
    { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
  ])('takes no half and no malformed challenge: %j', async (challenge) => {
    const query = new URLSearchParams({ provider: 'google', ...challenge });
    expect(await request('GET', `/authorize?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  it('without a challenge ends with the session in the fragment', async () => {
    const person = somebody();
    openid.person = person;
    const place = await signInThroughProvider(backend.client());
    expect(place.searchParams.get('code')).toBeNull();
    const { access_token: token, provider_token: providerToken, refresh_token: refresh } = fragmentOf(place);
    expect(providerToken).toBeDefined();
    expect(refresh).toMatch(/^[a-z0-9]{12}$/);
    expect((await backend.client().auth.getUser(token)).data.user?.email).toBe(person.email);
  });

  it('finds the same account again, even if its address changed at the provider', async () => {
    const person = somebody();
    openid.person = person;
    const first = fragmentOf(await signInThroughProvider(backend.client()));
    openid.person = { ...person, email: newAddress(), name: 'Mona M.' };
    const second = fragmentOf(await signInThroughProvider(backend.client()));
    expect(claimsOf(second.access_token ?? '').sub).toBe(claimsOf(first.access_token ?? '').sub);
    expect(claimsOf(second.access_token ?? '')).toMatchObject({
      email: person.email,
      user_metadata: { name: 'Mona M.' },
    });
  });

  it('joins an account whose owner proved the same address, and leaves its password', async () => {
    const { email } = await confirmedByMail();
    openid.person = somebody(email.toUpperCase());
    const place = fragmentOf(await signInThroughProvider(backend.client()));
    const { data } = await backend.client().auth.getUser(place.access_token);
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'google']);
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'google'] });
    const signIn = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(signIn.error).toBeNull();
  });

  it('removes the access of somebody who claimed the address without proving it', async () => {
    const email = newAddress();
    const intruder = backend.client();
    await intruder.auth.signUp({ email, password: PASSWORD, options: { data: { tenant_id: 'evil' } } });
    const [row] = await backend.owner<{ id: string }[]>`
      update auth.users set email_confirmed_at = now() where email = ${email} returning id`;
    const signIn = await intruder.auth.signInWithPassword({ email, password: PASSWORD });
    expect(signIn.error).toBeNull();
    openid.person = somebody(email);
    const place = fragmentOf(await signInThroughProvider(backend.client()));
    const { data } = await backend.client().auth.getUser(place.access_token);
    expect(data.user?.id).toBe(row?.id);
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['google']);
    expect(data.user?.user_metadata).not.toHaveProperty('tenant_id');
    const again = await backend.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.error?.code).toBe('invalid_credentials');
    expect((await intruder.auth.refreshSession()).error).not.toBeNull();
  });

  it('trusts no address that the provider does not vouch for', async () => {
    const { email } = await confirmedByMail();
    openid.person = { ...somebody(email), email_verified: false };
    const place = await signInThroughProvider(backend.client());
    expect(fragmentOf(place)).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
    });
    const [row] = await backend.owner`
      select count(*)::int as identities from auth.identities where identity_data ->> 'email' = ${email}`;
    expect(row?.identities).toBe(1);
  });

  it('refuses an identity token without an address', async () => {
    openid.person = somebody();
    openid.tamper = ({ email: _email, email_verified: _verified, ...claims }) => claims;
    const place = fragmentOf(await signInThroughProvider(backend.client()));
    expect(place.error_code).toBe('provider_email_needs_verification');
  });

  it('lets no banned person in', async () => {
    const person = somebody();
    openid.person = person;
    await signInThroughProvider(backend.client());
    await backend.owner`update auth.users set banned_until = '2999-01-01' where email = ${person.email}`;
    const place = await signInThroughProvider(backend.client());
    expect(fragmentOf(place)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  });

  it('passes a refusal at the provider on to the requested page', async () => {
    openid.person = undefined;
    const place = await signInThroughProvider(backend.client());
    expect(`${place.origin}${place.pathname}`).toBe('https://red.shop.test/auth/callback');
    expect(place.searchParams.get('tenant')).toBe('red');
    expect(place.searchParams.get('error')).toBe('access_denied');
    expect(fragmentOf(place)).toMatchObject({
      error: 'access_denied',
      error_description: 'The user said no',
    });
  });

  it('leads to the site itself when the wanted page is not allowed', async () => {
    openid.person = somebody();
    const place = await signInThroughProvider(backend.client(), {
      redirectTo: 'https://shop.test.evil.test/x',
    });
    expect(place.origin).toBe(SITE);
  });
});

describe('an identity token is refused', () => {
  it.each<[string, () => void]>([
    ['signed with a foreign key', () => Object.assign(openid, { signWithForeignKey: true })],
    [
      'for another client',
      () => Object.assign(openid, { tamper: (claims: object) => ({ ...claims, aud: 'other' }) }),
    ],
    [
      'of another issuer',
      () => Object.assign(openid, { tamper: (claims: object) => ({ ...claims, iss: 'https://x.test' }) }),
    ],
    [
      'with a foreign nonce',
      () => Object.assign(openid, { tamper: (claims: object) => ({ ...claims, nonce: 'x' }) }),
    ],
  ])('%s', async (_what, spoil) => {
    const person = somebody();
    openid.person = person;
    spoil();
    const place = await signInThroughProvider(backend.client());
    expect(fragmentOf(place)).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure' });
    expect(await backend.owner`select id from auth.users where email = ${person.email}`).toHaveLength(0);
  });
});

describe('a way back from the provider', () => {
  it('works once', async () => {
    openid.person = somebody();
    const { data } = await backend.client().auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: BACK, skipBrowserRedirect: true },
    });
    const toProvider = await fetch(data.url ?? '', { redirect: 'manual' });
    const back = await fetch(toProvider.headers.get('location') ?? '', { redirect: 'manual' });
    const callback = back.headers.get('location') ?? '';
    const uses = await Promise.all([1, 2, 3].map(() => travel(callback)));
    expect(uses.filter((place) => fragmentOf(place).access_token)).toHaveLength(1);
    expect(uses.filter((place) => fragmentOf(place).error_code === 'bad_oauth_state')).toHaveLength(2);
  });

  it('is closed after ten minutes', async () => {
    openid.person = somebody();
    const { data } = await backend.client().auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: BACK, skipBrowserRedirect: true },
    });
    const toProvider = await fetch(data.url ?? '', { redirect: 'manual' });
    clock.advance(601);
    const place = await travel(toProvider.headers.get('location'));
    expect(fragmentOf(place)).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_state' });
  });

  it.each([
    ['no state', '?code=x', 'bad_oauth_callback'],
    ['a state that is none', '?code=x&state=x', 'bad_oauth_state'],
    ['a state nobody made', '?code=x&state=00000000-0000-4000-8000-000000000000', 'bad_oauth_state'],
  ])('is none with %s', async (_what, query, code) => {
    const place = await travel(`${backend.url}/auth/v1/callback${query}`);
    expect(place.origin).toBe(SITE);
    expect(fragmentOf(place).error_code).toBe(code);
  });
});

describe('what is left to Supabase', () => {
  it('answers like a project with the feature switched off', async () => {
    const { client } = await confirmedByMail();
    const linking = await client.auth.linkIdentity({
      provider: 'google',
      options: { redirectTo: BACK, skipBrowserRedirect: true },
    });
    expect(linking.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
    const [identity] = (await client.auth.getUserIdentities()).data?.identities ?? [];
    if (!identity) throw new Error('identity is missing');
    expect((await client.auth.unlinkIdentity(identity)).error).toMatchObject({
      status: 404,
      code: 'manual_linking_disabled',
    });
    const token = await openid.idToken(somebody());
    const { error } = await client.auth.signInWithIdToken({ provider: 'google', token });
    expect(error).toMatchObject({ status: 400, code: 'provider_disabled' });
    expect((await client.auth.signInWithSSO({ domain: 'firm.example' })).error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
    });
  });
});

describe('a provider that is not set up', () => {
  it('is refused with a clear message', async () => {
    const unknown = await request('GET', '/authorize?provider=github');
    expect(unknown).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(unknown.body.message).toBe('Unsupported provider: Provider github could not be found');
    const without = await startTestBackend();
    const response = await fetch(`${without.url}/auth/v1/authorize?provider=google`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ msg: 'Unsupported provider: provider is not enabled' });
    const settings = await fetch(`${without.url}/auth/v1/settings`, {
      headers: { apikey: without.publishableKey },
    });
    expect((await settings.json()).external.google).toBe(false);
    await without.close();
  });

  it('or cannot be reached is a 503 that names no address', async () => {
    const broken = await startTestBackend({
      auth: { siteUrl: SITE, google: { issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'y' } },
    });
    const response = await fetch(`${broken.url}/auth/v1/authorize?provider=google`);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('127.0.0.1');

    // A browser returns to the page that sent it there, or to the site.
    for (const [wanted, back] of [
      [`${SITE}/auth/callback?tenant=red`, `${SITE}/auth/callback?tenant=red`],
      ['https://evil.test/', SITE],
    ] as const) {
      const query = new URLSearchParams({
        provider: 'google',
        redirect_to: wanted,
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 's256',
      });
      const visit = await fetch(`${broken.url}/auth/v1/authorize?${query}`, {
        redirect: 'manual',
        headers: { accept: 'text/html,*/*' },
      });
      expect(visit.status).toBe(302);
      const place = new URL(visit.headers.get('location') ?? '');
      expect(place.href.startsWith(back)).toBe(true);
      expect(place.searchParams.get('error_code')).toBe('unexpected_failure');
      expect(place.searchParams.get('error')).toBe('temporarily_unavailable');
    }
    await broken.close();
  });

  it.each(['discovery', 'token'] as const)(
    'or answers rubbish at its %s endpoint brings people back with a reason',
    async (where) => {
      const stub = await startStubOpenId();
      stub.person = somebody();
      stub.rubbish = where;
      const { issuer, clientId, clientSecret } = stub;
      const own = await startTestBackend({
        auth: { siteUrl: SITE, google: { issuer, clientId, clientSecret } },
      });
      const { data } = await own.client().auth.signInWithOAuth({
        provider: 'google',
        options: { redirectTo: `${SITE}/auth/callback`, skipBrowserRedirect: true },
      });
      const place = await travel(data.url);
      expect(place.pathname).toBe('/auth/callback');
      expect(fragmentOf(place)).toMatchObject({ error_code: 'unexpected_failure' });
      await own.close();
      await stub.close();
    },
  );

  it('shows in the settings when it is', async () => {
    expect((await request('GET', '/settings')).body.external.google).toBe(true);
  });
});
