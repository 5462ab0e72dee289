import type { User } from '@supabase/supabase-js';
import { authFailure, explainAuthFailure } from '#app/auth/failure.ts';
import { originalEmail, tenantEmail } from '#app/auth/model.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';

/** What the account page shows of an account besides the profile. */
export interface AccountFacts {
  /** The address that a change waits for, as the person typed it; '' when none is under way. */
  newEmail: string;
  /** The number that the person signs in with, in E.164; '' when there is none. */
  phone: string;
  /** Whether the account has a password, rather than only a sign-in with Google or by codes. */
  hasPassword: boolean;
  /** ISO time of the latest sign-in, or ''. */
  signedInAt: string;
}

/** What the sign-in service says of an account now. @throws AuthError when it cannot be asked. */
export async function readAccount(): Promise<AccountFacts> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.getUser();
  if (error) throw error;
  return factsOf(data.user, pageTenant());
}

function factsOf(user: User, tenantId: string): AccountFacts {
  const providers: unknown = user.app_metadata.providers;
  return {
    newEmail: user.new_email ? originalEmail(user.new_email, tenantId) : '',
    phone: user.phone ? `+${user.phone}` : '',
    hasPassword: !Array.isArray(providers) || providers.includes('email'),
    signedInAt: user.last_sign_in_at ?? '',
  };
}

/** A code that a store gives all its customers. Amounts are pounds. */
export interface Offer {
  id: string;
  code: string;
  description: string | null;
  minimum_subtotal: number;
  ends_at: string | null;
}

/** The codes that hold now for every customer of the store. @throws BackendError */
export async function readOffers(): Promise<Offer[]> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('discounts')
    .select('id, code, description, minimum_subtotal, starts_at, ends_at')
    .eq('tenant_id', pageTenant())
    .eq('is_active', true)
    .eq('is_public', true)
    .is('user_id', null)
    .order('code');
  const now = Date.now();
  // Staff read those of other times as well.
  return dataOf(answer).filter(
    ({ starts_at, ends_at }) =>
      (!starts_at || Date.parse(starts_at) <= now) && (!ends_at || Date.parse(ends_at) > now),
  );
}

/** Saves the name that the store calls somebody by. Gives whether it worked. */
export async function writeName(userId: string, name: string): Promise<boolean> {
  const supabase = await loadSupabase();
  const { error } = await supabase
    .from('profiles')
    .update({ name })
    .eq('id', userId)
    .eq('tenant_id', pageTenant());
  return !error;
}

/** Where the links of a change of address lead back to. */
const backToAccount = () => ({ emailRedirectTo: new URL('/account', location.origin).href });

/**
 * Asks for another address: links go to the new one and to the old one, and it holds once both are opened. It is stored
 * with the store's mark, like every address (spec section 5). Gives what is wrong, else null.
 */
export async function askForEmail(address: string): Promise<string | null> {
  const supabase = await loadSupabase();
  const email = tenantEmail(address, pageTenant());
  const { error } = await supabase.auth.updateUser({ email }, backToAccount());
  return error ? explainAuthFailure(error) : null;
}

/** Sends the link to the new address again. Gives what is wrong, else null. */
export async function sendEmailLinkAgain(address: string): Promise<string | null> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.resend({
    type: 'email_change',
    email: tenantEmail(address, pageTenant()),
    options: backToAccount(),
  });
  return error ? explainAuthFailure(error) : null;
}

/** What the link of a change of address led to. */
export type EmailLink = 'changed' | 'half' | 'expired';

/**
 * Does what the link of a change of address stands for, on whatever device it is opened; null when no link led here. It
 * carries a token for this page, or what the sign-in service says after it has looked at one itself.
 * @throws AuthRetryableFetchError when the service was not reached.
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
    keepLink(error);
    if (error) return 'expired';
    if (!data.session) return 'half';
  } else if (code) {
    // In another browser the code means nothing, but the address has changed all the same.
    keepLink((await supabase.auth.exchangeCodeForSession(code)).error);
  }
  await keepOriginalEmail(supabase);
  return 'changed';
}

/** A link that nobody has looked at still works once the line is back. */
function keepLink(error: unknown): void {
  if (authFailure(error).name === 'AuthRetryableFetchError') throw error;
}

async function keepOriginalEmail(supabase: Supabase): Promise<void> {
  const { data } = await supabase.auth.getUser();
  const email = originalEmail(data.user?.email ?? '', pageTenant());
  if (email && data.user?.user_metadata.original_email !== email)
    await supabase.auth.updateUser({ data: { original_email: email } });
}

/** Ends every session but this one. Gives what is wrong, else null. */
export async function signOutElsewhere(): Promise<string | null> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'others' });
  return error ? explainAuthFailure(error) : null;
}
