import * as oauth from 'oauth4webapi';
import { clientKey } from '../../lib/client-key.ts';
import { AuthError } from '../errors.ts';
import type { AuthParts, Call, Endpoint } from '../parts.ts';
import { redirectTarget } from '../redirects.ts';
import { nonceOf, parseChallenge, startFlow } from './flow.ts';
import { endpointsOf, providerNamed } from './provider.ts';
import { redirect, withError } from './redirect-answers.ts';

const SCOPES = ['openid', 'email', 'profile'];
/** Parameters handled by this service; others are forwarded to the provider. */
const OWN_PARAMETERS = new Set([
  ...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state'],
  ...['nonce', 'code_challenge', 'code_challenge_method', 'code_verifier', 'request', 'request_uri'],
  ...['provider', 'scopes', 'redirect_to', 'skip_http_redirect', 'apikey', 'invite_token'],
]);
const MAX_PARAMETERS = 20;
const MAX_PARAMETER_LENGTH = 512;

/** GET /authorize: redirects to the provider, or back with an error. */
export const authorize: Endpoint = async (auth, call) => {
  try {
    return redirect(await authorizationUrl(auth, call));
  } catch (error) {
    if (!(error instanceof AuthError) || !showsAPage(call.request)) throw error;
    const withChallenge = call.query.has('code_challenge');
    return redirect(withError(redirectTarget(auth.settings, call), error, withChallenge));
  }
};

/** Whether the client is a browser that expects a page. */
function showsAPage({ headers }: Request): boolean {
  return headers.get('sec-fetch-mode') === 'navigate' || /\btext\/html\b/.test(headers.get('accept') ?? '');
}

async function authorizationUrl(auth: AuthParts, call: Call): Promise<string> {
  const { query } = call;
  const provider = providerNamed(auth.providers, query.get('provider') ?? '');
  await auth.limits.spend('oauthPerClient', clientKey(call.context.ip));
  const challenge = parseChallenge(
    query.get('code_challenge') ?? '',
    query.get('code_challenge_method') ?? '',
  );
  const { authorization_endpoint: endpoint } = await endpointsOf(auth, provider);
  if (!endpoint)
    throw new AuthError(500, 'unexpected_failure', 'The provider names no authorization endpoint');
  const redirectTo = redirectTarget(auth.settings, call);
  const flow = await startFlow(
    auth.sql,
    { provider: provider.name, redirectTo, challenge },
    auth.now().toISOString(),
  );
  const url = new URL(endpoint);
  for (const [name, value] of forwardedParameters(query)) url.searchParams.set(name, value);
  const parameters = {
    client_id: provider.client.client_id,
    redirect_uri: `${auth.externalUrl}/callback`,
    response_type: 'code',
    scope: scopes(query.get('scopes') ?? ''),
    state: flow.id,
    nonce: nonceOf(flow),
    code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

function forwardedParameters(query: URLSearchParams): [string, string][] {
  return [...query]
    .filter(
      ([name, value]) => !OWN_PARAMETERS.has(name.toLowerCase()) && value.length <= MAX_PARAMETER_LENGTH,
    )
    .slice(0, MAX_PARAMETERS);
}

function scopes(requested: string): string {
  return [
    ...new Set([...SCOPES, ...requested.split(/[\s,]+/).filter((scope) => /^[\x21-\x7e]+$/.test(scope))]),
  ].join(' ');
}
