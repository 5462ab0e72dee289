import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { AuthError, invalid } from './errors.ts';
import type { Sql } from './parts.ts';
import type { AuthenticationMethod } from './sessions.ts';

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

/** Remembers that a client asked with a challenge, until its person has followed the link. */
export async function keepChallenge(
  sql: Sql,
  userId: string,
  method: AuthenticationMethod,
  challenge: CodeChallenge,
  time: string,
): Promise<void> {
  await sql`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      authentication_method, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, ${randomUUID()}, ${challenge.method}, ${challenge.challenge}, 'email',
      ${method}, ${time}, ${time})`;
}

/**
 * The code that the newest flow of a user may be traded with, from now on for a few minutes.
 * @throws AuthError `flow_state_not_found`
 */
export async function releaseCode(
  sql: Sql,
  userId: string,
  method: AuthenticationMethod,
  time: string,
): Promise<string> {
  const [flow] = await sql<{ auth_code: string }[]>`
    update auth.flow_state set auth_code_issued_at = ${time}, updated_at = ${time}
    where id = (
      select id from auth.flow_state
      where user_id = ${userId} and authentication_method = ${method} and code_challenge is not null
        and auth_code_issued_at is null
      order by created_at desc limit 1
    )
    returning auth_code`;
  if (flow) return flow.auth_code;
  throw new AuthError(
    422,
    'flow_state_not_found',
    'No associated flow state found. No valid flow state found for user.',
  );
}

/** Whether a verifier is the one a challenge was made of. */
export function provesChallenge({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const made = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const given = Buffer.from(made);
  const kept = Buffer.from(challenge);
  return given.length === kept.length && timingSafeEqual(given, kept);
}
