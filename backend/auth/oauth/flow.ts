import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { invalid } from '../errors.ts';
import type { Sql } from '../parts.ts';

const CHALLENGE = /^[a-zA-Z0-9._~-]+$/;

/** How a client will prove that it is the one who asked (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** @throws AuthError `validation_failed` when only one of the two is given or the challenge is malformed. */
export function checkedChallenge(challenge: string, method: string): CodeChallenge | undefined {
  if (challenge === '' && method === '') return undefined;
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
  const known = method.toLowerCase();
  if (known !== 's256' && known !== 'plain')
    throw invalid(`unsupported code_challenge method ${JSON.stringify(method)}`);
  return { challenge, method: known };
}

/** Between leaving for the provider and coming back. */
const FLOW_LIFETIME_MS = 10 * 60_000;

/** One sign-in through a provider, from leaving to coming back. */
export interface OAuthFlow {
  id: string;
  provider: string;
  /** Secret that proves to the provider that code and request belong together. */
  verifier: string;
  redirectTo: string;
  challenge: CodeChallenge | undefined;
}

/** Starts a flow; its id travels as `state`. */
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

/** Where a flow wants to end, for telling its person what went wrong. Uses nothing up. */
export async function findRedirect(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ referrer: string }[]>`
    select referrer from auth.flow_state where id = ${id} and authentication_method = 'oauth'`;
  return row?.referrer;
}

/** Takes a flow up, once: who comes with the same `state` again finds nothing. */
export async function takeFlow(sql: Sql, id: string, now: Date): Promise<OAuthFlow | undefined> {
  const oldest = new Date(now.getTime() - FLOW_LIFETIME_MS).toISOString();
  const [row] = await sql<
    {
      provider_type: string;
      code_verifier: string;
      referrer: string;
      code_challenge: string | null;
      code_challenge_method: CodeChallenge['method'] | null;
    }[]
  >`
    with taken as (
      delete from auth.oauth_client_states c using auth.flow_state f
      where f.id = ${id} and f.authentication_method = 'oauth' and c.id = f.oauth_client_state_id
        and c.created_at >= ${oldest}
      returning c.code_verifier, f.id
    )
    select f.provider_type, t.code_verifier, f.referrer, f.code_challenge, f.code_challenge_method
    from taken t join auth.flow_state f on f.id = t.id`;
  if (!row) return undefined;
  const { code_challenge: challenge, code_challenge_method: method } = row;
  return {
    id,
    provider: row.provider_type,
    verifier: row.code_verifier,
    redirectTo: row.referrer,
    challenge: challenge !== null && method !== null ? { challenge, method } : undefined,
  };
}

export interface ProviderTokens {
  accessToken: string;
  refreshToken: string | undefined;
}

/**
 * Ends a flow for a client that has to prove itself first.
 * @returns the code it may trade.
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

export async function dropFlow(sql: Sql, flow: OAuthFlow): Promise<void> {
  await sql`delete from auth.flow_state where id = ${flow.id}`;
}

/** Ties the identity token to the flow without keeping another secret. */
export function nonceOf(flow: Pick<OAuthFlow, 'verifier'>): string {
  return createHash('sha256').update(`nonce ${flow.verifier}`).digest('base64url');
}

/** Whether a verifier is the one a challenge was made of. */
export function provesChallenge({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const made = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const given = Buffer.from(made);
  const kept = Buffer.from(challenge);
  return given.length === kept.length && timingSafeEqual(given, kept);
}
