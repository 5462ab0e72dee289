import { z } from 'zod';
import { json } from '../lib/http.ts';
import { checkedEmail } from './addresses.ts';
import { readBody, text } from './body.ts';
import { invalid } from './errors.ts';
import { checkedChallenge } from './flow-state.ts';
import { prepareMailedToken } from './mailed-tokens.ts';
import { spendMessage } from './messages.ts';
import type { Endpoint } from './parts.ts';
import { redirectTarget } from './redirects.ts';
import { findUserByEmail } from './users.ts';

const Recovery = z.object({ email: text, code_challenge: text, code_challenge_method: text });

/** POST /recover: answers alike, and as quickly, whether the address has an account or not. */
export const recover: Endpoint = async (auth, call) => {
  const body = await readBody(call, Recovery);
  if (!body.email) throw invalid('Password recovery requires an email');
  const email = checkedEmail(body.email);
  const challenge = checkedChallenge(body.code_challenge, body.code_challenge_method);
  await spendMessage(auth, call, email);
  const user = await findUserByEmail(auth.sql, email);
  if (user) {
    const redirectTo = redirectTarget(auth.settings, call);
    auth.background('send recovery message', async () => {
      const send = await auth.sql.begin((tx) =>
        prepareMailedToken(auth, tx, call, user, { kind: 'recovery', challenge, redirectTo }),
      );
      await send();
    });
  }
  return json({});
};
