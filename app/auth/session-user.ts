import type { User } from '@supabase/supabase-js';
import type { Supabase } from '#app/lib/supabase-browser.ts';
import { originalEmail, roleOf, type SessionUser } from './model.ts';
import { ensureProfile } from './profile.ts';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The person behind a session: profile of this store (made when missing), role, and what the account says. */
export async function sessionUserOf(supabase: Supabase, user: User, tenantId: string): Promise<SessionUser> {
  const metadata = user.user_metadata;
  const email = text(metadata.original_email) || originalEmail(user.email ?? '', tenantId);
  const profile = await ensureProfile(supabase, { id: user.id, tenantId, email, name: text(metadata.name) });
  return {
    id: user.id,
    name: profile?.name || text(metadata.name),
    email,
    avatar: text(metadata.avatar),
    role: await readRole(supabase, user.id, tenantId),
  };
}

/** The highest role in this store; a lookup that fails makes a plain user of everybody (spec section 4). */
export async function readRole(supabase: Supabase, userId: string, tenantId: string) {
  const { data, error } = await supabase.rpc('get_highest_role', { user_id: userId, p_tenant_id: tenantId });
  return error ? 'user' : roleOf(data);
}
