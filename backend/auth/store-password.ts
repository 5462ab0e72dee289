import type { Sql } from './parts.ts';

/**
 * Keeps the new hash, voids every code and link that is on its way, and ends all sessions but `keepSession`. To be called
 * in a transaction.
 */
export async function storePassword(
  sql: Sql,
  userId: string,
  hash: string,
  time: string,
  keepSession: string | null,
): Promise<void> {
  // Waits for sign-ins under way, so that the sessions they start are seen, and ended, below.
  await sql`select from auth.users where id = ${userId} for update`;
  await sql`
    with tokens as (
      delete from auth.one_time_tokens where user_id = ${userId}
    ), sessions as (
      delete from auth.sessions where user_id = ${userId} and id is distinct from ${keepSession}::uuid
    )
    update auth.users set encrypted_password = ${hash}, updated_at = ${time},
      confirmation_token = '', confirmation_sent_at = null, recovery_token = '', recovery_sent_at = null,
      email_change_token_new = '', email_change_token_current = '', email_change_sent_at = null,
      phone_change_token = '', phone_change_sent_at = null,
      reauthentication_token = '', reauthentication_sent_at = null
    where id = ${userId}`;
}
