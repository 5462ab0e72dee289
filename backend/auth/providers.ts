import type { Sql } from './parts.ts';

/** Says in the app metadata by which identities a user comes, oldest first. */
export async function updateProviders(sql: Sql, userId: string): Promise<void> {
  await sql`
    update auth.users u
    set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
      || jsonb_build_object('provider', p.providers -> 0, 'providers', p.providers)
    from (
      select jsonb_agg(provider order by first) as providers
      from (select provider, min(created_at) as first from auth.identities where user_id = ${userId} group by provider) i
    ) p
    where u.id = ${userId} and p.providers is not null`;
}
