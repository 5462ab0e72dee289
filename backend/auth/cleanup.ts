import type { AuthParts } from './parts.ts';

const HOUR_MS = 3_600_000;
const EVERY_MS = 10 * 60_000;
const MAX_BATCH = 5_000;

/**
 * Deletes expired data every ten minutes: flows and challenges older than a day, used refresh tokens except parents of
 * active ones, unverified factors, ended sessions.
 * @returns a function that stops it
 */
export function startCleanup(auth: AuthParts): () => void {
  const timer = setInterval(() => auth.background('clean up', () => cleanUp(auth)), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs once, in batches that limit locks. */
export async function cleanUp({ sql, now }: Pick<AuthParts, 'sql' | 'now'>): Promise<void> {
  const at = now();
  const yesterday = new Date(at.getTime() - 24 * HOUR_MS).toISOString();
  await sql`
    delete from auth.flow_state where id in (
      select id from auth.flow_state where created_at < ${yesterday} limit ${MAX_BATCH} for update skip locked)`;
  await sql`
    delete from auth.oauth_client_states where id in (
      select id from auth.oauth_client_states where created_at < ${yesterday}
      limit ${MAX_BATCH} for update skip locked)`;
  await sql`
    delete from auth.mfa_challenges where id in (
      select id from auth.mfa_challenges where created_at < ${yesterday} limit ${MAX_BATCH} for update skip locked)`;
  await sql`
    delete from auth.mfa_factors where id in (
      select id from auth.mfa_factors where status = 'unverified' and created_at < ${yesterday}
      limit ${MAX_BATCH} for update skip locked)`;
  await sql`
    delete from auth.refresh_tokens where id in (
      select t.id from auth.refresh_tokens t where t.revoked and t.updated_at < ${yesterday}
        and not exists (select from auth.refresh_tokens n where n.parent = t.token and not n.revoked)
      limit ${MAX_BATCH} for update skip locked)`;
  await sql`delete from auth.rate_limits where expire < ${at.getTime()}`;
  await sql`
    delete from auth.sessions where id in (
      select id from auth.sessions where not_after < ${at.toISOString()} limit ${MAX_BATCH} for update skip locked)`;
}
