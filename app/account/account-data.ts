import { changedEmail, originalEmail } from '#app/auth/account-contacts.ts';
import { authFailure } from '#app/auth/failure.ts';
import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';

/** Account data from the sign-in service, without the profile. */
interface AccountFacts {
  /** Address awaiting confirmation, as typed; '' when no change is pending. */
  newEmail: string;
  /** Phone number for sign-in, in E.164; '' when there is none. */
  phone: string;
  /** False for accounts that sign in only with Google or by code. */
  hasPassword: boolean;
  /** ISO time of the latest sign-in, or ''. */
  signedInAt: string;
}

/** Reads the account from the sign-in service. @throws AuthError */
export async function readAccount(): Promise<AccountFacts> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.getUser();
  if (error) throw error;
  const { user } = data;
  const providers: unknown = user.app_metadata.providers;
  return {
    newEmail: user.new_email ? originalEmail(user.new_email, pageTenant()) : '',
    phone: user.phone ? `+${user.phone}` : '',
    hasPassword: !Array.isArray(providers) || providers.includes('email'),
    signedInAt: user.last_sign_in_at ?? '',
  };
}

/** A discount code open to every customer of a store. Amounts are pounds. */
export interface Offer {
  id: string;
  code: string;
  description: string | null;
  minimum_subtotal: number;
  ends_at: string | null;
}

/** Reads the offers that are valid now. @throws BackendError */
export async function readOffers(): Promise<Offer[]> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('discounts')
    .select('id, code, description, minimum_subtotal, starts_at, ends_at, translations')
    .eq('tenant_id', pageTenant())
    .eq('is_active', true)
    .eq('is_public', true)
    .is('user_id', null)
    .order('code');
  const now = Date.now();
  // Staff can also read offers that are not valid now.
  return dataOf(answer)
    .map((offer) => translatedRow(offer))
    .filter(
      ({ starts_at, ends_at }) =>
        (!starts_at || Date.parse(starts_at) <= now) && (!ends_at || Date.parse(ends_at) > now),
    );
}

/** Reads a person's store credit in pounds and its latest entries. @throws BackendError */
export async function readStoreCredit(userId: string) {
  const supabase = await loadSupabase();
  const tenantId = pageTenant();
  const [profile, entries] = await Promise.all([
    supabase.from('profiles').select('store_credit').eq('id', userId).eq('tenant_id', tenantId).maybeSingle(),
    supabase
      .from('store_credits')
      .select('id, kind, delta, reason, created_at, order:orders (id, number)')
      .eq('user_id', userId)
      .eq('tenant_id', tenantId)
      .order('created_at', { ascending: false })
      .limit(50),
  ]);
  return { balance: dataOf(profile)?.store_credit ?? 0, entries: dataOf(entries) };
}

export type StoreCredit = Awaited<ReturnType<typeof readStoreCredit>>;

/** Saves the display name. @throws BackendError */
export async function writeName(userId: string, name: string): Promise<void> {
  const supabase = await loadSupabase();
  const [profile, member] = await Promise.all([
    supabase.from('profiles').update({ name }).eq('id', userId).eq('tenant_id', pageTenant()),
    // Of people who work here.
    supabase.from('staff_members').update({ name }).eq('user_id', userId),
  ]);
  dataOf(profile);
  dataOf(member);
}

/** Redirect target of the links that confirm an email change. */
const accountRedirect = () => ({
  emailRedirectTo: new URL(pathInPageLanguage('/account'), location.origin).href,
});

/** Normalizes a new email address the way this account stores it (docs/product.md, Accounts). */
async function storedAddress({ auth }: Supabase, typed: string): Promise<string> {
  const { data } = await auth.getSession();
  return changedEmail(typed, pageTenant(), data.session?.user.email ?? '');
}

/**
 * Requests a change of email address. The service mails a link to the old and the new address; the change takes effect
 * once both are opened.
 * @throws AuthError
 */
export async function requestEmailChange(address: string): Promise<void> {
  const supabase = await loadSupabase();
  const email = await storedAddress(supabase, address);
  const { error } = await supabase.auth.updateUser({ email }, accountRedirect());
  if (error) throw error;
}

/** Resends the link to the new address. @throws AuthError */
export async function resendEmailLink(address: string): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.resend({
    type: 'email_change',
    email: await storedAddress(supabase, address),
    options: accountRedirect(),
  });
  if (error) throw error;
}

/** Result of opening a link that confirms an email change; `half` while the other link is still unopened. */
export type EmailLink = 'changed' | 'half' | 'expired';

/**
 * Handles the confirmation link that opened this page, on any device. The URL carries a token, or the result when the
 * service has verified the token itself.
 * @returns null when the page was not opened by a link
 * @throws AuthRetryableFetchError when the service cannot be reached
 */
export async function openEmailLink(query: URLSearchParams): Promise<EmailLink | null> {
  const token_hash = query.get('token_hash');
  const code = query.get('code');
  if (query.has('error_code')) return 'expired';
  if (query.has('message')) return 'half';
  if (!token_hash && !code) return null;
  const supabase = await loadSupabase();
  if (token_hash) {
    const { data, error } = await supabase.auth.verifyOtp({ type: 'email_change', token_hash });
    rethrowIfRetryable(error);
    if (error) return 'expired';
    if (!data.session) return 'half';
  } else if (code) {
    // The code can only be exchanged in the browser that requested it; the address has changed either way.
    rethrowIfRetryable((await supabase.auth.exchangeCodeForSession(code)).error);
  }
  await keepOriginalEmail(supabase);
  return 'changed';
}

/** Rethrows network errors: the link has not been used and still works. */
function rethrowIfRetryable(error: unknown): void {
  if (authFailure(error).name === 'AuthRetryableFetchError') throw error;
}

async function keepOriginalEmail(supabase: Supabase): Promise<void> {
  const { data } = await supabase.auth.getUser();
  const email = originalEmail(data.user?.email ?? '', pageTenant());
  if (email && data.user?.user_metadata.original_email !== email)
    await supabase.auth.updateUser({ data: { original_email: email } });
}

/** Signs out every other session. @throws AuthError */
export async function signOutElsewhere(): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'others' });
  if (error) throw error;
}
