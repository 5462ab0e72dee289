import type { CodeChallenge } from './flow-state.ts';
import { keepChallenge } from './flow-state.ts';
import { sendTokenMessage } from './messages.ts';
import { keepToken, newOneTimeToken } from './one-time-tokens.ts';
import type { AuthParts, Sql } from './parts.ts';
import type { UserRow } from './users.ts';

export interface WantedEmailChange {
  newEmail: string;
  challenge: CodeChallenge | undefined;
  redirectTo: string;
}

/**
 * Makes the links and codes that a change of address waits for: one for the new address and, where changes are secured
 * and there is an old one, one for the old address as well.
 * @returns the sending, to be called once the transaction stands.
 */
export async function prepareEmailChange(
  auth: AuthParts,
  sql: Sql,
  user: UserRow,
  change: WantedEmailChange,
): Promise<() => Promise<void>> {
  const { newEmail, challenge, redirectTo } = change;
  const { otpLength, secureEmailChange } = auth.settings;
  const time = auth.now().toISOString();
  const oldEmail = secureEmailChange ? user.email : null;
  const forNew = newOneTimeToken(newEmail, otpLength, challenge !== undefined);
  const forOld = oldEmail ? newOneTimeToken(oldEmail, otpLength, challenge !== undefined) : undefined;
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_sent_at = ${time}, updated_at = ${time},
      email_change_token_new = ${forNew.codeHash}, email_change_token_current = ${forOld?.codeHash ?? ''},
      email_change_confirm_status = 0
    where id = ${user.id}`;
  await sql`
    delete from auth.one_time_tokens where user_id = ${user.id} and token_type = 'email_change_token_current'`;
  await keepToken(sql, user.id, 'email_change_new', forNew, newEmail, time);
  if (forOld && oldEmail) await keepToken(sql, user.id, 'email_change_current', forOld, oldEmail, time);
  if (challenge) await keepChallenge(sql, user.id, 'email_change', challenge, time);
  const changed: UserRow = { ...user, email_change: newEmail };
  return async () => {
    await sendTokenMessage(auth, {
      kind: 'email_change',
      user: changed,
      to: newEmail,
      token: forNew,
      redirectTo,
    });
    if (!forOld) return;
    await sendTokenMessage(auth, { kind: 'email_change_current', user: changed, token: forOld, redirectTo });
  };
}
