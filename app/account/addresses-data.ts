import type { Address } from '#app/checkout/address-form.ts';
import type { SavedAddress } from '#app/checkout/use-checkout-data.ts';
import { sentenceOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase, type Supabase } from '#app/lib/supabase-browser.ts';

/** Saves a new address, or a changed one by its id. Gives why not, else null. */
export function writeAddress(userId: string, id: string | null, address: Address): Promise<string | null> {
  return refusalOf((addresses) =>
    id
      ? addresses.update(address).eq('id', id).eq('tenant_id', pageTenant())
      : addresses.insert({ ...address, user_id: userId, tenant_id: pageTenant() }),
  );
}

/** Makes an address the one that is filled in first. Gives why not, else null. */
export function preferAddress(id: string): Promise<string | null> {
  return refusalOf((addresses) =>
    addresses.update({ is_default: true }).eq('id', id).eq('tenant_id', pageTenant()),
  );
}

/** Deletes an address; orders keep theirs. Gives why not, else null. */
export function deleteAddress(id: string): Promise<string | null> {
  return refusalOf((addresses) => addresses.delete().eq('id', id).eq('tenant_id', pageTenant()));
}

/** Brings a deleted address back as it was, the default again if it was. Gives why not, else null. */
export function restoreAddress({ created_at, updated_at, ...address }: SavedAddress): Promise<string | null> {
  return refusalOf((addresses) => addresses.insert(address));
}

/** Why the store refused, in the database's words where it has some, '' otherwise; null when it did not. */
async function refusalOf(
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
