import { z } from 'zod';
import { clientKey } from '../../lib/client-key.ts';
import { json } from '../../lib/http.ts';
import { readBody, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import type { Endpoint, JsonObject } from '../parts.ts';
import { type AuthenticationMethod, issueSession } from '../sessions.ts';
import { isUuid } from '../signed-in.ts';
import { findUserById, isBanned } from '../users.ts';
import { type CodeChallenge, provesChallenge } from './flow.ts';

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
  const session = await auth.sql.begin(async (tx): Promise<JsonObject> => {
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
  return json(session);
};

function notFound(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
}
