import type { AuthParts } from './parts.ts';

const HOUR_MS = 3_600_000;
const EVERY_MS = 10 * 60_000;
const MOST_AT_ONCE = 5_000;

/**
 * Clears away, every ten minutes, what is worth nothing any more: flows and challenges of yesterday, refresh tokens long
 * used but the parents of those in use, factors never finished, sessions past their end.
 * @returns stops it
 */
export function startCleanup(auth: AuthParts): () => void {
  const timer = setInterval(() => auth.background('clean up', () => cleanUp(auth)), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** One round, with a bound on what it holds locked. */
export async function cleanUp({ sql, now }: Pick<AuthParts, 'sql' | 'now'>): Promise<void> {
  const at = now();
  const yesterday = new Date(at.getTime() - 24 * HOUR_MS).toISOString();
  await sql`
    delete from auth.flow_state where id in (
      select id from auth.flow_state where created_at < ${yesterday} limit ${MOST_AT_ONCE} for update skip locked)`;
  await sql`
    delete from auth.oauth_client_states where id in (
      select id from auth.oauth_client_states where created_at < ${yesterday}
      limit ${MOST_AT_ONCE} for update skip locked)`;
  await sql`
    delete from auth.mfa_challenges where id in (
      select id from auth.mfa_challenges where created_at < ${yesterday} limit ${MOST_AT_ONCE} for update skip locked)`;
  await sql`
    delete from auth.mfa_factors where id in (
      select id from auth.mfa_factors where status = 'unverified' and created_at < ${yesterday}
      limit ${MOST_AT_ONCE} for update skip locked)`;
  await sql`
    delete from auth.refresh_tokens where id in (
      select t.id from auth.refresh_tokens t where t.revoked and t.updated_at < ${yesterday}
        and not exists (select from auth.refresh_tokens n where n.parent = t.token and not n.revoked)
      limit ${MOST_AT_ONCE} for update skip locked)`;
  await sql`delete from auth.rate_limits where expire < ${at.getTime()}`;
  await sql`
    delete from auth.sessions where id in (
      select id from auth.sessions where not_after < ${at.toISOString()} limit ${MOST_AT_ONCE} for update skip locked)`;
}
