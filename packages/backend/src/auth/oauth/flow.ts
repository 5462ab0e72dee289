import { createHash, randomUUID } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { clientKey } from '../../lib/client-key.ts';
import { isSameSecret } from '../../lib/same-secret.ts';
import type { Sql } from '../../lib/sql.ts';
import { readBody, text } from '../body.ts';
import { sessionResponse } from '../device-cookies.ts';
import { AuthError, invalid } from '../errors.ts';
import type { Endpoint } from '../parts.ts';
import { type AuthenticationMethod, issueSession, isUuid, type SessionJson } from '../sessions.ts';
import { findUserById, isBanned } from '../users.ts';

const CHALLENGE = /^[a-zA-Z0-9._~-]+$/;

/** PKCE challenge of the client (RFC 7636). */
interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** @throws AuthError `validation_failed` when only one parameter is given or the challenge is malformed */
export function parseChallenge(challenge: string, method: string): CodeChallenge | null {
  if (challenge === '' && method === '') return null;
  if (challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters');
  }
  if (!CHALLENGE.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const lowerCaseMethod = method.toLowerCase();
  if (lowerCaseMethod !== 's256' && lowerCaseMethod !== 'plain')
    throw invalid(`unsupported code_challenge method ${JSON.stringify(method)}`);
  return { challenge, method: lowerCaseMethod };
}

/** Time limit for the sign-in at the provider. */
const FLOW_LIFETIME_MS = 10 * 60_000;

/** A sign-in through a provider. */
export interface OAuthFlow {
  id: string;
  provider: string;
  /** PKCE verifier towards the provider. */
  verifier: string;
  redirectTo: string;
  challenge: CodeChallenge | null;
}

/** Starts a flow; its id is sent as `state`. */
export async function startFlow(
  sql: Sql,
  flow: Omit<OAuthFlow, 'id' | 'verifier'>,
  time: string,
): Promise<OAuthFlow> {
  const id = randomUUID();
  const verifier = oauth.generateRandomCodeVerifier();
  const { challenge, provider, redirectTo } = flow;
  const clientState = randomUUID();
  await sql`
    with client as (
      insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
      values (${clientState}, ${provider}, ${verifier}, ${time})
    )
    insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
      authentication_method, referrer, oauth_client_state_id, created_at, updated_at)
    values (${id}, ${challenge ? randomUUID() : null}, ${challenge?.method ?? null}, ${challenge?.challenge ?? null},
      ${provider}, 'oauth', ${redirectTo}, ${clientState}, ${time}, ${time})`;
  return { ...flow, id, verifier };
}

/** The redirect target of a flow, for errors. Does not consume the flow. */
export async function findRedirect(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ referrer: string }[]>`
    select referrer from auth.flow_state where id = ${id} and authentication_method = 'oauth'`;
  return row?.referrer;
}

/** Consumes a flow: a repeated `state` finds nothing. */
export async function takeFlow(sql: Sql, id: string, now: Date): Promise<OAuthFlow | undefined> {
  const oldest = new Date(now.getTime() - FLOW_LIFETIME_MS).toISOString();
  const [flow] = await sql<OAuthFlow[]>`
    with taken as (
      delete from auth.oauth_client_states c using auth.flow_state f
      where f.id = ${id} and f.authentication_method = 'oauth' and c.id = f.oauth_client_state_id
        and c.created_at >= ${oldest}
      returning c.code_verifier, f.id
    )
    select f.id, f.provider_type as provider, t.code_verifier as verifier, f.referrer as "redirectTo",
      case when f.code_challenge is not null
        then json_build_object('challenge', f.code_challenge, 'method', f.code_challenge_method) end as challenge
    from taken t join auth.flow_state f on f.id = t.id`;
  return flow;
}

export interface ProviderTokens {
  accessToken: string;
  refreshToken: string | undefined;
}

/**
 * Completes a flow of a PKCE client.
 * @returns the code to exchange
 */
export async function handOverFlow(
  sql: Sql,
  flow: OAuthFlow,
  userId: string,
  tokens: ProviderTokens,
  time: string,
): Promise<string> {
  const [row] = await sql<{ auth_code: string }[]>`
    update auth.flow_state set user_id = ${userId}, auth_code_issued_at = ${time}, updated_at = ${time},
      provider_access_token = ${tokens.accessToken}, provider_refresh_token = ${tokens.refreshToken ?? null}
    where id = ${flow.id} returning auth_code`;
  if (!row) throw new Error('The flow is gone');
  return row.auth_code;
}

/** Derives the nonce that binds the identity token to the flow. */
export function nonceOf(flow: Pick<OAuthFlow, 'verifier'>): string {
  return createHash('sha256').update(`nonce ${flow.verifier}`).digest('base64url');
}

const CODE_LIFETIME_MS = 5 * 60_000;

interface Flow {
  id: string;
  user_id: string;
  challenge: string;
  method: CodeChallenge['method'];
  authentication_method: AuthenticationMethod;
  issued_at: string | null;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
}

/** POST /token?grant_type=pkce: exchanges a redirect's code, once, for a session. */
export const pkceGrant: Endpoint = async (auth, call) => {
  const client = clientKey(call.context.ip);
  await auth.limits.spend('verifyPerClient', client);
  const { auth_code: code, code_verifier: verifier } = await readBody(
    call,
    z.object({ auth_code: text, code_verifier: text }),
  );
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  if (!isUuid(code)) throw notFound();
  const session = await auth.sql.begin(async (tx): Promise<SessionJson> => {
    const [flow] = await tx<Flow[]>`
      select id, user_id, code_challenge as challenge, code_challenge_method as method, authentication_method,
        to_json(auth_code_issued_at) as issued_at, provider_access_token, provider_refresh_token
      from auth.flow_state
      where auth_code = ${code} and user_id is not null and code_challenge is not null for update`;
    if (!flow) throw notFound();
    const issued = new Date(flow.issued_at ?? 0).getTime();
    if (auth.now().getTime() > issued + CODE_LIFETIME_MS) {
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    }
    if (!provesChallenge(flow, verifier)) {
      throw new AuthError(
        400,
        'bad_code_verifier',
        'code challenge does not match previously saved code verifier',
      );
    }
    const user = await findUserById(tx, flow.user_id);
    if (!user) throw notFound();
    if (isBanned(user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
    await tx`delete from auth.flow_state where id = ${flow.id}`;
    return {
      ...(await issueSession(auth, tx, user, flow.authentication_method, call)),
      provider_token: flow.provider_access_token || undefined,
      provider_refresh_token: flow.provider_refresh_token || undefined,
    };
  });
  await auth.limits.restore('verifyPerClient', client);
  return sessionResponse(auth, call, session);
};

/** Whether a verifier matches a challenge. */
function provesChallenge({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const computed = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return isSameSecret(computed, challenge);
}

function notFound(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
}
