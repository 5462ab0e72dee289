import { clientKey } from '../lib/client-key.ts';
import { AuthError } from './errors.ts';
import type { LimitName } from './limits.ts';
import type { AuthParts, Call } from './parts.ts';
import { ipAddress } from './sessions.ts';

/**
 * Spends a use of a shared limit, such as that of an IP address. If others have used it up, a person with a
 * session from this address still has their own limits.
 * @param login email address or number of the request
 * @throws AuthError 429
 */
export async function spendShared(
  auth: AuthParts,
  call: Call,
  limit: LimitName,
  { key = clientKey(call.context.ip), login }: { key?: string; login: string | undefined },
): Promise<void> {
  try {
    await auth.limits.spend(limit, key);
  } catch (error) {
    if (!(error instanceof AuthError) || !login || !(await isKnownHere(auth, call, login))) throw error;
  }
}

/** Whether an account has a session that was last used from the caller's address, or its IPv6 network. */
async function isKnownHere(auth: AuthParts, call: Call, login: string): Promise<boolean> {
  const ip = ipAddress(call);
  if (ip === null) return false;
  const [row] = await auth.sql`
    select from auth.users person join auth.sessions session on session.user_id = person.id
    where (person.email = ${login} or person.phone = ${login})
      and session.ip <<= network(set_masklen(${ip}::inet, case family(${ip}::inet) when 6 then 64 else 32 end))
    limit 1`;
  return row !== undefined;
}
