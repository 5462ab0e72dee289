import * as oauth from 'oauth4webapi';
import { clientKey } from '../../lib/client-key.ts';
import { AuthError, loggable } from '../errors.ts';
import type { AuthParts, Call, Endpoint } from '../parts.ts';
import { redirectTarget } from '../redirects.ts';
import { issueSession, isUuid } from '../sessions.ts';
import { type ProviderProfile, profileAt, profileOf, signInWithProfile } from './accounts.ts';
import {
  findRedirect,
  handOverFlow,
  nonceOf,
  type OAuthFlow,
  type ProviderTokens,
  parseChallenge,
  startFlow,
  takeFlow,
} from './flow.ts';
import { endpointsOf, type OAuthProvider, providerNamed } from './provider.ts';

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
  const provider = providerNamed(auth, query.get('provider') ?? '');
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

/** GET /callback: the provider's redirect target. Always responds with a redirect. */
export const callback: Endpoint = async (auth, call) => {
  const state = call.query.get('state') ?? '';
  let target = auth.settings.siteUrl;
  try {
    await auth.limits.spend('oauthPerClient', clientKey(call.context.ip));
    if (state === '') throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
    if (!isUuid(state)) throw new AuthError(400, 'bad_oauth_state', 'OAuth state parameter is invalid');
    target = (await findRedirect(auth.sql, state)) ?? target;
    const flow = await takeFlow(auth.sql, state, auth.now());
    if (!flow) throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired');
    return redirect(await finish(auth, call, flow));
  } catch (error) {
    return redirect(withError(target, expectedError(auth, call, error), true));
  }
};

async function finish(auth: AuthParts, call: Call, flow: OAuthFlow): Promise<string> {
  const provider = providerNamed(auth, flow.provider);
  const { profile, tokens } = await exchange(auth, call, provider, flow);
  const time = auth.now().toISOString();
  return auth.sql.begin(async (tx) => {
    const user = await signInWithProfile(auth, tx, profileAt(auth, profile, flow.redirectTo));
    if (flow.challenge) {
      return withQuery(flow.redirectTo, { code: await handOverFlow(tx, flow, user.id, tokens, time) });
    }
    await tx`delete from auth.flow_state where id = ${flow.id}`;
    const session = await issueSession(auth, tx, user, 'oauth', call);
    return withFragment(flow.redirectTo, {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      provider_token: tokens.accessToken,
      ...(tokens.refreshToken ? { provider_refresh_token: tokens.refreshToken } : {}),
    });
  });
}

async function exchange(
  auth: AuthParts,
  call: Call,
  provider: OAuthProvider,
  flow: OAuthFlow,
): Promise<{ profile: ProviderProfile; tokens: ProviderTokens }> {
  if (call.query.has('error')) {
    throw new OAuthError(
      call.query.get('error')?.slice(0, 100) ?? '',
      call.query.get('error_description')?.slice(0, 500) ?? '',
    );
  }
  if (!call.query.get('code')) {
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing');
  }
  try {
    const server = await provider.server();
    const parameters = oauth.validateAuthResponse(server, provider.client, call.query, flow.id);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      provider.client,
      oauth.ClientSecretPost(provider.clientSecret),
      parameters,
      `${auth.externalUrl}/callback`,
      flow.verifier,
      provider.requestOptions(),
    );
    const answer = await oauth.processAuthorizationCodeResponse(server, provider.client, response, {
      expectedNonce: nonceOf(flow),
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, provider.requestOptions());
    const claims = oauth.getValidatedIdTokenClaims(answer);
    if (!claims) throw new Error('The provider sent no identity token');
    const tokens = { accessToken: answer.access_token, refreshToken: answer.refresh_token };
    return { profile: profileOf(provider.name, claims.sub, claims), tokens };
  } catch (error) {
    auth.log.warn(
      { requestId: call.context.requestId, err: loggable(error), provider: provider.name },
      'provider sign-in failed',
    );
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code');
  }
}

/** Unexpected errors are logged and shown without details. */
function expectedError(auth: AuthParts, call: Call, error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  auth.log.error({ requestId: call.context.requestId, err: loggable(error) }, 'provider callback failed');
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure');
}

/** OAuth error codes by HTTP status (RFC 6749, 4.1.2.1). */
const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};
const DENIALS = new Set(['user_banned', 'provider_email_needs_verification']);

/** A provider's own error, in OAuth's format (RFC 6749, 4.1.2.1). */
class OAuthError extends AuthError {
  constructor(code: string, description: string) {
    super(400, code, description);
  }
}

/** Redirects without a referrer. */
function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'referrer-policy': 'no-referrer' } });
}

/** Adds an error to a URL: in the fragment and, for PKCE clients, also in the query. */
function withError(target: string, error: AuthError, pkce: boolean): string {
  const details: Record<string, string> =
    error instanceof OAuthError
      ? { error: error.code, error_description: error.message }
      : {
          error: DENIALS.has(error.code) ? 'access_denied' : (OAUTH_ERRORS[error.status] ?? 'server_error'),
          error_code: error.code,
          error_description: error.message,
        };
  return withFragment(pkce ? withQuery(target, details) : target, details);
}

function withQuery(target: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** Puts values into a URL's fragment, which browsers do not send; `sb` marks them as Supabase's. */
function withFragment(target: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString();
  return url.href;
}
