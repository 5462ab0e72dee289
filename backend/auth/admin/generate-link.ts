import { z } from 'zod';
import { json } from '../../lib/http.ts';
import { checkedEmail } from '../addresses.ts';
import { checkMetadataSize, metadata, readBody, text } from '../body.ts';
import { emailExists } from '../email-change.ts';
import { AuthError, invalid } from '../errors.ts';
import { tokenLink } from '../messages.ts';
import { keepConfirmation, keepRecovery, newOneTimeToken } from '../one-time-tokens.ts';
import type { AuthParts, Endpoint, JsonObject, Sql } from '../parts.ts';
import { checkPasswordStrength } from '../passwords.ts';
import { allowedRedirect, redirectTarget } from '../redirects.ts';
import { requireServiceRole } from '../signed-in.ts';
import { emailIdentityData, insertUser, mergeUserMetadata } from '../store-user.ts';
import { userJson } from '../user-json.ts';
import { findUserByEmail, findUserById, type UserRow } from '../users.ts';

const TYPES = ['signup', 'magiclink', 'recovery'] as const;
type LinkType = (typeof TYPES)[number];

const Wanted = z.object({ type: text, email: text, password: text, data: metadata, redirect_to: text });

/** POST /admin/generate_link: what a message would carry, for the caller to send themselves. */
export const generateLink: Endpoint = async (auth, call) => {
  requireServiceRole(call);
  const body = await readBody(call, Wanted);
  const email = checkedEmail(body.email);
  const data = body.data ?? {};
  checkMetadataSize(data, 'User metadata');
  const known = await findUserByEmail(auth.sql, email);
  const type = checkedType(auth, body.type, body.password, known);
  const passwordHash =
    type === 'signup' && !known && body.password ? await auth.passwords.hash(body.password) : null;
  const redirectTo = allowedRedirect(auth.settings, body.redirect_to) ?? redirectTarget(auth.settings, call);
  const token = newOneTimeToken(email);
  const time = auth.now().toISOString();
  const user = await auth.sql.begin(async (tx) => {
    const owner =
      type === 'signup'
        ? await newcomer(tx, { email, data, passwordHash }, time)
        : await findUserByEmail(tx, email);
    if (!owner) throw notFound();
    await (type === 'signup' ? keepConfirmation : keepRecovery)(tx, owner, token, time);
    return (await findUserById(tx, owner.id)) ?? owner;
  });
  return json({
    ...userJson(user),
    action_link: tokenLink(token, type, redirectTo),
    email_otp: token.code,
    hashed_token: token.link,
    verification_type: type,
    redirect_to: redirectTo,
  });
};

function checkedType(auth: AuthParts, type: string, password: string, known: UserRow | undefined): LinkType {
  const wanted = TYPES.find((candidate) => candidate === type);
  if (!wanted) throw invalid(`Invalid email action link type requested: ${type.slice(0, 64)}`);
  if (known) return wanted;
  if (wanted === 'magiclink') return 'signup';
  if (wanted === 'recovery') throw notFound();
  if (!password) throw invalid('Signup requires a valid password');
  checkPasswordStrength(password, auth.settings.minPasswordLength);
  return wanted;
}

/** The account that a link confirms: a new one, or one that still waits for its owner. */
async function newcomer(
  sql: Sql,
  { email, data, passwordHash }: { email: string; data: JsonObject; passwordHash: string | null },
  time: string,
): Promise<UserRow> {
  const identity = { provider: 'email', data: emailIdentityData(email, false) };
  const account = { email, passwordHash, userMetadata: data, confirmed: false, identity };
  const made = await insertUser(sql, account, time);
  if (made) return made;
  const known = await findUserByEmail(sql, email);
  if (!known || known.email_confirmed_at) throw emailExists();
  await mergeUserMetadata(sql, known.id, data, time);
  return known;
}

function notFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User with this email not found');
}
