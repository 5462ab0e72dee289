import { dataOf } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import type { Address } from './address-form.ts';
import { type NamedDistrict, placeIn } from './place-names.ts';

export type SavedAddress = Tables<'addresses'> & {
  /** The city's name in the page's language if it is a known district, else as typed. */
  place: string;
};

/** Reads a person's addresses in this store, the default first. @throws BackendError */
export async function readAddresses(userId: string): Promise<SavedAddress[]> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('addresses')
    .select('*')
    .eq('user_id', userId)
    .eq('tenant_id', pageTenant())
    .order('is_default', { ascending: false })
    .order('created_at');
  const addresses = dataOf(answer);
  const districts = await readNamedDistricts(supabase, addresses);
  return addresses.map((address) => ({ ...address, place: placeIn(districts, address) }));
}

/** Reads the districts of the addresses' governorates; none on failure, so that cities show as typed. */
async function readNamedDistricts(
  supabase: Supabase,
  addresses: readonly Tables<'addresses'>[],
): Promise<NamedDistrict[]> {
  const governorates = [...new Set(addresses.map(({ governorate }) => governorate))];
  if (governorates.length === 0) return [];
  const { data } = await supabase
    .from('districts')
    .select('governorate, name, name_ar')
    .in('governorate', governorates);
  return data ?? [];
}

/** Inserts an address, or updates the one with `id`. @throws BackendError */
export async function writeAddress(userId: string, id: string | null, address: Address): Promise<void> {
  const supabase = await loadSupabase();
  const addresses = supabase.from('addresses');
  if (id) {
    dataOf(await addresses.update(address).eq('id', id).eq('tenant_id', pageTenant()));
    return;
  }
  await sendOnce('add address', async (newId) => {
    const row = { ...address, id: newId, user_id: userId, tenant_id: pageTenant() };
    dataOf(await addresses.upsert(row));
  });
}

/** Makes an address the default. @throws BackendError */
export async function preferAddress(id: string): Promise<void> {
  const supabase = await loadSupabase();
  const addresses = supabase.from('addresses').update({ is_default: true });
  dataOf(await addresses.eq('id', id).eq('tenant_id', pageTenant()));
}

/** Deletes an address; orders keep their copy. @throws BackendError */
export async function deleteAddress(id: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.from('addresses').delete().eq('id', id).eq('tenant_id', pageTenant()));
}

/** Restores a deleted address, including its default flag. @throws BackendError */
export async function restoreAddress({
  created_at,
  updated_at,
  place,
  ...address
}: SavedAddress): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.from('addresses').upsert(address));
}
