import { json } from '../../lib/http.ts';
import { AuthError } from '../errors.ts';
import type { Endpoint, Sql } from '../parts.ts';
import { isUuid, requireUser, type SignedIn } from '../signed-in.ts';
import type { FactorRow } from '../users.ts';

/** The factor in a path, if it belongs to the user. */
export function ownFactor({ user }: Pick<SignedIn, 'user'>, factorId: string | undefined): FactorRow {
  if (!isUuid(factorId)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = user.factors.find(({ id }) => id === factorId.toLowerCase());
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** DELETE /factors/:factorId: removing a verified factor requires an aal2 session. */
export const unenrollFactor: Endpoint = async (auth, call) => {
  const signedIn = await requireUser(auth, call);
  const factor = ownFactor(signedIn, call.params.factorId);
  if (factor.status === 'verified' && signedIn.session.aal !== 'aal2') {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  const time = auth.now().toISOString();
  await removeFactor(auth.sql, factor, time);
  return json({ id: factor.id });
};

/** Removes a factor; sessions raised by it fall back to aal1. */
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
