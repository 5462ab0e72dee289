import { z } from 'zod';
import { json } from '../../lib/http.ts';
import { checkedEmail } from '../addresses.ts';
import { auditEntry, SERVICE_ACTOR } from '../audit.ts';
import { checkMetadataSize, metadata, readBody, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { type VerificationType, verifyLink } from '../messages.ts';
import { emailIdentityData, insertUser } from '../new-users.ts';
import {
  keepConfirmation,
  keepRecovery,
  keepToken,
  newOneTimeToken,
  type OneTimeToken,
} from '../one-time-tokens.ts';
import type { AuthParts, Call, Endpoint, JsonObject, Sql } from '../parts.ts';
import { checkPasswordStrength } from '../password-strength.ts';
import { allowedRedirect, redirectTarget } from '../redirects.ts';
import { requireServiceRole } from '../signed-in.ts';
import { userJson } from '../user-json.ts';
import { mergeUserMetadata } from '../user-metadata.ts';
import { findUserByEmail, findUserById, type UserRow } from '../users.ts';
import { emailExists } from './create-user.ts';
import { openInvitation } from './invite.ts';
import { traitsOf } from './users.ts';

const TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type LinkType = (typeof TYPES)[number];

const Wanted = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
});

interface LinkRequest {
  type: LinkType;
  email: string;
  newEmail: string;
  passwordHash: string | null;
  data: JsonObject;
}

/** POST /admin/generate_link: what a message would carry, for the caller to send themselves. */
export const generateLink: Endpoint = async (auth, call) => {
  requireServiceRole(call);
  const body = await readBody(call, Wanted);
  const email = checkedEmail(body.email);
  checkMetadataSize(body.data, 'User metadata');
  const known = await findUserByEmail(auth.sql, email);
  const type = await checkedType(auth, body.type, body.password, known);
  const isEmailChange = type === 'email_change_current' || type === 'email_change_new';
  const request = {
    type,
    email,
    newEmail: isEmailChange ? await checkedNewEmail(auth, body.new_email, email) : '',
    passwordHash:
      type === 'signup' && !known && body.password ? await auth.passwords.hash(body.password) : null,
    data: body.data ?? {},
  };
  const redirectTo = allowedRedirect(auth.settings, body.redirect_to) ?? redirectTarget(auth.settings, call);
  const forAddress = type === 'email_change_new' ? request.newEmail : email;
  const token = newOneTimeToken(forAddress, auth.settings.otpLength, false);
  const user = await auth.sql.begin((tx) => keepLink(auth, tx, call, request, token));
  const linkType: VerificationType = isEmailChange ? 'email_change' : type;
  return json({
    ...userJson(user),
    action_link: verifyLink(auth, token, linkType, redirectTo),
    email_otp: token.code,
    hashed_token: token.link,
    verification_type: type,
    redirect_to: redirectTo,
  });
};

async function checkedType(
  auth: AuthParts,
  type: string,
  password: string,
  known: UserRow | undefined,
): Promise<LinkType> {
  const wanted = TYPES.find((candidate) => candidate === type);
  if (!wanted) throw invalid(`Invalid email action link type requested: ${type.slice(0, 64)}`);
  if (!known && wanted === 'magiclink') return 'signup';
  if (!known && wanted !== 'signup' && wanted !== 'invite') {
    throw new AuthError(404, 'user_not_found', 'User with this email not found');
  }
  if (!known && wanted === 'signup') {
    if (!password) throw invalid('Signup requires a valid password');
    await checkPasswordStrength(password, auth.settings.password);
  }
  if (wanted === 'email_change_current' && !auth.settings.secureEmailChange) {
    throw invalid('Enable secure email change to generate link for current email');
  }
  return wanted;
}

async function checkedNewEmail(auth: AuthParts, address: string, oldEmail: string): Promise<string> {
  const email = checkedEmail(address);
  if (email === oldEmail || (await findUserByEmail(auth.sql, email))) throw emailExists();
  return email;
}

async function keepLink(
  auth: AuthParts,
  sql: Sql,
  call: Call,
  request: LinkRequest,
  token: OneTimeToken,
): Promise<UserRow> {
  const time = auth.now().toISOString();
  const user = await userFor(sql, request, time);
  if (request.type === 'signup') await keepConfirmation(sql, user, token, time);
  else if (request.type === 'invite') await keepConfirmation(sql, user, token, time, true);
  else if (request.type === 'magiclink' || request.type === 'recovery')
    await keepRecovery(sql, user, token, time);
  else await keepEmailChange(sql, user, request, token, time);
  const action = request.type === 'invite' ? 'user_invited' : 'user_recovery_requested';
  await auditEntry(sql, call, time, action, SERVICE_ACTOR, traitsOf(user));
  return (await findUserById(sql, user.id)) ?? user;
}

async function userFor(sql: Sql, request: LinkRequest, time: string): Promise<UserRow> {
  const { type, email, data, passwordHash } = request;
  if (type === 'invite') return openInvitation(sql, email, data, time);
  const known = await findUserByEmail(sql, email);
  if (type !== 'signup') {
    if (known) return known;
    throw new AuthError(404, 'user_not_found', 'User with this email not found');
  }
  if (known?.email_confirmed_at) throw emailExists();
  if (known) {
    await mergeUserMetadata(sql, known.id, data, time);
    return known;
  }
  const identity = { provider: 'email', data: emailIdentityData(email, false) };
  const made = await insertUser(
    sql,
    { email, passwordHash, userMetadata: data, confirmed: false, identity },
    time,
  );
  if (!made) throw emailExists();
  return made;
}

/** A link for one of the two addresses; that for the other stays good as long as the new address is the same. */
async function keepEmailChange(
  sql: Sql,
  user: UserRow,
  { type, newEmail, email }: LinkRequest,
  token: OneTimeToken,
  time: string,
): Promise<void> {
  const forNew = type === 'email_change_new';
  const continues = user.email_change === newEmail;
  const other = forNew ? user.email_change_token_current : user.email_change_token_new;
  const keptOther = continues ? other : '';
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_sent_at = ${time}, email_change_confirm_status = 0,
      email_change_token_new = ${forNew ? token.codeHash : keptOther},
      email_change_token_current = ${forNew ? keptOther : token.codeHash}, updated_at = ${time}
    where id = ${user.id}`;
  if (!continues) {
    await sql`
      delete from auth.one_time_tokens
      where user_id = ${user.id} and token_type in ('email_change_token_new', 'email_change_token_current')`;
  }
  const purpose = forNew ? 'email_change_new' : 'email_change_current';
  await keepToken(sql, user.id, purpose, token, forNew ? newEmail : email, time);
}
