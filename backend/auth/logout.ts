import { auditEntry } from './audit.ts';
import { invalid } from './errors.ts';
import type { Endpoint } from './parts.ts';
import { requireUser } from './signed-in.ts';

/** POST /logout?scope=global|local|others: ends all sessions of the user, this one, or all but this one. */
export const logout: Endpoint = async (auth, call) => {
  const scope = call.query.get('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw invalid(`Unsupported logout scope ${JSON.stringify(scope)}`);
  }
  const { user, session } = await requireUser(auth, call);
  const time = auth.now().toISOString();
  await auth.sql`
    with audit as (${auditEntry(auth.sql, call, time, 'logout', user)})
    delete from auth.sessions
    where user_id = ${user.id} and case ${scope}::text
      when 'local' then id = ${session.id} when 'others' then id <> ${session.id} else true end`;
  return new Response(null, { status: 204 });
};
