import { z } from 'zod';
import { clientKey } from '../lib/client-key.ts';
import { json } from '../lib/http.ts';
import type { Sql } from '../lib/sql.ts';
import { checkMetadataSize, metadata, normaliseEmail, normalisePhone, readBody, text } from './body.ts';
import { sessionResponse } from './device-cookies.ts';
import { AuthError, invalid } from './errors.ts';
import {
  isFresh,
  isValidCode,
  linkHash,
  prepareMailedToken,
  spendMessage,
  type TokenType,
} from './one-time-tokens.ts';
import type { AuthParts, Call, Endpoint, JsonObject } from './parts.ts';
import { numberForMessage, resendPhoneCode, sendSignInCode, verifyPhoneCode } from './phone.ts';
import { redirectTarget } from './redirects.ts';
import { issueSession, type SessionJson } from './sessions.ts';
import { spendShared } from './shared-limits.ts';
import { completeEmailChange, prepareEmailChange } from './user.ts';
import {
  emailIdentityData,
  endUnprovenAccess,
  findUserByEmail,
  findUserById,
  insertUser,
  isBanned,
  isProven,
  removeUnprovenPassword,
  type UserRow,
  updateProviders,
} from './users.ts';

const Otp = z.object({
  email: text,
  phone: text,
  create_user: z.boolean().nullish(),
  data: metadata,
  channel: text,
});

/**
 * POST /otp: sends a sign-in link and code by mail, or a code by text message. The response is the same for
 * all addresses, including unknown ones when no account may be created.
 */
export const otp: Endpoint = async (auth, call) => {
  const body = await readBody(call, Otp);
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided');
  if (body.email && body.channel) throw invalid('Channel should only be specified with Phone OTP');
  const data = body.data ?? {};
  const createUser = body.create_user ?? true;
  checkMetadataSize(data, 'User metadata');
  if (body.phone) {
    if (body.channel !== '' && body.channel !== 'sms') {
      throw invalid('Invalid channel, supported values are: sms');
    }
    const phone = await numberForMessage(auth, call, body.phone);
    await sendSignInCode(auth, { phone, data, createUser });
    return json({});
  }
  if (!body.email) throw invalid('One of email or phone must be set');
  const email = normaliseEmail(body.email);
  await spendMessage(auth, call, email);
  const existing = await findUserByEmail(auth.sql, email);
  if (existing || createUser) {
    const redirectTo = redirectTarget(auth.settings, call);
    auth.background('send sign-in message', () => sendSignIn(auth, existing, { email, data, redirectTo }));
  }
  return json({});
};

/** POST /recover: responds the same, and as fast, for known and unknown addresses. */
export const recover: Endpoint = async (auth, call) => {
  const body = await readBody(call, z.object({ email: text }));
  if (!body.email) throw invalid('Password recovery requires an email');
  const email = normaliseEmail(body.email);
  await spendMessage(auth, call, email);
  const user = await findUserByEmail(auth.sql, email);
  if (user) sendInBackground(auth, call, user, 'recovery');
  return json({});
};

/** POST /resend: resends the confirmation of a sign-up or of a change of address or number. */
export const resend: Endpoint = async (auth, call) => {
  const { type, ...body } = await readBody(call, z.object({ type: text, email: text, phone: text }));
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided.');
  }
  const isForPhone = type === 'sms' || type === 'phone_change';
  if (body.phone) {
    if (!isForPhone) throw invalid('Type provided requires an email address');
    const phone = await numberForMessage(auth, call, body.phone);
    await resendPhoneCode(auth, type, phone);
    return json({});
  }
  if (isForPhone) throw invalid('Type provided requires a phone number');
  if (!body.email) throw invalid('Type provided requires an email address');
  const email = normaliseEmail(body.email);
  await spendMessage(auth, call, email);
  const user = await findUserByEmail(auth.sql, email);
  if (type === 'signup' && user && !user.email_confirmed_at) sendInBackground(auth, call, user, 'signup');
  if (type === 'email_change' && user?.email_change) {
    const change = { newEmail: user.email_change, redirectTo: redirectTarget(auth.settings, call) };
    auth.background('send e-mail change messages', async () => {
      const send = await auth.sql.begin((tx) => prepareEmailChange(auth, tx, user, change));
      await send();
    });
  }
  return json({});
};

