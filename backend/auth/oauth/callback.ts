import * as oauth from 'oauth4webapi';
import { clientKey } from '../../lib/client-key.ts';
import { AuthError } from '../errors.ts';
import { loggable } from '../loggable.ts';
import type { AuthParts, Call, Endpoint } from '../parts.ts';
import { issueSession } from '../sessions.ts';
import { isUuid } from '../signed-in.ts';
import { type ProviderProfile, profileOf, signInWithProfile } from './accounts.ts';
import {
  findRedirect,
  handOverFlow,
  nonceOf,
  type OAuthFlow,
  type ProviderTokens,
  takeFlow,
} from './flow.ts';
import { type OAuthProvider, providerNamed } from './provider.ts';
import { OAuthError, redirect, withError, withFragment, withQuery } from './redirect-answers.ts';

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
  const provider = providerNamed(auth.providers, flow.provider);
  const { profile, tokens } = await exchange(auth, call, provider, flow);
  const time = auth.now().toISOString();
  return auth.sql.begin(async (tx) => {
    const user = await signInWithProfile(auth, tx, profile);
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
    if (claims.email || !server.userinfo_endpoint) {
      return { profile: profileOf(provider.name, claims.sub, claims), tokens };
    }
    const userInfo = await oauth.userInfoRequest(
      server,
      provider.client,
      tokens.accessToken,
      provider.requestOptions(),
    );
    const info = await oauth.processUserInfoResponse(server, provider.client, claims.sub, userInfo);
    return { profile: profileOf(provider.name, claims.sub, { ...claims, ...info }), tokens };
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
