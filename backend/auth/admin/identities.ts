import type { JsonObject, Sql } from '../parts.ts';

/** What GoTrue keeps in an identity that is a phone number. */
export function phoneIdentityData(phone: string, verified: boolean): JsonObject {
  return { phone, phone_verified: verified, email_verified: false };
}

/** Adds the identity that goes with a user's own address or number, or brings it up to date. */
export async function putIdentity(
  sql: Sql,
  userId: string,
  provider: 'email' | 'phone',
  data: JsonObject,
  time: string,
): Promise<void> {
  const full = JSON.stringify({ ...data, sub: userId });
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${userId}, ${userId}, ${full}::text::jsonb, ${provider}, ${time}, ${time}, ${time})
    on conflict (provider_id, provider) do update
    set identity_data = identities.identity_data || excluded.identity_data, updated_at = excluded.updated_at`;
}
