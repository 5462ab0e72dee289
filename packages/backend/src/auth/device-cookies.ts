import { createHash, randomBytes } from 'node:crypto';
import { parseSigned, serializeSigned } from 'hono/utils/cookie';
import { json } from '../lib/http.ts';
import type { AuthParts, Call } from './parts.ts';
import type { SessionJson } from './sessions.ts';

/*
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser that has signed
 * in to an account has its own allowance of wrong passwords there, whatever others guess.
 */

const COOKIE = 'device';
/** Maximum accounts in a browser's cookie, newest first, so that a shared computer's header stays small. */
const MAX_ACCOUNTS = 10;
const MAX_AGE_SECONDS = 400 * 86_400;

/** An account in a cookie: a digest of its address or number, and the device's random id there. */
interface KnownAccount {
  login: string;
  nonce: string;
}

/**
 * The device's id at an account, which its guesses count against; undefined if it has not signed in there
 * before.
 * @param login lower-case email address, or digits of a number
 */
export async function knownDevice(auth: AuthParts, call: Call, login: string): Promise<string | undefined> {
  const digest = digestOf(login);
  return (await knownAccounts(auth, call)).find((known) => known.login === digest)?.nonce;
}

/**
 * Responds with a session, and remembers the device for the account.
 * @param renew whether a known device gets a new id; otherwise it keeps its cookie
 */
export async function sessionResponse(
  auth: AuthParts,
  call: Call,
  session: SessionJson,
  { renew = true } = {},
): Promise<Response> {
  const response = json(session);
  const { email, phone } = session.user;
  const logins = [email, phone].filter((one) => typeof one === 'string' && one !== '').map(String);
  const digests = logins.map(digestOf);
  const accounts = await knownAccounts(auth, call);
  if (!renew && digests.every((digest) => accounts.some(({ login }) => login === digest))) return response;
  const own = digests.map((login) => ({ login, nonce: randomBytes(12).toString('base64url') }));
  const others = accounts.filter(({ login }) => !digests.includes(login));
  const value = [...own, ...others].slice(0, MAX_ACCOUNTS).map(({ login, nonce }) => `${login}.${nonce}`);
  const { pathname, protocol } = new URL(auth.externalUrl);
  const cookie = await serializeSigned(COOKIE, value.join('~'), await auth.deviceSecret(), {
    path: `${pathname}/`,
    maxAge: MAX_AGE_SECONDS,
    httpOnly: true,
    sameSite: 'Strict',
    secure: protocol === 'https:',
  });
  response.headers.append('set-cookie', cookie);
  return response;
}

async function knownAccounts(auth: AuthParts, call: Call): Promise<KnownAccount[]> {
  const header = call.request.headers.get('cookie');
  if (!header?.includes(`${COOKIE}=`)) return [];
  const value = (await parseSigned(header, await auth.deviceSecret(), COOKIE))[COOKIE];
  if (!value) return [];
  return value.split('~').map((entry) => {
    const [login = '', nonce = ''] = entry.split('.');
    return { login, nonce };
  });
}

function digestOf(login: string): string {
  return createHash('sha256').update(login).digest('base64url').slice(0, 16);
}
