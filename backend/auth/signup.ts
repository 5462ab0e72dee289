import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { json } from '../http.ts';
import { checkedEmail } from './addresses.ts';
import { signUpAnonymously } from './anonymous.ts';
import { auditEntry } from './audit.ts';
import { checkMetadataSize, metadata, readBody, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import { type CodeChallenge, checkedChallenge } from './flow-state.ts';
import { clientKey } from './limits.ts';
import { prepareMailedToken } from './mailed-tokens.ts';
import { spendMessage } from './messages.ts';
import { emailIdentityData, insertUser } from './new-users.ts';
import type { AuthParts, Call, Endpoint, JsonObject } from './parts.ts';
import { checkPasswordStrength } from './password-strength.ts';
import { redirectTarget } from './redirects.ts';
import { issueSession } from './sessions.ts';
import { userJson } from './user-json.ts';
import { AUDIENCE, findUserByEmail, type UserRow } from './users.ts';

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
  if (!auth.settings.signup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  await auth.limits.spend('signUpPerClient', clientKey(call.context.ip));
  if (!body.password) throw invalid('Signup requires a valid password');
  await checkPasswordStrength(body.password, auth.settings.password);
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.');
  }
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  const email = checkedEmail(body.email);
  const challenge = checkedChallenge(body.code_challenge, body.code_challenge_method);
  if (!auth.settings.mailerAutoconfirm) await spendMessage(auth, call, email);
  // Hashed in any case and outside the transaction: an address that is taken answers as late as a free one.
  const passwordHash = await auth.passwords.hash(body.password);
  const wanted = { email, password: body.password, passwordHash, data, challenge };
  return json(await signUpByEmail(auth, call, wanted));
};

interface EmailSignUp {
  email: string;
  password: string;
  passwordHash: string;
  data: JsonObject;
  challenge: CodeChallenge | undefined;
}

async function signUpByEmail(auth: AuthParts, call: Call, wanted: EmailSignUp): Promise<JsonObject> {
  const { email, passwordHash, data, challenge } = wanted;
  const confirmed = auth.settings.mailerAutoconfirm;
  const time = auth.now().toISOString();
  const afterwards: (() => Promise<void>)[] = [];
  const answer = await auth.sql.begin(async (tx): Promise<JsonObject> => {
    const identity = { provider: 'email', data: emailIdentityData(email, false, data) };
    const made = await insertUser(tx, { email, passwordHash, userMetadata: data, confirmed, identity }, time);
    const user = made ?? (await findUserByEmail(tx, email));
    if (!user) throw new AuthError(409, 'conflict', 'Another request changed the same record');
    if (confirmed) {
      if (!made) throw new AuthError(422, 'user_already_exists', 'User already registered');
      await auditEntry(tx, call, time, 'user_signedup', user, { provider: 'email' });
      return issueSession(auth, tx, user, 'password', call);
    }
    if (user.email_confirmed_at) {
      await auditEntry(tx, call, time, 'user_repeated_signup', user, { provider: 'email' });
      return obfuscated(email, data, time);
    }
    if (!made) afterwards.push(() => voidDisputedPassword(auth, user, wanted.password));
    const redirectTo = redirectTarget(auth.settings, call);
    afterwards.push(
      await prepareMailedToken(auth, tx, call, user, { kind: 'signup', challenge, redirectTo }),
    );
    return userJson(made ?? withoutEarlierData(user, data));
  });
  if (afterwards.length > 0) {
    auth.background('send confirmation message', async () => {
      for (const work of afterwards) await work();
    });
  }
  return answer;
}

/**
 * An unconfirmed account that was claimed with two passwords keeps neither: whoever reads the message then chooses one
 * anew, and somebody who signed up first with a foreign address is left with nothing.
 */
async function voidDisputedPassword(auth: AuthParts, user: UserRow, password: string): Promise<void> {
  if (user.encrypted_password === null) return;
  if (await auth.passwords.verify(password, user.encrypted_password)) return;
  await auth.sql`
    update auth.users set encrypted_password = null where id = ${user.id} and email_confirmed_at is null`;
}

/** What an earlier sign-up of the same address said about itself is not for this caller. */
function withoutEarlierData(user: UserRow, data: JsonObject): UserRow {
  const identities = user.identities.map((identity) => ({
    ...identity,
    identity_data: { ...emailIdentityData(user.email ?? '', false, data), sub: user.id },
  }));
  return { ...user, raw_user_meta_data: data, identities };
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
