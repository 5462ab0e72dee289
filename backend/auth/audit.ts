import { isIP } from 'node:net';
import type { Call, JsonObject, Sql } from './parts.ts';
import { INSTANCE_ID, type UserRow } from './users.ts';

/** GoTrue's names of what happened, by kind. */
const KINDS = {
  login: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_repeated_signup: 'user',
  user_confirmation_requested: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_invited: 'team',
  user_modified: 'user',
  user_updated_password: 'user',
  user_deleted: 'team',
  identity_unlinked: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
} as const;

export type AuditAction = keyof typeof KINDS;
export type AuditActor = Pick<UserRow, 'id' | 'email' | 'phone' | 'is_sso_user'>;

/** The server itself, acting with the secret key. */
export const SERVICE_ACTOR: AuditActor = {
  id: INSTANCE_ID,
  email: 'service_role',
  phone: null,
  is_sso_user: false,
};

/** Statement (or common table expression) that records an action in GoTrue's audit log. */
export function auditEntry(
  sql: Sql,
  call: Call,
  time: string,
  action: AuditAction,
  actor: AuditActor,
  traits: JsonObject = {},
) {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.phone || actor.email || '',
    actor_via_sso: actor.is_sso_user,
    log_type: KINDS[action],
    ...(Object.keys(traits).length > 0 ? { traits } : {}),
  };
  return sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values (${INSTANCE_ID}, gen_random_uuid(), ${JSON.stringify(payload)}::text::json, ${time},
      ${ipAddress(call) ?? ''})`;
}

export function ipAddress(call: Call): string | null {
  return isIP(call.context.ip) ? call.context.ip : null;
}
