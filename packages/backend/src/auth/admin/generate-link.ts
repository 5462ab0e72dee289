import { z } from 'zod';
import { json } from '../../lib/http.ts';
import type { Sql } from '../../lib/sql.ts';
import { checkMetadataSize, metadata, normaliseEmail, readBody, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { newOneTimeToken, storeToken, tokenLink } from '../one-time-tokens.ts';
import type { AuthParts, Endpoint, JsonObject } from '../parts.ts';
import { checkPasswordStrength, hashPassword } from '../passwords.ts';
import { allowedRedirect, redirectTarget } from '../redirects.ts';
import { requireServiceRole } from '../sessions.ts';
import { emailExists } from '../user.ts';
import {
  emailIdentityData,
  findUserByEmail,
  findUserById,
  insertUser,
  mergeUserMetadata,
  type UserRow,
  userJson,
} from '../users.ts';

const TYPES = ['signup', 'magiclink', 'recovery'] as const;
type LinkType = (typeof TYPES)[number];

const LinkRequest = z.object({ type: text, email: text, password: text, data: metadata, redirect_to: text });

/** POST /admin/generate_link: creates a link for the caller to send. */
export const generateLink: Endpoint = async (auth, call) => {
  requireServiceRole(call);
  const body = await readBody(call, LinkRequest);
  const email = normaliseEmail(body.email);
  const data = body.data ?? {};
  checkMetadataSize(data, 'User metadata');
  const existing = await findUserByEmail(auth.sql, email);
  const type = checkedType(auth, body.type, body.password, existing);
  const passwordHash =
    type === 'signup' && !existing && body.password
      ? await hashPassword(body.password, auth.settings.passwordCost)
      : null;
  const redirectTo = allowedRedirect(auth.settings, body.redirect_to) ?? redirectTarget(auth.settings, call);
  const token = newOneTimeToken(email);
  const time = auth.now().toISOString();
  const user = await auth.sql.begin(async (tx) => {
    const owner =
      type === 'signup'
        ? await unconfirmedUser(tx, { email, data, passwordHash }, time)
        : await findUserByEmail(tx, email);
    if (!owner) throw notFound();
    await storeToken(tx, owner, type === 'signup' ? 'confirmation_token' : 'recovery_token', token, time);
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

function checkedType(
  auth: AuthParts,
  type: string,
  password: string,
  existing: UserRow | undefined,
): LinkType {
  const linkType = TYPES.find((candidate) => candidate === type);
  if (!linkType) throw invalid(`Invalid email action link type requested: ${type.slice(0, 64)}`);
  if (existing) return linkType;
  if (linkType === 'magiclink') return 'signup';
  if (linkType === 'recovery') throw notFound();
  if (!password) throw invalid('Signup requires a valid password');
  checkPasswordStrength(password, auth.settings.minPasswordLength);
  return linkType;
}

/** The account that a link confirms: a new or an unconfirmed one. */
async function unconfirmedUser(
  sql: Sql,
  { email, data, passwordHash }: { email: string; data: JsonObject; passwordHash: string | null },
  time: string,
): Promise<UserRow> {
  const identity = { provider: 'email', data: emailIdentityData(email, false) };
  const account = { email, passwordHash, userMetadata: data, confirmed: false, identity };
  const created = await insertUser(sql, account, time);
  if (created) return created;
  const existing = await findUserByEmail(sql, email);
  if (!existing || existing.email_confirmed_at) throw emailExists();
  await mergeUserMetadata(sql, existing.id, data, time);
  return existing;
}

function notFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User with this email not found');
}
