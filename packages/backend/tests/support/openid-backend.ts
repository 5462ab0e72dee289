import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import type { AuthOptions } from '../../src/auth/parts.ts';
import { authRequests, newAddress, PASSWORD } from './auth-people.ts';
import { startTestBackend } from './backend.ts';
import { catchMail } from './caught-mail.ts';
import { movableClock } from './clock.ts';
import { startStubOpenId } from './stub-openid.ts';

export const SITE = 'https://shop.test';
/** Redirect target of sign-ins through the provider. */
export const BACK = 'https://red.shop.test/auth/callback?tenant=red';

let people = 0;

/** A person with an account at the provider. */
export function somebody(email = newAddress()) {
  people += 1;
  return {
    sub: `sub-${process.pid}-${people}`,
    email,
    email_verified: true,
    name: 'Mona Zaki',
    picture: 'https://pictures.test/mona.png',
  };
}

/** Follows a sign-in URL's redirects, like a browser, to the final page. */
export async function travel(address: string | null | undefined): Promise<URL> {
  let place = new URL(address ?? '');
  for (let steps = 0; steps < 5 && !place.hostname.endsWith('shop.test'); steps += 1) {
    const response = await fetch(place, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(response.status, await response.text()).toBe(302);
    place = new URL(response.headers.get('location') ?? '', place);
  }
  return place;
}

/** A backend with a stub provider, and people who sign in through it or by mail. */
export async function startOpenIdBackend(auth: AuthOptions = {}) {
  const clock = movableClock();
  const mail = catchMail();
  const openid = await startStubOpenId();
  const backend = await startTestBackend({
    now: clock.now,
    auth: {
      siteUrl: SITE,
      redirectAllowList: ['https://*.shop.test/**'],
      mail: { transport: mail },
      google: { issuer: openid.issuer, clientId: openid.clientId, clientSecret: openid.clientSecret },
      limits: {
        messagesPerAddress: { times: 1000, seconds: 60 },
        oauthPerClient: { times: 10_000, seconds: 60 },
        verifyPerClient: { times: 10_000, seconds: 60 },
      },
      ...auth,
    },
  });
  return {
    backend,
    clock,
    openid,
    request: authRequests(() => backend),
    pkceClient: () => backend.client({ options: { auth: { flowType: 'pkce' } } }),
    async signInThroughProvider(client: SupabaseClient, options: object = {}) {
      const { data } = await client.auth.signInWithOAuth({
        provider: 'google',
        options: { redirectTo: BACK, skipBrowserRedirect: true, ...options },
      });
      return travel(data.url);
    },
    async confirmedByMail(email = newAddress()) {
      const client = backend.client();
      await client.auth.signUp({ email, password: PASSWORD });
      const { code } = await mail.take(email, 'signup');
      await client.auth.verifyOtp({ email, token: code, type: 'signup' });
      return { client, email };
    },
    async close() {
      await backend.close();
      await openid.close();
    },
  };
}
