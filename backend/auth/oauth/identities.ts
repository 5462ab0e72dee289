import { json } from '../../lib/http.ts';
import { auditEntry } from '../audit.ts';
import { AuthError } from '../errors.ts';
import type { Endpoint, Sql } from '../parts.ts';
import { updateProviders } from '../providers.ts';
import { isUuid, requireUser } from '../signed-in.ts';
import { findUserByEmail, findUserById, type IdentityRow, type UserRow } from '../users.ts';
import { requireManualLinking } from './manual-linking.ts';

/** DELETE /user/identities/:identityId: all but the last may go. */
export const unlinkIdentity: Endpoint = async (auth, call) => {
  requireManualLinking(auth);
  const { identityId } = call.params;
  if (!isUuid(identityId)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
  const { user: asking } = await requireUser(auth, call);
  const time = auth.now().toISOString();
  await auth.sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${asking.id} for update`;
    const user = (await findUserById(tx, asking.id)) ?? asking;
    if (user.identities.length <= 1) {
      throw new AuthError(
        422,
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      );
    }
    const unlinked = user.identities.find(({ id }) => id === identityId.toLowerCase());
    if (!unlinked) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
    await tx`delete from auth.identities where id = ${unlinked.id}`;
    await followIdentities(tx, user, unlinked, time);
    await updateProviders(tx, user.id);
    await auditEntry(tx, call, time, 'identity_unlinked', user, { provider: unlinked.provider });
  });
  return json({});
};

/** When the user's address went with the identity, that of another one takes its place, proven ones first. */
async function followIdentities(sql: Sql, user: UserRow, unlinked: IdentityRow, time: string): Promise<void> {
  const left = user.identities.filter(({ id }) => id !== unlinked.id);
  if (left.some(({ email }) => email === user.email)) return;
  const isProven = (identity: IdentityRow) => identity.identity_data.email_verified === true;
  const candidates = left
    .filter(({ email }) => email !== null)
    .sort((a, b) => Number(isProven(b)) - Number(isProven(a)));
  for (const candidate of candidates) {
    if (candidate.email === null || (await findUserByEmail(sql, candidate.email))) continue;
    await sql`
      with tokens as (delete from auth.one_time_tokens where user_id = ${user.id})
      update auth.users set email = ${candidate.email}, updated_at = ${time},
        email_confirmed_at = case when ${isProven(candidate)} then email_confirmed_at end,
        confirmation_token = '', recovery_token = '', reauthentication_token = '',
        email_change = '', email_change_token_new = '', email_change_token_current = ''
      where id = ${user.id}`;
    return;
  }
  throw new AuthError(
    422,
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity due to email conflict',
  );
}
