import { pageTenant } from '#app/brands/page-tenant.ts';
import type { Supabase } from '#app/lib/supabase-browser.ts';
import type { Address } from './address-form.ts';

/** Keeps a typed address for the next order. The order stands without it, so a failure is only logged. */
export async function saveAddress(supabase: Supabase, userId: string, address: Address): Promise<void> {
  const { error } = await supabase
    .from('addresses')
    .insert({ ...address, user_id: userId, tenant_id: pageTenant() });
  if (error) console.warn('The address was not kept', error.code);
}
