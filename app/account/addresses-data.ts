import { pageTenant } from '#app/brands/page-tenant.ts';
import type { Address } from '#app/checkout/address-form.ts';
import type { SavedAddress } from '#app/checkout/use-checkout-data.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** A person's addresses in this store, the default first. */
export async function readAddresses(userId: string): Promise<SavedAddress[]> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('addresses')
    .select('*')
    .eq('user_id', userId)
    .eq('tenant_id', pageTenant())
    .order('is_default', { ascending: false })
    .order('created_at');
  return dataOf(answer);
}

/** Saves a new address, or a changed one by its id. Gives the reason when the store refuses, else null. */
export async function writeAddress(
  userId: string,
  id: string | null,
  address: Address,
): Promise<string | null> {
  const addresses = (await loadSupabase()).from('addresses');
  const { error } = id
    ? await addresses.update(address).eq('id', id)
    : await addresses.insert({ ...address, user_id: userId, tenant_id: pageTenant() });
  return error?.message ?? null;
}

/** Makes an address the one that is filled in first. Gives the reason when the store refuses, else null. */
export async function preferAddress(id: string): Promise<string | null> {
  const supabase = await loadSupabase();
  const { error } = await supabase.from('addresses').update({ is_default: true }).eq('id', id);
  return error?.message ?? null;
}

/** Deletes an address; orders keep theirs. Gives the reason when the store refuses, else null. */
export async function deleteAddress(id: string): Promise<string | null> {
  const supabase = await loadSupabase();
  const { error } = await supabase.from('addresses').delete().eq('id', id);
  return error?.message ?? null;
}
