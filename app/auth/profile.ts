import type { Tables } from '#app/lib/database.types.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';

interface ProfileOwner {
  id: string;
  tenantId: string;
  email: string;
  name: string;
}

export type Profile = Pick<
  Tables<'profiles'>,
  'id' | 'tenant_id' | 'email' | 'name' | 'metadata' | 'language' | 'office_language'
>;

/** PostgREST's code for no rows (docs/product.md, Accounts). */
const NOT_FOUND = 'PGRST116';
/** Database code for a token whose session has been signed out elsewhere. */
export const SESSION_ENDED = 'PT401';
const columns = 'id, tenant_id, email, name, metadata, language, office_language';

/**
 * Returns the person's profile in a store. If it is missing, creates it by the first way that works: the full function,
 * the simple function, an insert, a minimal insert (docs/product.md, Accounts). Failures are logged and do not prevent
 * the sign-in. Fills in a missing name from the account.
 */
export async function ensureProfile(supabase: Supabase, owner: ProfileOwner): Promise<Profile | null> {
  const existing = await findProfile(supabase, owner);
  if (existing.error && existing.error.code !== NOT_FOUND) {
    if (existing.error.code !== SESSION_ENDED)
      console.error('The profile could not be read', existing.error.code);
    return null;
  }
  if (!existing.data) {
    if (!(await create(supabase, owner))) return null;
    return (await findProfile(supabase, owner)).data;
  }
  return owner.name && !existing.data.name ? backfillName(supabase, owner, existing.data) : existing.data;
}

/** Reads the person's profile in a store; an error when there is none. */
export function findProfile(supabase: Supabase, { id, tenantId }: ProfileOwner) {
  return supabase.from('profiles').select(columns).eq('id', id).eq('tenant_id', tenantId).maybeSingle();
}

async function create(supabase: Supabase, { id, tenantId, email, name }: ProfileOwner): Promise<boolean> {
  const simple = { p_user_id: id, p_tenant_id: tenantId, p_email: email };
  const ways = [
    () => supabase.rpc('create_profile_with_tenant', { ...simple, p_name: name }),
    () => supabase.rpc('create_simple_profile', simple),
    () => supabase.from('profiles').insert({ id, tenant_id: tenantId, email, name }),
    () => supabase.from('profiles').insert({ id, tenant_id: tenantId }),
  ];
  for (const way of ways) {
    const { error } = await way();
    if (!error) return true;
    console.error('A way to make the profile failed', error.code);
  }
  return false;
}

async function backfillName(supabase: Supabase, owner: ProfileOwner, profile: Profile): Promise<Profile> {
  const { error } = await supabase
    .from('profiles')
    .update({ name: owner.name })
    .eq('id', owner.id)
    .eq('tenant_id', owner.tenantId);
  return error ? profile : { ...profile, name: owner.name };
}
