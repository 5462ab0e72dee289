import { createHash } from 'node:crypto';
import { z } from 'zod';
import { json } from '../../lib/http.ts';
import { auditEntry, SERVICE_ACTOR } from '../audit.ts';
import { flag, readBody } from '../body.ts';
import { AuthError, sqlState } from '../errors.ts';
import type { Call, Endpoint, Sql } from '../parts.ts';
import type { UserRow } from '../users.ts';
import { namedUser, traitsOf } from './users.ts';

/** Still referenced, under either kind of foreign key. */
const REFERENCED = new Set(['23503', '23001']);

/** DELETE /admin/users/:userId: for good, or so that the row stays and says nothing of the person any more. */
export const deleteUser: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const softly = await wantsSoftDelete(call);
  const time = auth.now().toISOString();
  try {
    await auth.sql.begin(async (tx) => {
      await auditEntry(tx, call, time, 'user_deleted', SERVICE_ACTOR, traitsOf(user));
      if (!softly) await tx`delete from auth.users where id = ${user.id}`;
      else if (user.deleted_at === null) await softDelete(tx, user, time);
    });
  } catch (error) {
    if (!REFERENCED.has(sqlState(error) ?? '')) throw error;
    throw new AuthError(409, 'conflict', 'Database error deleting user: other records still need it');
  }
  return json({});
};

async function wantsSoftDelete(call: Call): Promise<boolean> {
  const isEmpty = call.request.body === null || call.request.headers.get('content-length') === '0';
  if (isEmpty) return false;
  return (await readBody(call, z.object({ should_soft_delete: flag }))).should_soft_delete;
}

/** Everything that names the person is replaced by a digest, so that the row keeps its place in other tables. */
async function softDelete(sql: Sql, user: UserRow, time: string): Promise<void> {
  const disguise = (value: string) =>
    createHash('sha256')
      .update(user.id + value)
      .digest('base64url');
  const identities = user.identities.map(({ id, provider, provider_id }) => ({
    id,
    disguise: disguise(`${provider}:${provider_id}`),
  }));
  await sql`
    with identities as (
      update auth.identities i set identity_data = '{}', provider_id = d.disguise, updated_at = ${time}
      from jsonb_to_recordset(${JSON.stringify(identities)}::text::jsonb) as d (id uuid, disguise text)
      where i.id = d.id
    ), factors as (
      delete from auth.mfa_factors where user_id = ${user.id}
    ), sessions as (
      delete from auth.sessions where user_id = ${user.id}
    ), tokens as (
      delete from auth.one_time_tokens where user_id = ${user.id}
    ), flows as (
      delete from auth.flow_state where user_id = ${user.id}
    )
    update auth.users set deleted_at = ${time}, updated_at = ${time}, encrypted_password = null,
      email = ${user.email === null ? null : disguise(user.email)},
      phone = ${user.phone === null ? null : disguise(user.phone).slice(0, 15)},
      email_change = '', phone_change = '', confirmation_token = '', recovery_token = '', reauthentication_token = '',
      email_change_token_new = '', email_change_token_current = '', phone_change_token = '',
      raw_user_meta_data = '{}', raw_app_meta_data = '{}'
    where id = ${user.id}`;
}
