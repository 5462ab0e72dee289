import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { cleanUp } from './auth.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('deletes yesterday’s leftovers and nothing in use', async () => {
  const sql = database.owner;
  await sql`insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'a@b.test')`;
  for (const age of ['2 days', '1 minute']) {
    await sql`
      with person as (select id from auth.users),
      session as (
        insert into auth.sessions (user_id, not_after)
        select id, case when ${age} = '2 days' then now() - interval '1 day' end from person returning id, user_id
      ), tokens as (
        insert into auth.refresh_tokens (token, user_id, session_id, revoked, updated_at)
        select ${age} || revoked, user_id, id, revoked, now() - ${age}::text::interval
        from session, (values (true), (false)) t (revoked)
      ), factors as (
        insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, created_at)
        select id, ${age} || status, 'totp', status, now() - ${age}::text::interval
        from person, (values ('verified'), ('unverified')) s (status) returning id, status
      ), challenges as (
        insert into auth.mfa_challenges (factor_id, created_at)
        select id, now() - ${age}::text::interval from factors where status = 'verified'
      ), states as (
        insert into auth.oauth_client_states (id, provider_type, created_at)
        values (gen_random_uuid(), 'google', now() - ${age}::text::interval)
      )
      insert into auth.flow_state (provider_type, authentication_method, created_at)
      values ('email', 'recovery', now() - ${age}::text::interval)`;
  }
  // A chain of used tokens: the newest one's parent still works for a phone that lost the response.
  await sql`
    insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked, updated_at)
    select t.token, t.parent, s.user_id, s.id, t.token <> 'newest', now() - interval '2 days'
    from auth.sessions s, (values ('oldest', null), ('parent', 'oldest'), ('newest', 'parent')) t (token, parent)
    where s.not_after is null`;
  await cleanUp({ sql, now: () => new Date() });
  const [left] = await sql`
    select (select array_agg(token order by token) from auth.refresh_tokens) as tokens,
      (select array_agg(friendly_name order by friendly_name) from auth.mfa_factors) as factors,
      (select count(*)::int from auth.sessions) as sessions,
      (select count(*)::int from auth.mfa_challenges) as challenges,
      (select count(*)::int from auth.oauth_client_states) as states,
      (select count(*)::int from auth.flow_state) as flows`;
  expect(left).toEqual({
    tokens: ['1 minutefalse', '1 minutetrue', 'newest', 'parent'],
    factors: ['1 minuteunverified', '1 minuteverified', '2 daysverified'],
    sessions: 1,
    challenges: 1,
    states: 1,
    flows: 1,
  });
});
