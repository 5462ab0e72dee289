import { z } from 'zod';
import { json } from '../lib/http.ts';
import { checkedEmail, checkedPhone } from './addresses.ts';
import { readBody, text } from './body.ts';
import { prepareEmailChange } from './email-change.ts';
import { invalid } from './errors.ts';
import { checkedChallenge } from './flow-state.ts';
import { prepareMailedToken } from './mailed-tokens.ts';
import { spendMessage } from './messages.ts';
import type { Endpoint } from './parts.ts';
import { requireSms, resendPhoneCode, spendSms } from './phone.ts';
import { redirectTarget } from './redirects.ts';
import { findUserByEmail } from './users.ts';

const Resend = z.object({
  type: text,
  email: text,
  phone: text,
  code_challenge: text,
  code_challenge_method: text,
});

/** POST /resend: the confirmation of a sign-up or of a change of address once more. */
export const resend: Endpoint = async (auth, call) => {
  const body = await readBody(call, Resend);
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(body.type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  const challenge = checkedChallenge(body.code_challenge, body.code_challenge_method);
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided.');
  }
  if (body.phone) {
    if (body.type !== 'sms' && body.type !== 'phone_change') {
      throw invalid('Type provided requires an email address');
    }
    requireSms(auth);
    const phone = checkedPhone(body.phone);
    await spendSms(auth, call, phone);
    await resendPhoneCode(auth, call, body.type, phone);
    return json({});
  }
  if (body.type === 'sms' || body.type === 'phone_change')
    throw invalid('Type provided requires a phone number');
  if (!body.email) throw invalid('Type provided requires an email address');
  const email = checkedEmail(body.email);
  await spendMessage(auth, call, email);
  const user = await findUserByEmail(auth.sql, email);
  const redirectTo = redirectTarget(auth.settings, call);
  if (body.type === 'signup' && user && !user.email_confirmed_at) {
    auth.background('send confirmation message', async () => {
      const send = await auth.sql.begin((tx) =>
        prepareMailedToken(auth, tx, call, user, { kind: 'signup', challenge, redirectTo }),
      );
      await send();
    });
  }
  if (body.type === 'email_change' && user?.email_change) {
    auth.background('send e-mail change messages', async () => {
      const change = { newEmail: user.email_change, challenge, redirectTo };
      const send = await auth.sql.begin((tx) => prepareEmailChange(auth, tx, user, change));
      await send();
    });
  }
  return json({});
};
