import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { clientKey } from '../lib/client-key.ts';
import { json } from '../lib/http.ts';
import { checkMetadataSize, metadata, normaliseEmail, readBody, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import { deliver, prepareMailedToken, spendMessage } from './one-time-tokens.ts';
import type { AuthParts, Call, Endpoint, JsonObject } from './parts.ts';
import { checkPasswordStrength, hashPassword, verifyPassword } from './passwords.ts';
import { numberForMessage, signUpByPhone } from './phone.ts';
import { redirectTarget } from './redirects.ts';
import { issueSession } from './sessions.ts';
import {
  emailIdentityData,
  findUserByEmail,
  insertUser,
  newUserJson,
  removeUnprovenPassword,
  type UserRow,
  userJson,
} from './users.ts';

const SignUp = z.object({ email: text, phone: text, password: text, data: metadata });

/** POST /signup: creates an account with an address or number and a password. */
export const signup: Endpoint = async (auth, call) => {
  const body = await readBody(call, SignUp);
  const data = body.data ?? {};
  checkMetadataSize(data, 'User metadata');
  if (!body.email && !body.phone) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  await auth.limits.spend('signUpPerClient', clientKey(call.context.ip));
  if (!body.password) throw invalid('Signup requires a valid password');
  checkPasswordStrength(body.password, auth.settings.minPasswordLength);
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.');
  }
  if (body.phone) {
    const phone = await numberForMessage(auth, call, body.phone, 'Phone signups are disabled');
    const passwordHash = await hashPassword(body.password, auth.settings.passwordCost);
    return json(await signUpByPhone(auth, { phone, password: body.password, passwordHash, data }));
  }
  const email = normaliseEmail(body.email);
  if (!auth.settings.mailerAutoconfirm) await spendMessage(auth, call, email);
  // Always hashed, and before the transaction, so that taken addresses take the same time.
  const passwordHash = await hashPassword(body.password, auth.settings.passwordCost);
  return json(await signUpByEmail(auth, call, { email, password: body.password, passwordHash, data }));
};

interface EmailSignUp {
  email: string;
  password: string;
  passwordHash: string;
  data: JsonObject;
}

async function signUpByEmail(auth: AuthParts, call: Call, request: EmailSignUp): Promise<JsonObject> {
  const { email, passwordHash, data } = request;
  const confirmed = auth.settings.mailerAutoconfirm;
  const { tellsTaken } = auth.settings;
  const time = auth.now().toISOString();
  const redirectTo = redirectTarget(auth.settings, call);
  const afterwards: (() => Promise<void>)[] = [];
  const answer = await auth.sql.begin(async (tx): Promise<JsonObject> => {
    const identity = { provider: 'email', data: emailIdentityData(email, false, data) };
    const created = await insertUser(
      tx,
      { email, passwordHash, userMetadata: data, confirmed, identity },
      time,
    );
    const user = created ?? (await findUserByEmail(tx, email));
    if (!user) throw new AuthError(409, 'conflict', 'Another request changed the same record');
    const neutralJson = () => neutralResponse(request, confirmed, time, created);
    if (!created && (confirmed || user.email_confirmed_at)) {
      if (confirmed && tellsTaken) {
        throw new AuthError(422, 'user_already_exists', 'User already registered');
      }
      if (tellsTaken) return newUserJson('email', email, data, time, { role: '' });
      afterwards.push(() => notifyOwner(auth, user, redirectTo));
      return neutralJson();
    }
    if (confirmed) return tellsTaken ? issueSession(auth, tx, user, 'password', call) : neutralJson();
    if (!created) afterwards.push(() => voidDisputedPassword(auth, user, request.password));
    afterwards.push(await prepareMailedToken(auth, tx, user, { kind: 'signup', redirectTo }));
    return tellsTaken ? userJson(created ?? withoutEarlierData(user, data)) : neutralJson();
  });
  if (afterwards.length > 0) {
    auth.background('send sign-up message', async () => {
      for (const work of afterwards) await work();
    });
  }
  return answer;
}

/** Notifies an address's owner that somebody tried to sign up with it, and where to sign in. */
async function notifyOwner(auth: AuthParts, user: UserRow, redirectTo: string): Promise<void> {
  // With confirmation enabled the message was already counted.
  if (auth.settings.mailerAutoconfirm) {
    const isAllowed = await auth.limits.spend('messagesPerAddress', user.email ?? '').then(
      () => true,
      () => false,
    );
    if (!isAllowed) return;
  }
  await deliver(auth, { kind: 'taken', to: user.email ?? '', code: '', link: redirectTo }, user, redirectTo);
}

/**
 * Removes the password of an unconfirmed account claimed with two different ones: the address's owner then
 * sets a new one, and somebody who signed up with another person's address gains nothing.
 */
async function voidDisputedPassword(auth: AuthParts, user: UserRow, password: string): Promise<void> {
  if (user.encrypted_password === null) return;
  if (await verifyPassword(password, user.encrypted_password, auth.settings.passwordCost)) return;
  await removeUnprovenPassword(auth.sql, user);
}

/** Metadata of an earlier sign-up is not revealed to this caller. */
function withoutEarlierData(user: UserRow, data: JsonObject): UserRow {
  const identities = user.identities.map((identity) => ({
    ...identity,
    identity_data: { ...emailIdentityData(user.email ?? '', false, data), sub: user.id },
  }));
  return { ...user, raw_user_meta_data: data, identities };
}

/** A response that does not reveal whether the address was free. */
function neutralResponse(
  { email, data }: EmailSignUp,
  confirmed: boolean,
  time: string,
  created: UserRow | undefined,
): JsonObject {
  const id = created?.id ?? randomUUID();
  const identity = {
    identity_id: created?.identities[0]?.id ?? randomUUID(),
    id,
    user_id: id,
    identity_data: { ...emailIdentityData(email, false, data), sub: id },
    provider: 'email',
    last_sign_in_at: time,
    created_at: time,
    updated_at: time,
    email,
  };
  const metadata = confirmed ? { ...data, email_verified: true } : data;
  const confirmation = confirmed
    ? { confirmation_sent_at: undefined, email_confirmed_at: time, confirmed_at: time }
    : {};
  return newUserJson('email', email, metadata, time, { ...confirmation, id, identities: [identity] });
}
