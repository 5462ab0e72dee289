import type { User } from '@supabase/supabase-js';
import { defaultLanguage, isLanguage } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { chooseLanguage, chosenLanguage } from '#app/lib/language-choice.ts';
import { allStores } from '#app/lib/office-address.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { originalEmail, tenantEmail } from './account-contacts.ts';
import { roleOf, type SessionUser, type Workplace } from './model.ts';
import { ensureProfile, findProfile, type Profile, SESSION_ENDED } from './profile.ts';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The session has been signed out elsewhere. */
export class SessionEnded extends Error {}

/**
 * Reads the person behind a session: the store's profile (created when missing, except for people who work here and in the
 * office of another store),
 * role and account data. When role and capabilities cannot be read, keeps those of `previous` for the same person, else
 * `user` and none.
 * @param tenantId the host's store, with which the person signed in
 * @param office the store in the office's address, or `all`; undefined in the office of the host's store
 * @throws SessionEnded
 */
export async function sessionUserOf(
  supabase: Supabase,
  user: User,
  tenantId: string,
  previous?: SessionUser | null,
  office?: string,
): Promise<SessionUser> {
  const metadata = user.user_metadata;
  const stored = user.email ?? '';
  const typed = text(metadata.original_email);
  // The typed address in the metadata counts only while it matches the sign-in address.
  const current = !stored || tenantEmail(typed, tenantId) === stored;
  const email = typed && current ? typed : originalEmail(stored, tenantId);
  const owner = { id: user.id, tenantId, email, name: text(metadata.name) };
  // People who work here have an account without a store's mark, and are no customers.
  const isUnmarked = stored !== '' && originalEmail(stored, tenantId) === stored;
  const member = isUnmarked ? await findMember(supabase, user.id) : null;
  const profile =
    office === undefined && !member
      ? await ensureProfile(supabase, owner)
      : (await findProfile(supabase, owner)).data;
  if (profile?.email && stored && profile.email !== originalEmail(stored, tenantId))
    // The account's address has changed.
    await supabase.from('profiles').update({ email }).eq('id', user.id).eq('tenant_id', tenantId);
  if (profile) await shareLanguage(supabase, profile);
  const none = { role: 'user' as const, capabilities: [], workplaces: [] };
  const known = previous?.id === user.id ? previous : none;
  const { role, capabilities, workplaces } =
    (await readRights(supabase, user.id, { tenantId, office, isCustomer: !member })) ?? known;
  const officeLanguage = member?.office_language ?? profile?.office_language;
  return {
    id: user.id,
    name: member?.name || profile?.name || text(metadata.name),
    email,
    avatar: avatarOf(supabase, fields(profile?.metadata).avatar) || text(metadata.avatar),
    role,
    capabilities,
    workplaces,
    officeLanguage: isLanguage(officeLanguage) ? officeLanguage : defaultLanguage,
  };
}

/** Reads the row of somebody who works here; null for customers. */
async function findMember(supabase: Supabase, userId: string) {
  const members = supabase.from('staff_members').select('name, office_language');
  return (await members.eq('user_id', userId).maybeSingle()).data;
}

/**
 * Syncs the language: one chosen in this browser is saved to the profile, one chosen elsewhere is applied here. For a
 * person who never chose one, saves the page's language if it is not the default.
 */
async function shareLanguage(supabase: Supabase, { id, tenant_id, language }: Profile): Promise<void> {
  const read = language === null && pageLanguage() !== defaultLanguage ? pageLanguage() : null;
  const chosen = chosenLanguage() ?? read;
  if (chosen && chosen !== language)
    await supabase.from('profiles').update({ language: chosen }).eq('id', id).eq('tenant_id', tenant_id);
  else if (isLanguage(language)) chooseLanguage(language);
}

/** Public URL of an uploaded avatar; '' for a path outside the bucket. */
function avatarOf(supabase: Supabase, path: unknown): string {
  const avatarPath = text(path);
  if (!/^[\w-]+\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.\w+$/.test(avatarPath)) return '';
  return supabase.storage.from('avatars').getPublicUrl(avatarPath).data.publicUrl;
}

/**
 * Reads the highest role in this store and what the person may do in each; undefined when the lookup fails. Creates the
 * `user` row for a customer without a role (docs/product.md, Accounts), except in the office of another store.
 * @throws SessionEnded
 */
async function readRights(
  supabase: Supabase,
  userId: string,
  { tenantId, office, isCustomer }: { tenantId: string; office: string | undefined; isCustomer: boolean },
): Promise<Pick<SessionUser, 'role' | 'capabilities' | 'workplaces'> | undefined> {
  const store = office === undefined ? tenantId : office;
  const [highest, worksIn] = await Promise.all([
    supabase.rpc('get_highest_role', {
      user_id: userId,
      ...(store !== allStores && { p_tenant_id: store }),
    }),
    supabase.rpc('my_workplaces'),
  ]);
  if (highest.error?.code === SESSION_ENDED) throw new SessionEnded(highest.error.message);
  if (highest.error || worksIn.error) return undefined;
  if (highest.data === null && office === undefined && isCustomer)
    await giveRoleOfUser(supabase, userId, tenantId);
  const workplaces = worksIn.data.map((row) => ({ tenantId: row.tenant_id, capabilities: row.capabilities }));
  return { role: roleOf(highest.data), capabilities: capabilitiesIn(workplaces, store), workplaces };
}

/** What somebody may do in a store, or in any of them. */
function capabilitiesIn(workplaces: readonly Workplace[], store: string): readonly string[] {
  if (store === allStores) return [...new Set(workplaces.flatMap(({ capabilities }) => capabilities))];
  return workplaces.find(({ tenantId }) => tenantId === store)?.capabilities ?? [];
}

async function giveRoleOfUser(supabase: Supabase, userId: string, tenantId: string): Promise<void> {
  const { error } = await supabase.from('user_roles').insert({
    user_id: userId,
    tenant_id: tenantId,
    role: 'user',
    created_at: new Date().toISOString(),
  });
  // A unique violation means that another tab was first.
  if (error && error.code !== '23505') console.error('The role row could not be made', error.code);
}
