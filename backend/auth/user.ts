import { z } from 'zod';
import { json } from '../http.ts';
import { auditEntry } from './audit.ts';
import { checkMetadataSize, metadata, readBody, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import type { AuthParts, Endpoint, JsonObject, Sql } from './parts.ts';
import { checkPasswordStrength } from './password-strength.ts';
import { requireUser, type SignedIn } from './signed-in.ts';
import { userJson } from './user-json.ts';
import { findUserById, hasVerifiedFactor, type UserRow } from './users.ts';

const Changes = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  nonce: text,
  data: metadata,
  app_metadata: metadata,
  code_challenge: text,
  code_challenge_method: text,
});
type Changes = z.output<typeof Changes>;

/** GET /user */
export const getUser: Endpoint = async (auth, call) => json(userJson((await requireUser(auth, call)).user));

/** PUT /user: metadata, password, address. */
export const updateUser: Endpoint = async (auth, call) => {
  const changes = await readBody(call, Changes);
  const signedIn = await requireUser(auth, call);
  const { user } = signedIn;
  await checkChanges(auth, signedIn, changes);
  const passwordHash = changes.password ? await newPasswordHash(auth, user, changes.password) : undefined;
  const time = auth.now().toISOString();
  const changed = await auth.sql.begin(async (tx) => {
    if (passwordHash) {
      await storePassword(tx, user.id, passwordHash, time, signedIn.session.id);
      await auditEntry(tx, call, time, 'user_updated_password', user);
    }
    if (changes.data) await mergeUserMetadata(tx, user.id, changes.data, time);
    await auditEntry(tx, call, time, 'user_modified', user);
    return findUserById(tx, user.id);
  });
  if (!changed) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return json(userJson(changed));
};

async function checkChanges(auth: AuthParts, { user, session }: SignedIn, changes: Changes): Promise<void> {
  if (changes.password) await checkPasswordStrength(changes.password, auth.settings.password);
  if (changes.app_metadata) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  checkMetadataSize({ ...user.raw_user_meta_data, ...changes.data }, 'User metadata');
  const changesCredentials =
    Boolean(changes.password) || (changes.email !== '' && changes.email !== user.email);
  if (changesCredentials && hasVerifiedFactor(user) && session.aal !== 'aal2') {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
  if (user.is_anonymous && changes.password && !changes.email && !user.email) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
  if (changes.phone) throw invalid('Unsupported phone provider');
}

async function newPasswordHash(auth: AuthParts, user: UserRow, password: string): Promise<string> {
  if (user.encrypted_password && (await auth.passwords.verify(password, user.encrypted_password))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return auth.passwords.hash(password);
}

/** Keeps the new hash, voids every code and link that is on its way, and ends all sessions but `keepSession`. */
export async function storePassword(
  sql: Sql,
  userId: string,
  hash: string,
  time: string,
  keepSession: string | null,
): Promise<void> {
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

/** Adds and replaces keys; a key given as null goes. */
export async function mergeUserMetadata(
  sql: Sql,
  userId: string,
  patch: JsonObject,
  time: string,
): Promise<void> {
  const { kept, removed } = splitPatch(patch);
  await sql`
    update auth.users set updated_at = ${time},
      raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || ${kept}::text::jsonb) - ${removed}::text[]
    where id = ${userId}`;
}

/** The same for what only the server writes. */
export async function mergeAppMetadata(
  sql: Sql,
  userId: string,
  patch: JsonObject,
  time: string,
): Promise<void> {
  const { kept, removed } = splitPatch(patch);
  await sql`
    update auth.users set updated_at = ${time},
      raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') || ${kept}::text::jsonb) - ${removed}::text[]
    where id = ${userId}`;
}

function splitPatch(patch: JsonObject): { kept: string; removed: string[] } {
  const entries = Object.entries(patch);
  return {
    kept: JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null))),
    removed: entries.filter(([, value]) => value === null).map(([key]) => key),
  };
}
