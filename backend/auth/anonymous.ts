import { clientKey } from '../lib/client-key.ts';
import { AuthError } from './errors.ts';
import { insertUser } from './new-users.ts';
import type { AuthParts, Call, JsonObject } from './parts.ts';
import { issueSession, type SessionJson } from './sessions.ts';

/** An account without address or password, good as long as its session is. */
export async function signUpAnonymously(auth: AuthParts, call: Call, data: JsonObject): Promise<SessionJson> {
  if (!auth.settings.anonymousSignIns) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!auth.settings.signup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  await auth.limits.spend('anonymousPerClient', clientKey(call.context.ip));
  return auth.sql.begin(async (tx) => {
    const user = await insertUser(
      tx,
      { email: null, passwordHash: null, userMetadata: data, confirmed: false, anonymous: true },
      auth.now().toISOString(),
    );
    if (!user) throw new AuthError(500, 'unexpected_failure', 'Database error creating anonymous user');
    return issueSession(auth, tx, user, 'anonymous', call);
  });
}
