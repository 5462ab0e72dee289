import { json } from '../../lib/http.ts';
import { auditEntry, SERVICE_ACTOR } from '../audit.ts';
import { emailIdentityData } from '../new-users.ts';
import type { Endpoint, Sql } from '../parts.ts';
import { checkPasswordStrength } from '../password-strength.ts';
import { updateProviders } from '../providers.ts';
import { storePassword } from '../store-password.ts';
import { userJson } from '../user-json.ts';
import { mergeAppMetadata, mergeUserMetadata } from '../user-metadata.ts';
import { findUserById, type UserRow } from '../users.ts';
import { explainClash } from './create-user.ts';
import { phoneIdentityData, putIdentity } from './identities.ts';
import { readUserFields, type UserFields } from './user-fields.ts';
import { namedUser, traitsOf } from './users.ts';

/** PUT /admin/users/:userId: changes take effect at once; a new password ends every session. */
export const updateUserAsAdmin: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const fields = await readUserFields(auth, call);
  if (fields.password) await checkPasswordStrength(fields.password, auth.settings.password);
  const passwordHash = fields.password ? await auth.passwords.hash(fields.password) : null;
  const time = auth.now().toISOString();
  try {
    const changed = await auth.sql.begin(async (tx) => {
      if (passwordHash) await storePassword(tx, user.id, passwordHash, time, null);
      await updateColumns(tx, user, fields, time);
      await updateIdentities(tx, user, fields, time);
      if (fields.appMetadata) await mergeAppMetadata(tx, user.id, fields.appMetadata, time);
      if (fields.userMetadata) await mergeUserMetadata(tx, user.id, fields.userMetadata, time);
      await auditEntry(tx, call, time, 'user_modified', SERVICE_ACTOR, traitsOf(user));
      return findUserById(tx, user.id);
    });
    return json(userJson(changed ?? user));
  } catch (error) {
    throw explainClash(error);
  }
};

async function updateColumns(sql: Sql, user: UserRow, fields: UserFields, time: string): Promise<void> {
  const { email, phone, role, emailConfirm, phoneConfirm, bannedUntil } = fields;
  const confirmsEmail = emailConfirm && (email !== '' || user.email !== null);
  const confirmsPhone = phoneConfirm && (phone !== '' || user.phone !== null);
  await sql`
    update auth.users set updated_at = ${time},
      email = coalesce(${email || null}, email), phone = coalesce(${phone || null}, phone),
      role = coalesce(${role || null}, role),
      email_confirmed_at = case when ${confirmsEmail} then coalesce(email_confirmed_at, ${time}) else email_confirmed_at end,
      phone_confirmed_at = case when ${confirmsPhone} then coalesce(phone_confirmed_at, ${time}) else phone_confirmed_at end,
      raw_user_meta_data = case when ${confirmsEmail}
        then coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' else raw_user_meta_data end,
      is_anonymous = is_anonymous and not (${confirmsEmail} or ${confirmsPhone}),
      banned_until = case when ${bannedUntil === undefined} then banned_until else ${bannedUntil ?? null}::timestamptz end
    where id = ${user.id}`;
}

async function updateIdentities(sql: Sql, user: UserRow, fields: UserFields, time: string): Promise<void> {
  const { email, phone, emailConfirm, phoneConfirm } = fields;
  if (email) await putIdentity(sql, user.id, 'email', emailIdentityData(email, emailConfirm), time);
  if (phone) await putIdentity(sql, user.id, 'phone', phoneIdentityData(phone, phoneConfirm), time);
  if (email || phone) await updateProviders(sql, user.id);
}