function sendInBackground(auth: AuthParts, call: Call, user: UserRow, kind: 'signup' | 'recovery'): void {
  const redirectTo = redirectTarget(auth.settings, call);
  auth.background(`send ${kind} message`, async () => {
    const send = await auth.sql.begin((tx) => prepareMailedToken(auth, tx, user, { kind, redirectTo }));
    await send();
  });
}

async function sendSignIn(
  auth: AuthParts,
  existing: UserRow | undefined,
  { email, data, redirectTo }: { email: string; data: JsonObject; redirectTo: string },
): Promise<void> {
  const identity = { provider: 'email', data: emailIdentityData(email, false, data) };
  const newcomer = { email, passwordHash: null, userMetadata: data, confirmed: false, identity };
  const send = await auth.sql.begin(async (tx) => {
    if (existing && !existing.email_confirmed_at) await removeUnprovenPassword(tx, existing);
    const user =
      existing ??
      (await insertUser(tx, newcomer, auth.now().toISOString())) ??
      (await findUserByEmail(tx, email));
    const kind = user?.email_confirmed_at ? 'magiclink' : 'signup';
    return user && prepareMailedToken(auth, tx, user, { kind, redirectTo });
  });
  await send?.();
}

const ACCEPTED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const Verification = z.object({ type: text, token: text, token_hash: text, email: text, phone: text });
type Body = z.output<typeof Verification>;

/** Tokens that each verification type accepts. */
const TOKEN_TYPES = new Map<string, readonly TokenType[]>([
  ['signup', ['confirmation_token']],
  ['recovery', ['recovery_token']],
  ['magiclink', ['recovery_token']],
  ['email', ['confirmation_token', 'recovery_token']],
  ['email_change', ['email_change_token_new', 'email_change_token_current']],
]);

/** Proof that somebody received a message. */
type PhoneProof = { type: string; code: string; phone: string };
type MailProof = { type: string } & ({ link: string } | { code: string; email: string });

/** POST /verify: exchanges a code with its address or number, or a link's token, for a session. */
export const verify: Endpoint = async (auth, call) => {
  const body = await readBody(call, Verification);
  if (!body.type) throw invalid('Verify requires a verification type');
  if (Boolean(body.token) === Boolean(body.token_hash)) {
    throw invalid('Verify requires either a token or a token hash');
  }
  const proof = body.phone ? phoneProof(body) : mailProof(body);
  const client = clientKey(call.context.ip);
  const recipient = 'phone' in proof ? proof.phone : 'email' in proof && proof.email;
  if (recipient) {
    // First, so that guesses at one address use up no shared limit once it is blocked.
    await auth.limits.spend('verifyPerAddress', recipient);
    await spendShared(auth, call, 'verifyPerClient', { login: recipient });
  } else await auth.limits.spend('linksPerClient', client);
  const session =
    'phone' in proof
      ? await verifyPhoneCode(auth, call, proof)
      : await auth.sql.begin(async (tx): Promise<SessionJson | 'half'> => {
          const verified = await verifyToken(auth, tx, proof);
          return verified === 'half' ? 'half' : issueSession(auth, tx, verified, 'otp', call);
        });
  if (recipient) {
    await auth.limits.restore('verifyPerClient', client);
    await auth.limits.restore('verifyPerAddress', recipient);
  } else await auth.limits.restore('linksPerClient', client);
  return session === 'half' ? json({ msg: ACCEPTED, code: '200' }) : sessionResponse(auth, call, session);
};

