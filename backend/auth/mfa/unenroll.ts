import { json } from '../../lib/http.ts';
import { auditEntry } from '../audit.ts';
import { AuthError } from '../errors.ts';
import type { Endpoint, Sql } from '../parts.ts';
import type { FactorRow } from '../users.ts';
import { ownFactor, requirePerson } from './factors.ts';

/** DELETE /factors/:factorId: a factor that counts goes only in a session that has shown one. */
export const unenrollFactor: Endpoint = async (auth, call) => {
  const signedIn = await requirePerson(auth, call);
  const factor = ownFactor(signedIn, call.params.factorId);
  if (factor.status === 'verified' && signedIn.session.aal !== 'aal2') {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  const time = auth.now().toISOString();
  await auth.sql.begin(async (tx) => {
    await removeFactor(tx, factor, time);
    await auditEntry(tx, call, time, 'factor_unenrolled', signedIn.user, {
      factor_id: factor.id,
      factor_status: factor.status,
      session_id: signedIn.session.id,
    });
  });
  return json({ id: factor.id });
};

/** Removes a factor; sessions that were lifted by it fall back to aal1. */
export async function removeFactor(sql: Sql, factor: FactorRow, time: string): Promise<void> {
  await sql`
    with fallen as (
      update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${time}
      where user_id = ${factor.user_id} and factor_id = ${factor.id} returning id
    ), proofs as (
      delete from auth.mfa_amr_claims c using auth.sessions s
      where c.session_id = s.id and s.user_id = ${factor.user_id} and s.factor_id = ${factor.id}
        and c.authentication_method in ('totp', 'mfa/phone')
    )
    delete from auth.mfa_factors where id = ${factor.id}`;
}
