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
  const deletable = [
    ['auth.flow_state', sql`created_at < ${yesterday}`],
    ['auth.oauth_client_states', sql`created_at < ${yesterday}`],
    ['auth.mfa_challenges', sql`created_at < ${yesterday}`],
    ['auth.mfa_factors', sql`status = 'unverified' and created_at < ${yesterday}`],
    [
      'auth.refresh_tokens',
      sql`revoked and updated_at < ${yesterday} and not exists (
        select from auth.refresh_tokens next where next.parent = refresh_tokens.token and not next.revoked)`,
    ],
    ['auth.sessions', sql`not_after < ${at.toISOString()}`],
  ] as const;
  for (const [table, condition] of deletable) {
    await sql`
      delete from ${sql(table)} where id in (
        select id from ${sql(table)} where ${condition} limit ${MAX_BATCH} for update skip locked)`;
  }
  await sql`delete from auth.rate_limits where expire < ${at.getTime()}`;
}
