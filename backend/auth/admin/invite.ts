import { z } from 'zod';
import { json } from '../../lib/http.ts';
import { checkedEmail } from '../addresses.ts';
import { checkMetadataSize, metadata, readBody, text } from '../body.ts';
import { AuthError } from '../errors.ts';
import { loggable } from '../loggable.ts';
import { prepareMailedToken } from '../mailed-tokens.ts';
import { emailIdentityData, insertUser } from '../new-users.ts';
import type { Endpoint, JsonObject, Sql } from '../parts.ts';
import { redirectTarget } from '../redirects.ts';
import { requireServiceRole } from '../signed-in.ts';
import { userJson } from '../user-json.ts';
import { findUserByEmail, type UserRow } from '../users.ts';
import { emailExists } from './create-user.ts';

/** POST /invite: an account that its owner opens by the link of a message. */
export const invite: Endpoint = async (auth, call) => {
  requireServiceRole(call);
  const body = await readBody(call, z.object({ email: text, data: metadata }));
  const email = checkedEmail(body.email);
  const data = body.data ?? {};
  checkMetadataSize(data, 'User metadata');
  const redirectTo = redirectTarget(auth.settings, call);
  const { user, send } = await auth.sql.begin(async (tx) => {
    const invited = await openInvitation(tx, email, data, auth.now().toISOString());
    const sending = await prepareMailedToken(auth, tx, call, invited, { kind: 'invite', redirectTo });
    return { user: invited, send: sending };
  });
  try {
    await send();
  } catch (error) {
    auth.log.error(
      { requestId: call.context.requestId, err: loggable(error) },
      'invitation could not be sent',
    );
    throw new AuthError(500, 'unexpected_failure', 'Error sending invite email');
  }
  return json(userJson(user));
};

/**
 * The account to be invited: a new one, or one that still waits for its owner.
 * @throws AuthError `email_exists`
 */
export async function openInvitation(
  sql: Sql,
  email: string,
  data: JsonObject,
  time: string,
): Promise<UserRow> {
  const identity = { provider: 'email', data: emailIdentityData(email, false) };
  const made = await insertUser(
    sql,
    { email, passwordHash: null, userMetadata: data, confirmed: false, identity },
    time,
  );
  const user = made ?? (await findUserByEmail(sql, email));
  if (!user || user.email_confirmed_at) throw emailExists();
  return user;
}
