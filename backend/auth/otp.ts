import { z } from 'zod';
import { json } from '../lib/http.ts';
import { checkedEmail, checkedPhone } from './addresses.ts';
import { checkMetadataSize, metadata, readBody, text } from './body.ts';
import { invalid } from './errors.ts';
import { type CodeChallenge, checkedChallenge } from './flow-state.ts';
import { prepareMailedToken } from './mailed-tokens.ts';
import { spendMessage } from './messages.ts';
import { emailIdentityData, insertUser } from './new-users.ts';
import type { AuthParts, Call, Endpoint, JsonObject } from './parts.ts';
import { requireSms, sendSignInCode, spendSms } from './phone.ts';
import { redirectTarget } from './redirects.ts';
import { findUserByEmail, type UserRow } from './users.ts';

const Otp = z.object({
  email: text,
  phone: text,
  create_user: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  data: metadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});

/**
 * POST /otp and /magiclink: a message with a sign-in link and code, or a code to a phone. The answer is the same for every address, also for
 * one without an account where none may be made.
 */
export const otp: Endpoint = async (auth, call) => {
  const body = await readBody(call, Otp);
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided');
  if (body.email && body.channel) throw invalid('Channel should only be specified with Phone OTP');
  const challenge = checkedChallenge(body.code_challenge, body.code_challenge_method);
  if (body.phone) return otpByPhone(auth, call, body);
  if (!body.email) throw invalid('One of email or phone must be set');
  const email = checkedEmail(body.email);
  const data = body.data ?? {};
  checkMetadataSize(data, 'User metadata');
  await spendMessage(auth, call, email);
  const known = await findUserByEmail(auth.sql, email);
  const mayCreate = body.create_user && auth.settings.signup;
  const wanted = { email, data, challenge, redirectTo: redirectTarget(auth.settings, call) };
  if (known || mayCreate) {
    auth.background('send sign-in message', () => sendSignIn(auth, call, known, wanted));
  }
  return json({});
};

async function otpByPhone(auth: AuthParts, call: Call, body: z.output<typeof Otp>): Promise<Response> {
  requireSms(auth);
  if (body.channel !== '' && body.channel !== 'sms') {
    throw invalid('Invalid channel, supported values are: sms');
  }
  const phone = checkedPhone(body.phone);
  const data = body.data ?? {};
  checkMetadataSize(data, 'User metadata');
  await spendSms(auth, call, phone);
  await sendSignInCode(auth, call, { phone, data, createUser: body.create_user });
  return json({});
}

interface WantedSignIn {
  email: string;
  data: JsonObject;
  challenge: CodeChallenge | undefined;
  redirectTo: string;
}

async function sendSignIn(
  auth: AuthParts,
  call: Call,
  known: UserRow | undefined,
  wanted: WantedSignIn,
): Promise<void> {
  const { email, data, challenge, redirectTo } = wanted;
  const send = await auth.sql.begin(async (tx) => {
    const user = known ?? (await newcomer(tx)) ?? (await findUserByEmail(tx, email));
    if (!user) return undefined;
    const kind = user.email_confirmed_at ? 'magiclink' : 'signup';
    return prepareMailedToken(auth, tx, call, user, { kind, challenge, redirectTo });

    function newcomer(sql: typeof tx) {
      const identity = { provider: 'email', data: emailIdentityData(email, false, data) };
      const time = auth.now().toISOString();
      return insertUser(
        sql,
        { email, passwordHash: null, userMetadata: data, confirmed: false, identity },
        time,
      );
    }
  });
  await send?.();
}
