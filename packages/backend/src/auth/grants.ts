import { z } from 'zod';
import { clientKey } from '../lib/client-key.ts';
import type { Sql } from '../lib/sql.ts';
import { normalisePhone, readBody, text } from './body.ts';
import { knownDevice, sessionResponse } from './device-cookies.ts';
import { AuthError, invalid } from './errors.ts';
import type { LimitName } from './limits.ts';
import type { AuthParts, Call, Endpoint } from './parts.ts';
import { findWeakness, hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import {
  type AmrEntry,
  amrColumn,
  ipAddress,
  newRefreshToken,
  type SessionJson,
  sessionJson,
  tryIssueSession,
  userAgent,
} from './sessions.ts';
import { spendShared } from './shared-limits.ts';
import {
  findUserByEmail,
  findUserByPhone,
  INSTANCE_ID,
  isBanned,
  type UserRow,
  userColumn,
} from './users.ts';

const Credentials = z.object({ email: text, phone: text, password: text });

/**
 * POST /token?grant_type=password, with an address or a number. Unknown accounts, wrong passwords and accounts without
 * a password get the same response in the same time; a ban or missing confirmation is reported only after the right
 * password.
 */
export const passwordGrant: Endpoint = async (auth, call) => {
  const { email, phone, password } = await readBody(call, Credentials);
  if (email && phone) {
    throw invalid('Only an email address or phone number should be provided on login.');
  }
  if (phone && !auth.sms) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (phone) {
    const session = await signIn(auth, call, { phone: normalisePhone(phone) }, password);
    return sessionResponse(auth, call, session);
  }
  if (!email) throw invalid('missing email or phone');
  return sessionResponse(auth, call, await signIn(auth, call, { email: email.toLowerCase() }, password));
};

type Login = { email: string } | { phone: string };

async function signIn(auth: AuthParts, call: Call, login: Login, password: string): Promise<SessionJson> {
  const account = 'email' in login ? login.email : login.phone;
  const spent = await spendGuess(auth, call, account);
  // Retries when the hash changes between reading it and starting the session.
  const session =
    (await signInOnce(auth, call, login, password)) ?? (await signInOnce(auth, call, login, password));
  if (!session) throw invalidCredentials();
  await Promise.all(spent.map(([limit, key]) => auth.limits.restore(limit, key)));
  const weakness = findWeakness(password, auth.settings.minPasswordLength);
  if (!weakness) return session;
  return { ...session, weak_password: { message: weakness.message, reasons: weakness.reasons } };
}

/**
 * Counts a guess at an account's password before comparing it, and returns the limits it was counted against.
 * A device that has signed in there before first uses its own allowance, so that strangers cannot lock
 * anybody out.
 * @throws AuthError 429
 */
async function spendGuess(auth: AuthParts, call: Call, account: string): Promise<[LimitName, string][]> {
  const device = await knownDevice(auth, call, account);
  if (device && (await isWithin(auth.limits.spend('signInPerDevice', device)))) {
    return [['signInPerDevice', device]];
  }
  const client = clientKey(call.context.ip);
  const addressAndClient = `${account} ${client}`;
  // First, so that guesses at one account use up no shared limit once it is blocked.
  await auth.limits.spend('signInPerAddress', addressAndClient);
  await spendShared(auth, call, 'signInPerClient', { login: account });
  await spendShared(auth, call, 'signInPerAccount', { key: account, login: account });
  return [
    ['signInPerAddress', addressAndClient],
    ['signInPerClient', client],
    ['signInPerAccount', account],
  ];
}

function isWithin(spending: Promise<void>): Promise<boolean> {
  return spending.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AuthError) return false;
      throw error;
    },
  );
}

async function signInOnce(
  auth: AuthParts,
  call: Call,
  login: Login,
  password: string,
): Promise<SessionJson | undefined> {
  const user = await ('email' in login
    ? findUserByEmail(auth.sql, login.email)
    : findUserByPhone(auth.sql, login.phone));
  const hash = user?.encrypted_password ?? null;
  const matches = await verifyPassword(password, hash, auth.settings.passwordCost);
  if (!user || !matches) throw invalidCredentials();
  if (isBanned(user, auth.now())) throw new AuthError(400, 'user_banned', 'User is banned');
  if ('phone' in login && !user.phone_confirmed_at) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
  }
  if ('email' in login && !user.email_confirmed_at)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  const session = await tryIssueSession(auth, auth.sql, user, 'password', call, hash);
  if (session) renewHash(auth, user, password);
  return session;
}

function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

/** Rehashes a password whose hash has another cost, as its timing would reveal the account. */
function renewHash(auth: AuthParts, user: UserRow, password: string): void {
  const old = user.encrypted_password;
  const { passwordCost } = auth.settings;
  if (old === null || !needsRehash(old, passwordCost)) return;
  auth.background('renew password hash', async () => {
    const renewed = await hashPassword(password, passwordCost);
    await auth.sql`update auth.users set encrypted_password = ${renewed}
      where id = ${user.id} and encrypted_password = ${old}`;
  });
}

