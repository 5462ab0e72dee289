import type { User } from '@supabase/supabase-js';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { originalEmail, roleOf, type SessionUser, tenantEmail } from './model.ts';
import { ensureProfile, type ProfileOwner } from './profile.ts';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * The person behind a session: profile of this store (made when missing), role, and what the account says. A role that
 * cannot be read is what was `known` of the same person, else user.
 */
export async function sessionUserOf(
  supabase: Supabase,
  user: User,
  tenantId: string,
  known?: SessionUser | null,
): Promise<SessionUser> {
  const metadata = user.user_metadata;
  const stored = user.email ?? '';
  const typed = text(metadata.original_email);
  // What the account says the person typed counts as long as it is still the address they sign in with.
  const current = !stored || tenantEmail(typed, tenantId) === stored;
  const email = typed && current ? typed : originalEmail(stored, tenantId);
  const owner = { id: user.id, tenantId, email, name: text(metadata.name) };
  const profile = await ensureProfile(supabase, owner);
  if (profile?.email && stored && profile.email !== originalEmail(stored, tenantId))
    await followEmail(supabase, owner);
  return {
    id: user.id,
    name: profile?.name || text(metadata.name),
    email,
    avatar: avatarOf(supabase, fields(profile?.metadata).avatar) || text(metadata.avatar),
    role: (await readRole(supabase, user.id, tenantId)) ?? (known?.id === user.id ? known.role : 'user'),
  };
}

/** After a change of address the profile takes the new one over: the database fills in what the account has. */
async function followEmail(supabase: Supabase, { id, tenantId, email }: ProfileOwner): Promise<void> {
  await supabase.from('profiles').update({ email }).eq('id', id).eq('tenant_id', tenantId);
}

/** The public address of an uploaded avatar; '' for anything that does not lie in the bucket. */
function avatarOf(supabase: Supabase, path: unknown): string {
  const own = text(path);
  if (!/^[\w-]+\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.\w+$/.test(own)) return '';
  return supabase.storage.from('avatars').getPublicUrl(own).data.publicUrl;
}

/**
 * The highest role in this store; undefined when it cannot be looked up, which makes a plain user. Who has none yet gets
 * the role row of a user (spec section 4).
 */
export async function readRole(supabase: Supabase, userId: string, tenantId: string) {
  const { data, error } = await supabase.rpc('get_highest_role', { user_id: userId, p_tenant_id: tenantId });
  if (error) return undefined;
  if (data === null) await giveRoleOfUser(supabase, userId, tenantId);
  return roleOf(data);
}

async function giveRoleOfUser(supabase: Supabase, userId: string, tenantId: string): Promise<void> {
  const { error } = await supabase.from('user_roles').insert({
    ...{ user_id: userId, tenant_id: tenantId, role: 'user' as const },
    created_at: new Date().toISOString(),
  });
  // Another tab may have been first; a person without the row is a user all the same.
  if (error && error.code !== '23505') console.error('The role row could not be made', error.code);
}