function phoneProof({ type, token, token_hash: hash, email, phone }: Body): PhoneProof {
  if (email) throw invalid('Only an email address or phone number should be provided on verify');
  if (hash) throw invalid('Only the token_hash and type should be provided');
  const digits = normalisePhone(phone);
  if (!['sms', 'phone_change'].includes(type)) throw invalid('Invalid phone verification type');
  return { type, code: token, phone: digits };
}

function mailProof({ type, token, token_hash: hash, email }: Body): MailProof {
  if (hash && email) throw invalid('Only the token_hash and type should be provided');
  if (hash) return { type, link: hash };
  if (!email) throw invalid('Only an email address or phone number should be provided on verify');
  return { type, code: token, email: normaliseEmail(email) };
}

/**
 * Consumes a code or link and performs its purpose. Locks the user's row, so that of two concurrent requests one fails.
 * @returns 'half' when a change of address awaits the other address
 * @throws AuthError `otp_expired`, `user_banned`, `email_exists`
 */
async function verifyToken(auth: AuthParts, sql: Sql, proof: MailProof): Promise<UserRow | 'half'> {
  const types = TOKEN_TYPES.get(proof.type);
  if (!types) throw invalid('Invalid email verification type');
  const isLink = 'link' in proof;
  const match = await (isLink
    ? findByLink(sql, proof.link, types, auth.now())
    : findByCode(sql, proof, types, auth.now()));
  if (!match) {
    const reason = isLink ? 'Email link is invalid or has expired' : 'Token has expired or is invalid';
    throw new AuthError(403, 'otp_expired', reason);
  }
  const { user, type } = match;
  if (isBanned(user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
  const time = auth.now().toISOString();
  if (type === 'email_change_token_new' || type === 'email_change_token_current') {
    if (!(await completeEmailChange(sql, user, type, time))) return 'half';
  } else {
    if (!isProven(user, user.email)) {
      await endUnprovenAccess(sql, user.id, time, { isSignUp: type === 'confirmation_token' });
    }
    await confirm(sql, user, time);
  }
  await updateProviders(sql, user.id);
  const verified = await findUserById(sql, user.id);
  if (!verified) throw new AuthError(403, 'user_not_found', 'User not found');
  return verified;
}

interface Match {
  user: UserRow;
  type: TokenType;
}

async function findByLink(
  sql: Sql,
  link: string,
  types: readonly TokenType[],
  now: Date,
): Promise<Match | undefined> {
  const hash = linkHash(link);
  await sql`
    select from auth.users where id in (
      select user_id from auth.one_time_tokens where token_hash = ${hash}) for update`;
  const [token] = await sql<{ user_id: string; token_type: TokenType }[]>`
    select user_id, token_type from auth.one_time_tokens
    where token_hash = ${hash} and token_type = any(${types}::text[])`;
  const user = token && (await findUserById(sql, token.user_id));
  return user && isFresh(user, token.token_type, now) ? { user, type: token.token_type } : undefined;
}

async function findByCode(
  sql: Sql,
  proof: { type: string; code: string; email: string },
  types: readonly TokenType[],
  now: Date,
): Promise<Match | undefined> {
  const { code, email } = proof;
  const rows = await sql<{ id: string }[]>`
    select id from auth.users
    where not is_sso_user and (email = ${email} or (${proof.type === 'email_change'} and email_change = ${email}))
    order by id for update`;
  for (const { id } of rows) {
    const user = await findUserById(sql, id);
    const type = user && types.find((each) => isValidCode(user, each, { address: email, code, now }));
    if (type) return { user, type };
  }
  return undefined;
}

/** Confirms the address and invalidates all other pending codes and links. */
async function confirm(sql: Sql, user: UserRow, time: string): Promise<void> {
  await sql`
    with tokens as (
      delete from auth.one_time_tokens where user_id = ${user.id}
    ), identity as (
      update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = ${time}
      where user_id = ${user.id} and provider = 'email' and email = ${user.email}
    )
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${time}), updated_at = ${time},
      confirmation_token = '', recovery_token = '', reauthentication_token = '',
      email_change_token_new = '', email_change_token_current = '',
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
    where id = ${user.id}`;
}
