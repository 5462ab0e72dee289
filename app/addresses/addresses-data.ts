import { dataOf, sentenceOf } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import type { Address } from './address-form.ts';

export type SavedAddress = Tables<'addresses'>;

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

/** Saves a new address, or a changed one by its id. Gives why not, else null. */
export function writeAddress(userId: string, id: string | null, address: Address): Promise<string | null> {
  return errorMessage((addresses) =>
    id
      ? addresses.update(address).eq('id', id).eq('tenant_id', pageTenant())
      : addresses.insert({ ...address, user_id: userId, tenant_id: pageTenant() }),
  );
}

/** Makes an address the one that is filled in first. Gives why not, else null. */
export function preferAddress(id: string): Promise<string | null> {
  return errorMessage((addresses) =>
    addresses.update({ is_default: true }).eq('id', id).eq('tenant_id', pageTenant()),
  );
}

/** Deletes an address; orders keep theirs. Gives why not, else null. */
export function deleteAddress(id: string): Promise<string | null> {
  return errorMessage((addresses) => addresses.delete().eq('id', id).eq('tenant_id', pageTenant()));
}

/** Brings a deleted address back as it was, the default again if it was. Gives why not, else null. */
export function restoreAddress({ created_at, updated_at, ...address }: SavedAddress): Promise<string | null> {
  return errorMessage((addresses) => addresses.insert(address));
}

/** Why the store refused, in the database's words where it has some, '' otherwise; null when it did not. */
async function errorMessage(
  write: (addresses: AddressTable) => PromiseLike<{ error: { code: string; message: string } | null }>,
): Promise<string | null> {
  try {
    const supabase = await loadSupabase();
    const { error } = await write(addressTable(supabase));
    return error && (sentenceOf(error) ?? '');
  } catch {
    return '';
  }
}

const addressTable = (supabase: Supabase) => supabase.from('addresses');
type AddressTable = ReturnType<typeof addressTable>;
