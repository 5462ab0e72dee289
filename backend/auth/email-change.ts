import { AuthError, sqlState } from './errors.ts';
import { sendTokenMessage } from './messages.ts';
import { newOneTimeToken, storeLink } from './one-time-tokens.ts';
import type { AuthParts, Sql } from './parts.ts';
import { emailIdentityData } from './store-user.ts';
import type { UserRow } from './users.ts';

/**
 * Creates the links and codes of a change of address: one for the new address and one for the current one, if any.
 * @returns a function that sends them, to call after the commit
 */
export async function prepareEmailChange(
  auth: AuthParts,
  sql: Sql,
  user: UserRow,
  { newEmail, redirectTo }: { newEmail: string; redirectTo: string },
): Promise<() => Promise<void>> {
  const time = auth.now().toISOString();
  const { email: oldEmail } = user;
  const forNew = newOneTimeToken(newEmail);
  const forOld = oldEmail ? newOneTimeToken(oldEmail) : undefined;
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_sent_at = ${time}, updated_at = ${time},
      email_change_token_new = ${forNew.codeHash}, email_change_token_current = ${forOld?.codeHash ?? ''},
      email_change_confirm_status = 0
    where id = ${user.id}`;
  await sql`
    delete from auth.one_time_tokens where user_id = ${user.id} and token_type = 'email_change_token_current'`;
  await storeLink(sql, user.id, 'email_change_token_new', { link: forNew.link, address: newEmail }, time);
  if (forOld && oldEmail) {
    await storeLink(
      sql,
      user.id,
      'email_change_token_current',
      { link: forOld.link, address: oldEmail },
      time,
    );
  }
  const changed: UserRow = { ...user, email_change: newEmail };
  return async () => {
    const message = { user: changed, redirectTo };
    await sendTokenMessage(auth, { ...message, kind: 'email_change', to: newEmail, token: forNew });
    if (forOld) await sendTokenMessage(auth, { ...message, kind: 'email_change_current', token: forOld });
  };
}

/**
 * Records that one address confirmed the change, and applies it once all have.
 * @returns whether the change was applied
 * @throws AuthError `email_exists` when the address was taken meanwhile
 */
export async function completeEmailChange(
  sql: Sql,
  user: UserRow,
  agreed: 'email_change_token_new' | 'email_change_token_current',
  time: string,
): Promise<boolean> {
  const other = agreed === 'email_change_token_new' ? 'email_change_token_current' : 'email_change_token_new';
  if (user[other]) {
    await sql`
      with token as (
        delete from auth.one_time_tokens where user_id = ${user.id} and token_type = ${agreed}
      )
      update auth.users set updated_at = ${time}, email_change_confirm_status = 1, ${sql(agreed)} = ''
      where id = ${user.id}`;
    return false;
  }
  await moveToEmail(sql, user, user.email_change, time);
  return true;
}

/** Sets a confirmed address as the user's own and in their email identity. */
async function moveToEmail(sql: Sql, user: UserRow, email: string, time: string): Promise<void> {
  const identity = { ...emailIdentityData(email, true), sub: user.id };
  try {
    await sql`
      with tokens as (
        delete from auth.one_time_tokens where user_id = ${user.id}
      ), identity as (
        insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
        values (${user.id}, ${user.id}, ${JSON.stringify(identity)}::text::jsonb, 'email', ${time}, ${time}, ${time})
        on conflict (provider_id, provider) do update set updated_at = excluded.updated_at,
          identity_data = identities.identity_data || jsonb_build_object('email', ${email}::text, 'email_verified', true)
      )
      update auth.users set email = ${email}, email_change = '', email_change_token_new = '',
        email_change_token_current = '', email_change_confirm_status = 0,
        confirmation_token = '', recovery_token = '',
        email_confirmed_at = coalesce(email_confirmed_at, ${time}), updated_at = ${time},
        raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
      where id = ${user.id}`;
  } catch (error) {
    if (sqlState(error) === '23505') throw emailExists();
    throw error;
  }
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}
