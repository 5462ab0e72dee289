import { AuthError } from '../errors.ts';
import type { AuthParts, Call } from '../parts.ts';
import { isUuid, requireUser, type SignedIn } from '../signed-in.ts';
import type { FactorRow } from '../users.ts';

/** @throws AuthError `no_authorization` for people without an account of their own. */
export async function requirePerson(auth: AuthParts, call: Call): Promise<SignedIn> {
  const signedIn = await requireUser(auth, call);
  if (signedIn.user.is_anonymous) {
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  }
  return signedIn;
}

/** The factor a path names, if it is the user's own. */
export function ownFactor({ user }: Pick<SignedIn, 'user'>, factorId: string | undefined): FactorRow {
  if (!isUuid(factorId)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = user.factors.find(({ id }) => id === factorId.toLowerCase());
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}
