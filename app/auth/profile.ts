import type { Tables } from '#app/lib/database.types.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';

export interface ProfileOwner {
  id: string;
  tenantId: string;
  email: string;
  name: string;
}

export type Profile = Pick<Tables<'profiles'>, 'id' | 'tenant_id' | 'email' | 'name' | 'metadata'>;

/** PostgREST's code for "no such row" (spec section 8); a lookup that may find nothing answers null instead. */
const NOT_FOUND = 'PGRST116';
/** The database's code for a token whose session was signed out elsewhere. */
const SESSION_ENDED = 'PT401';
const columns = 'id, tenant_id, email, name, metadata';

/**
 * A person's profile in a store. One that is not found is made, by the first way that works: a function with everything,
 * a simple function, an insert, a minimal insert (spec section 4). Any other failure is only logged, and so is a store
 * where no way works: the person is signed in all the same. A missing name is filled in from the account.
 */
export async function ensureProfile(supabase: Supabase, owner: ProfileOwner): Promise<Profile | null> {
  const found = await find(supabase, owner);
  if (found.error && found.error.code !== NOT_FOUND) {
    if (found.error.code !== SESSION_ENDED) console.error('The profile could not be read', found.error.code);
    return null;
  }
  if (!found.data) {
    if (!(await create(supabase, owner))) return null;
    return (await find(supabase, owner)).data;
  }
  return owner.name && !found.data.name ? backfillName(supabase, owner, found.data) : found.data;
}

function find(supabase: Supabase, { id, tenantId }: ProfileOwner) {
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
