import { z } from 'zod';
import { json } from '../lib/http.ts';
import { normaliseEmail, normalisePhone } from './addresses.ts';
import { checkMetadataSize, metadata, readBody, text } from './body.ts';
import { prepareEmailChange } from './email-change.ts';
import { invalid } from './errors.ts';
import { prepareMailedToken, spendMessage } from './messages.ts';
import type { AuthParts, Call, Endpoint, JsonObject } from './parts.ts';
import { requireSms, resendPhoneCode, sendSignInCode, spendSms } from './phone.ts';
import { redirectTarget } from './redirects.ts';
import { emailIdentityData, insertUser } from './store-user.ts';
import { findUserByEmail, type UserRow } from './users.ts';

const Otp = z.object({
  email: text,
  phone: text,
  create_user: z.boolean().nullish(),
  data: metadata,
  channel: text,
});

/**
 * POST /otp: sends a sign-in link and code by mail, or a code by text message. The response is the same
 * for all addresses, also for unknown ones when sign-up is disabled.
 */
export const otp: Endpoint = async (auth, call) => {
  const body = await readBody(call, Otp);
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided');
  if (body.email && body.channel) throw invalid('Channel should only be specified with Phone OTP');
  const data = body.data ?? {};
  const createUser = body.create_user ?? true;
  checkMetadataSize(data, 'User metadata');
  if (body.phone) {
    requireSms(auth);
    if (body.channel !== '' && body.channel !== 'sms') {
      throw invalid('Invalid channel, supported values are: sms');
    }
    const phone = normalisePhone(body.phone);
    await spendSms(auth, call, phone);
    await sendSignInCode(auth, { phone, data, createUser });
    return json({});
  }
  if (!body.email) throw invalid('One of email or phone must be set');
  const email = normaliseEmail(body.email);
  await spendMessage(auth, call, email);
  const existing = await findUserByEmail(auth.sql, email);
  if (existing || (createUser && auth.settings.signup)) {
    const redirectTo = redirectTarget(auth.settings, call);
    auth.background('send sign-in message', () => sendSignIn(auth, existing, { email, data, redirectTo }));
  }
  return json({});
};

/** POST /recover: responds alike, and as fast, for known and unknown addresses. */
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
    requireSms(auth);
    const phone = normalisePhone(body.phone);
    await spendSms(auth, call, phone);
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
    const user =
      existing ??
      (await insertUser(tx, newcomer, auth.now().toISOString())) ??
      (await findUserByEmail(tx, email));
    const kind = user?.email_confirmed_at ? 'magiclink' : 'signup';
    return user && prepareMailedToken(auth, tx, user, { kind, redirectTo });
  });
  await send?.();
}
