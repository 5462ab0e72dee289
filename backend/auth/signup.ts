import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { json } from '../http.ts';
import { checkedEmail } from './addresses.ts';
import { auditEntry } from './audit.ts';
import { checkMetadataSize, metadata, readBody, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import { clientKey } from './limits.ts';
import { emailIdentityData, insertUser } from './new-users.ts';
import type { AuthParts, Call, Endpoint, JsonObject } from './parts.ts';
import { checkPasswordStrength } from './password-strength.ts';
import { issueSession, type SessionJson } from './sessions.ts';
import { userJson } from './user-json.ts';
import { AUDIENCE, findUserByEmail } from './users.ts';

const SignUp = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  code_challenge: text,
  code_challenge_method: text,
});

/** POST /signup: an account by address and password; without an address an anonymous one, where that is allowed. */
export const signup: Endpoint = async (auth, call) => {
  const body = await readBody(call, SignUp);
  const data = body.data ?? {};
  checkMetadataSize(data, 'User metadata');
  if (!body.email && !body.phone) return json(await signUpAnonymously(auth, call, data));
  if (!auth.settings.signup)
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  await auth.limits.spend('signUpPerClient', clientKey(call.context.ip));
  if (!body.password) throw invalid('Signup requires a valid password');
  await checkPasswordStrength(body.password, auth.settings.password);
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.');
  }
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  const email = checkedEmail(body.email);
  // Hashed in any case and outside the transaction: an address that is taken answers as late as a free one.
  const passwordHash = await auth.passwords.hash(body.password);
  return json(await signUpByEmail(auth, call, { email, passwordHash, data }));
};

interface EmailSignUp {
  email: string;
  passwordHash: string;
  data: JsonObject;
}

async function signUpByEmail(auth: AuthParts, call: Call, wanted: EmailSignUp): Promise<JsonObject> {
  const { email, passwordHash, data } = wanted;
  const { mailerAutoconfirm } = auth.settings;
  const time = auth.now().toISOString();
  return await auth.sql.begin(async (tx): Promise<JsonObject> => {
    const made = await insertUser(
      tx,
      {
        email,
        passwordHash,
        userMetadata: data,
        confirmed: mailerAutoconfirm,
        identity: { provider: 'email', data: emailIdentityData(email, false, data) },
      },
      time,
    );
    const user = made ?? (await findUserByEmail(tx, email));
    if (!user) throw new AuthError(409, 'conflict', 'Another request changed the same record');
    if (!made && mailerAutoconfirm) throw alreadyRegistered();
    if (!made && user.email_confirmed_at) {
      await auditEntry(tx, call, time, 'user_repeated_signup', user, { provider: 'email' });
      return obfuscated(email, data, time);
    }
    if (mailerAutoconfirm) {
      await auditEntry(tx, call, time, 'user_signedup', user, { provider: 'email' });
      return issueSession(auth, tx, user, 'password', call);
    }
    return userJson(user);
  });
}

async function signUpAnonymously(auth: AuthParts, call: Call, data: JsonObject): Promise<SessionJson> {
  if (!auth.settings.anonymousSignIns) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!auth.settings.signup)
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
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

function alreadyRegistered(): AuthError {
  return new AuthError(422, 'user_already_exists', 'User already registered');
}

/** A user that looks newly made, so that the answer does not tell whether the address has an account. */
function obfuscated(email: string, data: JsonObject, time: string): JsonObject {
  return {
    id: randomUUID(),
    aud: AUDIENCE,
    role: '',
    email,
    phone: '',
    confirmation_sent_at: time,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  };
}