/** How long a used refresh token still returns the newest one; the newest one's parent always does. */
const REUSE_SECONDS = 10;
const TOKEN = /^[a-z0-9]{12}$/;

interface TokenState {
  session_id: string;
  revoked: boolean;
  revoked_at: string;
  not_after: string | null;
  /** The session's newest unused token. */
  newest: string | null;
  is_parent_of_newest: boolean;
  amr: AmrEntry[];
  user: UserRow;
}

/** POST /token?grant_type=refresh_token */
export const refreshGrant: Endpoint = async (auth, call) => {
  const { refresh_token: token } = await readBody(call, z.object({ refresh_token: text }));
  const userId = TOKEN.test(token) ? await ownerOfToken(auth, token) : undefined;
  // Counted per person if known, so that invalid tokens use up nothing for others.
  if (userId) await auth.limits.spend('refreshPerUser', userId);
  else await auth.limits.spend('refreshPerClient', clientKey(call.context.ip));
  if (!TOKEN.test(token)) throw invalid('Refresh token is not valid');
  const outcome = await auth.sql.begin((tx) => refresh(auth, tx, token, call));
  if (outcome instanceof AuthError) throw outcome;
  return sessionResponse(auth, call, outcome, { renew: false });
};

async function ownerOfToken(auth: AuthParts, token: string): Promise<string | undefined> {
  const [row] = await auth.sql<{ user_id: string }[]>`
    select user_id from auth.refresh_tokens where token = ${token}`;
  return row?.user_id;
}

/**
 * Exchanges a token for its successor. Locks the session's row, so that concurrent requests with one token get the same
 * successor. When the parent of an unused newest token is presented, its response was lost, so the newest one is
 * returned, however late. Errors whose changes must be committed are returned, not thrown.
 */
async function refresh(
  auth: AuthParts,
  tx: Sql,
  token: string,
  call: Call,
): Promise<SessionJson | AuthError> {
  const [, [state]] = await Promise.all([
    tx`select from auth.sessions
      where id = (select session_id from auth.refresh_tokens where token = ${token}) for update`,
    tx<TokenState[]>`
      select s.id as session_id, t.revoked, to_json(t.updated_at) as revoked_at, to_json(s.not_after) as not_after,
        newest.token as newest, newest.parent is not distinct from t.token as is_parent_of_newest,
        ${amrColumn()} as amr, ${userColumn()} as "user"
      from auth.refresh_tokens t
      join auth.sessions s on s.id = t.session_id
      join auth.users u on u.id = s.user_id
      left join lateral (
        select n.token, n.parent from auth.refresh_tokens n where n.session_id = s.id and not n.revoked
        order by n.id desc limit 1
      ) newest on true
      where t.token = ${token}`,
  ]);
  if (!state) return tokenError('refresh_token_not_found', 'Refresh Token Not Found');
  const now = auth.now();
  if (isBanned(state.user, now)) return tokenError('user_banned', 'User Banned');
  if (state.not_after !== null && new Date(state.not_after) < now) {
    return tokenError('session_expired', 'Session Expired');
  }
  const { user, session_id: sessionId, amr } = state;
  if (!state.revoked) {
    const successor = newRefreshToken();
    await rotate(tx, token, successor, state, now, call);
    return sessionJson(auth, user, sessionId, amr, successor);
  }
  const usedFor = now.getTime() - new Date(state.revoked_at).getTime();
  const isRecent = usedFor <= REUSE_SECONDS * 1000;
  if (state.newest !== null && (isRecent || state.is_parent_of_newest)) {
    return sessionJson(auth, user, sessionId, amr, state.newest);
  }
  await tx`delete from auth.sessions where id = ${sessionId}`;
  auth.log.warn(
    { requestId: call.context.requestId, sessionId },
    'a used refresh token came back, session ended',
  );
  return tokenError('refresh_token_already_used', 'Already Used');
}

async function rotate(
  tx: Sql,
  token: string,
  successor: string,
  state: TokenState,
  now: Date,
  call: Call,
): Promise<void> {
  const time = now.toISOString();
  await tx`
    with used as (
      update auth.refresh_tokens set revoked = true, updated_at = ${time} where token = ${token}
    ), next as (
      insert into auth.refresh_tokens (instance_id, token, user_id, session_id, parent, created_at, updated_at)
      values (${INSTANCE_ID}, ${successor}, ${state.user.id}, ${state.session_id}, ${token}, ${time}, ${time})
    )
    update auth.sessions set refreshed_at = ${time}::timestamptz at time zone 'utc', updated_at = ${time},
      user_agent = ${userAgent(call)}, ip = ${ipAddress(call)}
    where id = ${state.session_id}`;
}

function tokenError(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}
